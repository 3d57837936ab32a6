"""Time: forfeits, reminders, bots that were left alone, and the heartbeat that makes down time free."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, insert, select, update

from sheepfold.play import clock as clocks
from sheepfold.play import moves
from sheepfold.play.draft import Draft
from sheepfold.play.errors import Busy, PlayError
from sheepfold.play.house import House
from sheepfold.play.table import Table
from sheepfold.play.terms import Reminder, Status, TableId
from sheepfold.store import race, schema

tables, heartbeat = schema.tables, schema.heartbeat

BEAT: Final = 2.0
"""Seconds between heartbeats, and between looks for words that were lost."""
DOWN: Final = 10.0
"""A longer silence than this counts as down time and is given back."""
AT_ONCE: Final = 200


class Ticker:
    """Looks at the tables that are due. Several processes may: each due thing happens once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.ears: set[asyncio.Queue[Reminder]] = set()

    async def run(self) -> None:
        """Tick and beat for ever.

        The beat goes by the clock that games go by, and before the tick: a machine that slept, or a store that was
        away, gives the time back before anybody is called late.
        """
        beaten: float | None = None
        while True:
            now = self._house.now
            if beaten is None or not 0 <= now - beaten < BEAT:
                beaten = now if await self._survives(self.beat) else None
                if self._house.store.shared:
                    await self._survives(self._house.hearsay.sweep)
            if beaten is not None:
                await self._survives(self.tick)
            await asyncio.sleep(self._house.setup.tick)

    async def _survives(self, work: Callable[[], Coroutine[None, None, None]]) -> bool:
        """Whether it went well."""
        task = self._house.spawn(work())
        await asyncio.wait({task})
        return not task.cancelled() and task.exception() is None

    async def beat(self) -> None:
        """Say that a server is alive; if none was for a while, credit the time to all clocks."""
        now = self._house.now
        if await self._house.write(lambda conn: beat(conn, now)):
            self._house.forget_everything()
        if await self._house.store.overtaken():
            self._house.hearsay.gap()

    async def tick(self) -> None:
        """Deal with every table that is due."""
        now = self._house.now
        query = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(AT_ONCE)
        for table in await self._house.store.read(lambda conn: conn.execute(query).scalars().all()):
            await self._deal_with(table)

    async def _deal_with(self, table: TableId) -> None:
        reminders: list[Reminder] = []

        def decide(found: Table) -> Draft | None:
            reminders.clear()
            return due_now(found, self._house.now, reminders)

        try:
            await self._house.change(table, decide)
        except Busy:
            raise  # the table is as due as before: the next tick sees to it
        except PlayError:
            # A game or rules that are not here: only check-records can say more. Do not look again at once.
            later = {"due": self._house.now + 3600}
            await self._house.store.write(
                lambda conn: conn.execute(update(tables).where(tables.c.id == table).values(later))
            )
            return
        for reminder in reminders:
            for ear in self.ears:
                ear.put_nowait(reminder)


def due_now(table: Table, now: float, reminders: list[Reminder]) -> Draft | None:
    """A forfeit, reminders, or only the next time to look."""
    if table.status is not Status.RUNNING:
        return Draft(table, now)
    terms, ticking, rests = table.deed.terms, table.ticking, table.rests
    late = clocks.flags(terms.clock, table.times, ticking, now, rests)
    if late:
        return moves.forfeit(table, late, now)
    draft = Draft(table, now)
    soon = clocks.to_remind(terms.clock, table.times, ticking, now, rests)
    if not soon:
        return draft
    draft.settle()
    draft.times = replace(draft.times, reminded=draft.times.reminded | set(soon))
    for seat in soon:
        user = table.seat(seat).user
        if user is not None:
            reminders.append(Reminder(table.deed.id, user, seat, draft.times.left[seat]))
    return draft


def beat(conn: Connection, now: float) -> bool:
    """Move the heartbeat on; after a silence give every running clock the time back. Whether that was done."""
    last = conn.execute(select(heartbeat.c.at)).scalar()
    if last is None:
        with race():
            conn.execute(insert(heartbeat).values(id=1, at=now))
        return False
    mine = conn.execute(update(heartbeat).where(heartbeat.c.at == last).values(at=now)).rowcount == 1
    gap = now - float(last)
    if not mine or gap <= DOWN:  # another process was faster, and has seen to it
        return False
    shift = {"since": tables.c.since + gap, "due": tables.c.due + gap}
    conn.execute(update(tables).where(tables.c.due.is_not(None)).values(shift))  # others sleep: nobody's time runs
    return True
