"""Vacations: a person's day clocks stand still for some days, so many in a year."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, select, update

from sheepfold.play.errors import NotFound, TooMany
from sheepfold.play.terms import DAY, UserId
from sheepfold.store import schema

users = schema.users

DAYS_A_YEAR: Final = 30


def take(conn: Connection, user: UserId, days: int, now: float) -> float:
    """Go on vacation for so many days from now, or come back (0). Unused days are given back. Raises TooMany."""
    row = conn.execute(select(users).where(users.c.id == user)).first()
    if row is None:
        raise NotFound("There is no such user.")
    year = datetime.fromtimestamp(now, UTC).year
    used = row.vacation_used if row.vacation_year == year else 0.0
    resting = row.vacation_until is not None and row.vacation_from <= now < row.vacation_until
    if resting:
        used = max(0.0, used - (row.vacation_until - now))
    if used + days * DAY > DAYS_A_YEAR * DAY:
        left = int((DAYS_A_YEAR * DAY - used) // DAY)
        raise TooMany(f"Only {left} of this year's {DAYS_A_YEAR} vacation days are left.")
    start = row.vacation_from if resting else now
    until = now + days * DAY
    values = {
        "vacation_year": year,
        "vacation_used": used + days * DAY,
        "vacation_from": start,
        "vacation_until": until,
    }
    conn.execute(update(users).where(users.c.id == user).values(values))
    return until
