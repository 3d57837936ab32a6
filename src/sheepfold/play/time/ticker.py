"""What happens by itself as time goes by: forfeits, reminders, bots that were left alone, the puzzle of the day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from sheepfold.play.engine import Engine
from sheepfold.play.errors import Busy, PlayError
from sheepfold.play.host.clean_up import STEP, Cleaner
from sheepfold.play.notices.mail_wishes import DailyPuzzle
from sheepfold.play.notices.outbox import Reason
from sheepfold.play.tables import moves
from sheepfold.play.tables.draft import Draft
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Status, TableId
from sheepfold.play.time import clock as clocks
from sheepfold.play.time.heartbeat import BEAT
from sheepfold.store import heartbeat
from sheepfold.store.tables import lists

AT_ONCE: Final = 200
RESUMED_AT_ONCE: Final = 20
"""Tables with a bot to move that are resumed at once after a restart; others wait in the queue."""
COMPARE: Final = 2.0
"""Seconds between looks for what other servers stored without a word, however often a beat is taken meanwhile."""


class Ticker:
    """Looks at the tables that are due. Several processes may: each due thing happens once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._daily_puzzle = DailyPuzzle(engine)
        self.beat, self.clean = engine.heartbeat.beat, Cleaner(engine).step

    def run(self) -> None:
        """Runs every periodic job for ever, each in a task of its own, so that much work delays no heartbeat."""
        engine, tick = self._engine, self._engine.setup.tick
        engine.heartbeat.regular = True
        jobs = [(min(tick, BEAT), self._beat_when_due), (tick, self.tick), (STEP, self.clean)]
        if engine.store.shared:
            jobs.append((COMPARE, engine.invalidation.compare))
        for pause, work in jobs:
            engine.spawn(self._repeat(pause, work))

    async def _repeat(self, pause: float, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Does the work after every pause, whatever became of it the last time."""
        while True:
            await asyncio.sleep(pause)
            await asyncio.wait({self._engine.spawn(work())})

    async def _beat_when_due(self) -> None:
        """Beats at intervals of the clock that games go by."""
        if self._engine.now - self._engine.heartbeat.last >= BEAT:
            await self.beat()

    async def resume(self) -> None:
        """Set bots going that were thinking when the last server stopped, a few at a time."""
        engine = self._engine
        if not engine.setup.workers:
            return
        until, last = engine.now + engine.patience, (0.0, "")
        thinking = partial(lists.with_bots_to_move, until=until, limit=RESUMED_AT_ONCE)
        while found := await engine.read(partial(thinking, after=last)):
            for _, table in found:
                with suppress(PlayError):
                    await engine.change(table, lambda fresh: None)  # as it stands, with its bots set going
            last = found[-1]
            await engine.bot_workers.done()

    async def tick(self) -> None:
        """Deal with every table that is due. Nobody is called late unless the store takes a beat before: what was given
        back with it is theirs."""
        await self._daily_puzzle.mail()
        if not await self._due():
            return
        await self.beat()
        moment = self._engine.now
        for table in await self._due():
            await self._deal_with(table, moment)

    async def _due(self) -> Sequence[TableId]:
        return await self._engine.read(lambda tx: heartbeat.tables_due(tx, self._engine.now, AT_ONCE))

    async def _deal_with(self, table: TableId, moment: float) -> None:
        try:
            await self._engine.change(table, lambda fresh: due_now(fresh, moment, self._engine.now))
        except Busy:
            raise  # the table is as due as before: the next tick sees to it
        except PlayError:
            # A game or rules that are not here: only check-records can say more. Do not look again at once.
            later = self._engine.now + 3600
            await self._engine.write(lambda tx: heartbeat.put_off(tx, table, later))


def due_now(table: Table, moment: float, now: float) -> Draft | None:
    """A forfeit of whoever was late at that moment, reminders, or only the next time to look."""
    if table.status is not Status.RUNNING:
        return Draft(table, now)
    if late := moves.late(table, moment - clocks.GRACE):
        return moves.forfeit(table, late, now)
    draft = Draft(table, now)
    soon = clocks.to_remind(table.header.terms.clock, table.times, table.ticking, now, table.rests)
    if not soon:
        return draft
    draft.charge()
    draft.times = clocks.remind(table.header.terms.clock, draft.times, soon)
    people = (table.people.get(table.seat(seat).user or 0) for seat in soon)
    draft.told = {person: Reason.NAG for person in people if person is not None and (person.mail or person.push)}
    return draft
