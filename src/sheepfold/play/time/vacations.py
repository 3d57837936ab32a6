"""Vacations: a person's day clocks stand still for some days, so many in a year."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from sheepfold.play.errors import BadRequest, NotNow, TooMany
from sheepfold.play.people.users import existing, vacation_of
from sheepfold.play.tables import lists
from sheepfold.play.tables.draft import charged
from sheepfold.play.terms import DAY, Rest, Status, TableId, UserId
from sheepfold.play.time.clock import stands_still
from sheepfold.store import Transaction
from sheepfold.store.people import users
from sheepfold.store.people.users import UserRow

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

DAYS_A_YEAR: Final = 30


class Vacations:
    """One per service: ``service.vacations``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def take(self, user: UserId, days: int) -> float:
        """Stop the user's day clocks for so many days from now (0: end it). Returns when it ends. TooMany when
        this year's 30 days are used up."""
        if not 0 <= days <= DAYS_A_YEAR:
            raise BadRequest(f"A vacation has 0 to {DAYS_A_YEAR} days.")
        engine, now = self._engine, self._engine.now
        unfinished = await engine.read(lambda tx: lists.unfinished_of(tx, user))
        running = [table for table, status in unfinished.items() if status is Status.RUNNING]
        for table in running:  # charge what has passed under the old vacation, before it is overwritten
            await self._charge(table, now)
        until = await engine.write(lambda tx: take(tx, user, days, now))
        for table in running:
            engine.forget(table)
            await self._charge(table, now)
        return until

    async def of(self, user: UserId) -> Rest:
        """How many days of vacation the user has left this year, and until when one runs. Raises NotFound."""
        now = self._engine.now
        row = await self._engine.read(lambda tx: existing(tx, user))
        left = int((DAYS_A_YEAR * DAY - _used(row, now)) // DAY)
        return Rest(left, row.vacation_until if _resting(row, now) else None)

    async def _charge(self, table: TableId, now: float) -> None:
        """Settle the clocks; a game that does not replay has none that anybody could run out of."""
        with suppress(NotNow):
            await self._engine.change(table, lambda fresh: charged(fresh, now))


def take(tx: Transaction, user: UserId, days: int, now: float) -> float:
    """Go on vacation for so many days from now, or come back (0). Unused days are given back. Raises TooMany."""
    row = existing(tx, user)
    used = _used(row, now)
    if used + days * DAY > DAYS_A_YEAR * DAY:
        left = int((DAYS_A_YEAR * DAY - used) // DAY)
        raise TooMany(f"Only {left} of this year's {DAYS_A_YEAR} vacation days are left. Take fewer.")
    until, rest = now + days * DAY, vacation_of(row)
    values = {
        "vacation_year": _year(now),
        "vacation_used": used + days * DAY,
        "vacation_from": rest[0] if rest is not None and _resting(row, now) else now,
        "vacation_until": until,
    }
    users.change(tx, user, values)
    return until


def _year(now: float) -> int:
    return datetime.fromtimestamp(now, UTC).year


def _resting(row: UserRow, now: float) -> bool:
    return stands_still(vacation_of(row), now)


def _used(row: UserRow, now: float) -> float:
    """Seconds of this year's vacation that are gone; what is left of one that runs could be given back."""
    used: float = row.vacation_used if row.vacation_year == _year(now) else 0.0
    rest = vacation_of(row)
    return max(0.0, used - (rest[1] - now)) if rest is not None and _resting(row, now) else used
