"""Vacations: a person's day clocks stand still for some days, so many in a year."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, select, update

from sheepfold.play.clock import stands_still
from sheepfold.play.errors import NotFound, TooMany
from sheepfold.play.terms import DAY, Rest, UserId
from sheepfold.store import schema

users = schema.users

DAYS_A_YEAR: Final = 30


def stands(conn: Connection, user: UserId, now: float) -> Rest:
    """How much vacation the user has left, and until when one runs. Raises NotFound."""
    row = _row(conn, user)
    return Rest(int((DAYS_A_YEAR * DAY - _used(row, now)) // DAY), row.vacation_until if _resting(row, now) else None)


def take(conn: Connection, user: UserId, days: int, now: float) -> float:
    """Go on vacation for so many days from now, or come back (0). Unused days are given back. Raises TooMany."""
    row = _row(conn, user)
    used = _used(row, now)
    if used + days * DAY > DAYS_A_YEAR * DAY:
        left = int((DAYS_A_YEAR * DAY - used) // DAY)
        raise TooMany(f"Only {left} of this year's {DAYS_A_YEAR} vacation days are left.")
    until = now + days * DAY
    values = {
        "vacation_year": _year(now),
        "vacation_used": used + days * DAY,
        "vacation_from": row.vacation_from if _resting(row, now) else now,
        "vacation_until": until,
    }
    conn.execute(update(users).where(users.c.id == user).values(values))
    return until


def _row(conn: Connection, user: UserId) -> Any:
    row = conn.execute(select(users).where(users.c.id == user)).first()
    if row is None:
        raise NotFound("There is no such user.")
    return row


def _year(now: float) -> int:
    return datetime.fromtimestamp(now, UTC).year


def of(row: Any) -> tuple[float, float] | None:
    """A user's vacation, from and until; past and future ones too."""
    return None if row.vacation_until is None else (row.vacation_from, row.vacation_until)


def _resting(row: Any, now: float) -> bool:
    return stands_still(of(row), now)


def _used(row: Any, now: float) -> float:
    """Seconds of this year's vacation that are gone; what is left of one that runs could be given back."""
    used: float = row.vacation_used if row.vacation_year == _year(now) else 0.0
    return max(0.0, used - (row.vacation_until - now)) if _resting(row, now) else used
