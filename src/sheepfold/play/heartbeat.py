"""The heartbeat: a server says in the store that it is alive, all agree there on the time, and time in which nobody
could move is given back: no server was there, the machine slept, or the store took nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, case, insert, select, update

from sheepfold.play import clock as clocks
from sheepfold.play.agreed_time import DRIFT, AgreedTime, agree
from sheepfold.play.clock import Times
from sheepfold.play.errors import Busy
from sheepfold.play.terms import Clock
from sheepfold.store import race, schema

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

tables, heartbeat, seats, users = schema.tables, schema.heartbeat, schema.seats, schema.users

BEAT: Final = 2.0
"""Seconds between heartbeats."""
DOWN: Final = 5.0
"""A longer silence than this says that no server was there."""
STALL: Final = 1.0
"""A store that takes nothing for longer than this lets nobody move."""
CATCH_UP: Final = 600.0
"""Seconds after which a clock that was set forward is believed."""
AGAIN: Final = 3
"""How often a beat that itself took long is followed by another, before a slow store is taken as it is."""


@dataclass(frozen=True, slots=True)
class Beat:
    """What was agreed: the time at some moment between two of ``elapsed``, and how many seconds were given back."""

    now: float
    low: float
    high: float
    ahead: float = 0.0
    gave_back: float = 0.0


class Heartbeat:
    """One process's own. Whoever is about to charge or to judge asks first whether it is ``sure`` of the time."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()
        self.regular = False
        """Whether this process beats by itself: then a silence of its own says that it was not there."""
        self.last = -float("inf")
        """When the last beat was done."""
        self.given = 0.0
        """How many seconds this process has given back."""
        self._begun = -float("inf")
        self._doubt: float | None = None
        self.missed = False
        """Whether the store did not take the last one."""
        self._behind: tuple[float, float] | None = None
        """By how much a clock was set forward, and since when it stands so."""

    @property
    def sure(self) -> bool:
        """Whether everybody could move in all the time that will be charged now."""
        return self._doubt is None and not self._silent

    @property
    def _silent(self) -> bool:
        return self.regular and self._engine.now - self.last > DOWN

    def doubt(self, since: float) -> None:
        """The store took nothing from then on, as far as is known."""
        self._doubt = since if self._doubt is None else min(since, self._doubt)

    async def be_sure(self) -> None:
        if not self.sure:
            await self.beat()

    async def beat(self) -> None:
        """Say that a server is alive, and what time it is. When this is done, nobody's clock holds time in which they
        could not move. Raises Busy."""
        asked = self._engine.now
        async with self._turn:
            if self._begun > asked and self.sure:
                return  # somebody else asked at the same time
            before = self.given
            await self._beat()
        if self.given != before:
            self._engine.clocks_moved()
        if await self._engine.overtaken():
            self._engine.hearsay.gap()

    async def _beat(self) -> None:
        engine = self._engine
        begun = engine.now
        alive = self.last if self._silent else begun
        alive = alive if self._doubt is None else min(alive, self._doubt)
        for _ in range(AGAIN):
            try:
                found = await engine.write(partial(self._in_store, alive=alive))
            except Busy:
                self.missed = True
                self.doubt(alive)
                raise
            self.missed = False
            engine.time.set(found.now, found.low, found.high)
            self._notice(found)
            self.given += found.gave_back
            if engine.now - found.now <= STALL:
                break
            alive = found.now  # it was stored, and then we heard nothing of it
        self._doubt, self._begun, self.last = None, begun, engine.now

    def _in_store(self, conn: Connection, alive: float) -> Beat:
        engine = self._engine
        read = engine.setup.now or partial(engine.store.clock, conn)
        return beat(conn, engine.time, read, alive, alone=engine.store.alone, anew=self._may_catch_up)

    @property
    def _may_catch_up(self) -> bool:
        return self._behind is not None and self._engine.time.elapsed() - self._behind[1] > CATCH_UP

    def _notice(self, found: Beat) -> None:
        """For how long a clock that is ahead of ours has been so."""
        if found.ahead > -DRIFT:
            self._behind = None
        elif self._behind is None or abs(found.ahead - self._behind[0]) > DRIFT:
            self._behind = found.ahead, found.high


def beat(
    conn: Connection, time: AgreedTime, read: Callable[[], float], alive: float, *, alone: bool, anew: bool
) -> Beat:
    """Move the heartbeat on. Everybody could move until ``alive``, as far as this process knows, or until the last
    beat of any other; what went by since is given back."""
    row = conn.execute(select(heartbeat).with_for_update()).first()
    low = time.elapsed()
    shown = read()
    high = time.elapsed()
    if row is None:
        with race():
            conn.execute(insert(heartbeat).values(id=1, at=shown, ahead=0.0))
        return Beat(shown, low, high)
    last, mine = row.at, time.reckoned(low, high)
    first = mine is None
    nobody = first and (alone or shown + row.ahead - last > DOWN)
    agreed = agree(last, row.ahead, shown, mine, anew=nobody or anew)
    conn.execute(update(heartbeat).values(at=agreed.now, ahead=agreed.ahead))
    known = last if first else max(alive, last)
    others = not alone and (first or last > alive)  # the last beat may be another's, who is still there
    if agreed.now - known <= (DOWN if others else STALL):
        return Beat(agreed.now, low, high, agreed.ahead)
    give_back(conn, known, agreed.now)
    return Beat(agreed.now, low, high, agreed.ahead, agreed.now - known)


def give_back(conn: Connection, start: float, end: float) -> None:
    """Nobody could move from ``start`` to ``end``: every clock that runs goes on as if that time had not been."""
    for row in _resting(conn, start, end):
        conn.execute(update(tables).where(tables.c.id == row["id"]).values(row))
    running = tables.c.due.is_not(None) & (tables.c.since < end)  # where nothing is due, nobody's time runs
    shift = case((tables.c.since <= start, end - start), else_=end - tables.c.since)
    conn.execute(update(tables).where(running).values(since=tables.c.since + shift, due=tables.c.due + shift))


def _resting(conn: Connection, start: float, end: float) -> Iterable[dict[str, Any]]:
    """Tables where a vacation falls into that time, or between it and the last time that clocks were charged: what is
    given back must not be what the vacation has given already, so these are charged one by one."""
    lately = (users.c.vacation_until > tables.c.since) & (users.c.vacation_from < end)
    query = (
        select(tables.c.id, tables.c.terms, tables.c.clock, tables.c.since, tables.c.to_move)
        .join_from(tables, seats)
        .join(users, users.c.id == seats.c.user_id)
        .where(tables.c.due.is_not(None) & (tables.c.since < end) & seats.c.sits & lately)
        .distinct()
    )
    people = select(seats.c.seat, users.c.vacation_from, users.c.vacation_until).join_from(seats, users)
    for row in conn.execute(query).all():
        clock = Clock(**json.loads(row.terms)["clock"])
        sitting = conn.execute(people.where((seats.c.table_id == row.id) & seats.c.sits)).all()
        ticking = frozenset(map(int, row.to_move.split())) & {person.seat for person in sitting}
        rests = {
            person.seat: (person.vacation_from, person.vacation_until)
            for person in sitting
            if person.vacation_until is not None
        }
        times = Times.from_json(row.clock, row.since)
        fresh = clocks.give_back(clock, times, ticking, start, end, rests)
        # When to look next, whoever looks works out: it is enough that somebody looks soon.
        yield {"id": row.id, "clock": fresh.to_json(), "since": fresh.since, "due": end}
