"""The heartbeat: servers record in the store that they are alive and agree there on the time.

Down time is given back to all clocks: no server ran, the machine slept, or the store took no writes. A clock that
somebody can set is only ever read through the store (the database's own, or the machine's where the database is a
file), and what is read is compared with what has elapsed since: a clock that was set moves nothing.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from sheepfold.play.errors import Busy
from sheepfold.play.terms import Clock
from sheepfold.play.time import clock as clocks
from sheepfold.play.time.clock import Times
from sheepfold.store import Transaction
from sheepfold.store import heartbeat as kept
from sheepfold.store.heartbeat import LastBeat, RestingTable

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine


DRIFT: Final = 0.25
"""Seconds by which two clocks may have come to differ by themselves; they are followed. More: somebody set one."""
SLOWER: Final = 0.01
"""The share by which time goes more slowly while it is ahead of a clock that was set back."""


if hasattr(time, "CLOCK_BOOTTIME"):  # asked here, once: the time is looked at a dozen times at every move

    def elapsed() -> float:
        """Seconds that went by, also while the machine slept where the system can tell; nobody can set this clock."""
        return time.clock_gettime(time.CLOCK_BOOTTIME)

else:
    elapsed = time.monotonic


def agree(last: float, ahead: float, read: float, mine: tuple[float, float] | None, *, anew: bool) -> LastBeat:
    """What time it is, if it was ``last`` when some server said so, ``ahead`` of a clock that shows ``read`` now, and
    between the two of ``mine`` by what this server reckons itself (None: it has just begun).

    It never goes back. The answer says, too, by how much it is ahead of that clock. ``anew`` says that it may jump on
    to what the clock shows.
    """
    told = read if anew else read + ahead
    if mine is not None and not anew and _was_set(told, mine) and last <= mine[1] + DRIFT:
        told = sum(mine) / 2  # it goes on as it went before; others who are ahead of us would have it otherwise
    now = max(told, last)
    if mine is not None and now > read:
        now -= min(now - read, SLOWER * (now - last))
    return LastBeat(now, now - read)


def _was_set(told: float, mine: tuple[float, float]) -> bool:
    return not mine[0] - DRIFT <= told <= mine[1] + DRIFT


class AgreedTime:
    """One process's share of it: ``now`` costs nothing and never goes back."""

    def __init__(self, elapsed: Callable[[], float], before: Callable[[], float]) -> None:
        """``before`` gives the time until servers have agreed on one."""
        self.elapsed, self._before = elapsed, before
        self._offset: float | None = None
        self._latest = 0.0

    @property
    def now(self) -> float:
        if self._offset is None:
            return self._before()
        now = self.elapsed() + self._offset
        if now > self._latest:
            self._latest = now
        return self._latest

    def reckoned(self, low: float, high: float) -> tuple[float, float] | None:
        """The time in the house at two moments of ``elapsed``; None: nothing was agreed yet."""
        return None if self._offset is None else (low + self._offset, high + self._offset)

    def set(self, now: float, low: float, high: float) -> None:
        """It was agreed that it was ``now`` at some moment between the two. What fits is left as it is, so that a slow
        answer, which says little, changes nothing."""
        if self._offset is None or _was_set(now, (low + self._offset, high + self._offset)):
            self._offset = now - (low + high) / 2
        else:
            self._offset = min(max(self._offset, now - high), now - low)


BEAT: Final = 2.0
"""Seconds between heartbeats."""
DOWN: Final = 5.0
"""A longer gap between beats counts as down time."""
STALL: Final = 1.0
"""A write that takes longer than this counts as down time."""
CATCH_UP: Final = 600.0
"""Seconds after which a system clock that was set forward is trusted."""
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
        """Records that the store may have taken no writes since that moment."""
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
            self._engine.announce("clocks")
        if await self._engine.overtaken():
            self._engine.invalidation.gap()

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

    def _in_store(self, tx: Transaction, alive: float) -> Beat:
        engine = self._engine
        read = engine.setup.now or partial(engine.store.clock, tx)
        return beat(tx, engine.time, read, alive, alone=engine.store.alone, anew=self._may_catch_up)

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
    tx: Transaction, time: AgreedTime, read: Callable[[], float], alive: float, *, alone: bool, anew: bool
) -> Beat:
    """Move the heartbeat on. Everybody could move until ``alive``, as far as this process knows, or until the last
    beat of any other; what went by since is given back."""
    row = kept.hold(tx)
    low = time.elapsed()
    shown = read()
    high = time.elapsed()
    if row is None:
        kept.begin(tx, shown)
        return Beat(shown, low, high)
    last, mine = row.at, time.reckoned(low, high)
    first = mine is None
    nobody = first and (alone or shown + row.ahead - last > DOWN)
    now, ahead = agreed = agree(last, row.ahead, shown, mine, anew=nobody or anew)
    kept.move_on(tx, agreed)
    known = last if first else max(alive, last)
    others = not alone and (first or last > alive)  # the last beat may be another's, who is still there
    if now - known <= (DOWN if others else STALL):
        return Beat(now, low, high, ahead)
    give_back(tx, known, now)
    return Beat(now, low, high, ahead, now - known)


def give_back(tx: Transaction, start: float, end: float) -> None:
    """Nobody could move from ``start`` to ``end``: every clock that runs goes on as if that time had not been."""
    for table in list(kept.resting(tx, end)):
        _charge(tx, table, start, end)
    kept.shift(tx, start, end)


def _charge(tx: Transaction, table: RestingTable, start: float, end: float) -> None:
    """A table where a vacation falls into that time, or between it and the last time that clocks were charged: what is
    given back must not be what the vacation has given already, so these are charged one by one."""
    clock = Clock(**json.loads(table.terms)["clock"])
    ticking = frozenset(map(int, table.to_move.split())).intersection(table.rests)
    rests = {seat: rest for seat, rest in table.rests.items() if rest is not None}
    times = Times.from_json(table.clock, table.since)
    fresh = clocks.give_back(clock, times, ticking, start, end, rests)
    # When to look next, whoever looks works out: it is enough that somebody looks soon.
    kept.charge(tx, table.id, fresh.to_json(), fresh.since, end)
