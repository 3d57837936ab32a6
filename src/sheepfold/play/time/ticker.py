"""What happens by itself as time goes by: forfeits, reminders, bots that were left alone, the puzzle of the day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

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

SWEEP: Final = 3600.0
"""Seconds between two looks for what has been kept long enough."""
AT_ONCE: Final = 200
RESUMED_AT_ONCE: Final = 20
"""Tables with a bot to move that are resumed at once after a restart; others wait in the queue."""
COMPARE: Final = 2.0
"""Seconds between looks for what other servers stored without a word, however often a beat is taken meanwhile."""


class Ticker:
    """Looks at the tables that are due. Several processes may: each due thing happens once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.cleaner = Cleaner(engine)
        self._daily_puzzle = DailyPuzzle(engine)

    def run(self) -> None:
        """Runs every periodic job for ever, each in a task of its own, so that much work delays no heartbeat."""
        self._engine.heartbeat.regular = True
        self._engine.spawn(self._beats())
        self._engine.spawn(self._ticks())
        self._engine.spawn(self._sweeps())
        self._engine.spawn(self._cleans())
        if self._engine.store.shared:
            self._engine.spawn(self._compares())

    async def _beats(self) -> None:
        """Beats at intervals of the clock that games go by."""
        engine = self._engine
        while True:
            if engine.now - engine.heartbeat.last >= BEAT:
                await self._survives(self.beat)
            await asyncio.sleep(min(engine.setup.tick, BEAT))

    async def _compares(self) -> None:
        while True:
            await asyncio.sleep(COMPARE)
            await self._survives(self._engine.invalidation.compare)

    async def _ticks(self) -> None:
        while True:
            await self._survives(self.tick)
            await asyncio.sleep(self._engine.setup.tick)

    async def _sweeps(self) -> None:
        while True:
            await self._survives(self.sweep)
            await asyncio.sleep(SWEEP)

    async def _cleans(self) -> None:
        while True:
            await asyncio.sleep(STEP)
            await self._survives(self.clean)

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

    async def clean(self) -> None:
        """Runs the next step of the clean-up if it is due."""
        await self.cleaner.step()

    async def _survives(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        await asyncio.wait({self._engine.spawn(work())})

    async def beat(self) -> None:
        """Say that a server is alive, and give back time in which nobody could move."""
        await self._engine.heartbeat.beat()

    async def sweep(self) -> None:
        """Deletes what is past its retention."""
        await self._engine.write(self._engine.audit_log.sweep)

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
    draft.nagged = {person: Reason.NAG for person in people if person is not None and (person.mail or person.push)}
    return draft
