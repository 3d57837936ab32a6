"""Vacations: a person's day clocks stand still for some days, so many in a year."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from sheepfold.play.errors import NotFound, TooMany
from sheepfold.play.terms import DAY, Rest, UserId
from sheepfold.play.time.clock import stands_still
from sheepfold.store import Transaction
from sheepfold.store.people import users
from sheepfold.store.people.users import UserRow, UserValues

DAYS_A_YEAR: Final = 30


def stands(tx: Transaction, user: UserId, now: float) -> Rest:
    """How much vacation the user has left, and until when one runs. Raises NotFound."""
    row = _row(tx, user)
    return Rest(int((DAYS_A_YEAR * DAY - _used(row, now)) // DAY), row.vacation_until if _resting(row, now) else None)


def take(tx: Transaction, user: UserId, days: int, now: float) -> float:
    """Go on vacation for so many days from now, or come back (0). Unused days are given back. Raises TooMany."""
    row = _row(tx, user)
    used = _used(row, now)
    if used + days * DAY > DAYS_A_YEAR * DAY:
        left = int((DAYS_A_YEAR * DAY - used) // DAY)
        raise TooMany(f"Only {left} of this year's {DAYS_A_YEAR} vacation days are left. Take fewer.")
    until, rest = now + days * DAY, of(row)
    values: UserValues = {
        "vacation_year": _year(now),
        "vacation_used": used + days * DAY,
        "vacation_from": rest[0] if rest is not None and _resting(row, now) else now,
        "vacation_until": until,
    }
    users.change(tx, user, values)
    return until


def _row(tx: Transaction, user: UserId) -> UserRow:
    row = users.by_id(tx, user)
    if row is None:
        raise NotFound("There is no such user.")
    return row


def _year(now: float) -> int:
    return datetime.fromtimestamp(now, UTC).year


def of(row: UserRow) -> tuple[float, float] | None:
    """A user's vacation, from and until; past and future ones too."""
    if row.vacation_from is None or row.vacation_until is None:
        return None
    return row.vacation_from, row.vacation_until


def _resting(row: UserRow, now: float) -> bool:
    return stands_still(of(row), now)


def _used(row: UserRow, now: float) -> float:
    """Seconds of this year's vacation that are gone; what is left of one that runs could be given back."""
    used: float = row.vacation_used if row.vacation_year == _year(now) else 0.0
    rest = of(row)
    return max(0.0, used - (rest[1] - now)) if rest is not None and _resting(row, now) else used
