"""The puzzle of the day by mail: once a day to whoever asked for it, however many servers run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold import puzzles
from sheepfold.play.notices import outbox
from sheepfold.play.notices.outbox import Kind
from sheepfold.play.notices.recipients import PUZZLES_AT
from sheepfold.play.terms import DAY
from sheepfold.store import Transaction
from sheepfold.store.people import users

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

AT_ONCE: Final = 200
"""So many are put into the outbox in one transaction."""


def mail_day(now: float) -> int:
    """The day whose puzzle was to be mailed last."""
    return int((now - PUZZLES_AT) // DAY)


class DailyPuzzle:
    """One per process."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._done: int | None = None

    async def mail(self) -> None:
        """Put the day's puzzle into the outbox for all who want it, unless that was done. Raises Busy."""
        engine, today = self._engine, mail_day(self._engine.now)
        if not engine.setup.mail or self._done == today:
            return
        while await engine.write(lambda tx: _put(tx, today, engine.now)):
            pass
        self._done = today


def _put(tx: Transaction, today: int, now: float) -> bool:
    """Do it for some of them; whether there were any. The day is noted with each in the same transaction."""
    found = users.take_puzzle_mail(tx, today, AT_ONCE)
    for user in found:
        puzzle = puzzles.of_the_day(today).id
        outbox.put(tx, f"{Kind.PUZZLE} {user}", Kind.PUZZLE, now=now, user=user, content=puzzle)
    return bool(found)
