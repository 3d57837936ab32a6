"""Rate limits: what callers and addresses may cost the server, and how often what is dear may be done.

Every request costs what it takes of the server's time, in milliseconds, and is paid for from the budgets of its caller
and of its address. They are counted in this process and cost a microsecond; processes of one database tell each other
once a second what their busiest callers spent. What is rare and dear is counted in the database at once.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from sheepfold.core.words.prose import plural
from sheepfold.play.errors import Busy
from sheepfold.play.rate_limits import LIMITS, Budgets, Claim, TokenBuckets
from sheepfold.web.problems import TooOften

PAYERS: Final = {"user": "player", "at": "address", "nobody": "nameless at an address"}
"""Who pays with the server's time, by how the names of payers begin."""
SOON: Final = 1.0
"""Seconds for which who asked for too much is kept waiting: often enough of the budget has come back by then."""
MOST_WAITING: Final = 1_000
"""Requests that are kept waiting at once; any more are refused immediately."""
MOST_NAPPING: Final = 200
"""Requests that wait longer than that, because of wrong passwords."""
EXCHANGE: Final = 1.0
"""Seconds between two exchanges with the other processes."""
BUSY: Final = 1 / 8
"""Who spends less than this share of what comes back is nobody whom other processes need to hear of."""
TOO_MUCH: Final = "Too many requests"
TIDYING: Final = 300.0
"""Seconds between two looks for budgets that are whole."""


class Limits:
    """All limits of one process; ``on`` is whether there are any."""

    def __init__(
        self,
        budgets: Budgets,
        *,
        on: bool = True,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
    ) -> None:
        self._budgets, self._on, self._sleep = budgets, on, sleep
        self._buckets = {prefix: TokenBuckets(LIMITS["milliseconds", who], clock) for prefix, who in PAYERS.items()}
        self._spent: dict[str, float] = {}
        self._waiting = self._napping = 0

    async def check(self, cost: float, address: str) -> None:
        """Who could not pay anyway is refused before it is even looked up who that is. Raises TooOften."""
        if self._on and (wait := self._wait(cost, address)) > SOON:
            await self._slow_down(wait)

    async def spend(self, cost: float, *who: str) -> None:
        """Takes what a request costs from all buckets of ``user:ID``, ``at:ADDRESS`` or ``nobody:ADDRESS``, or none.

        Who has not enough is kept waiting a moment, and then served, or refused: TooOften.
        """
        if not self._on:
            return
        wait = max([self._wait(cost, one) for one in who])
        if wait <= SOON:
            for one in who:
                self._charge(cost, one)
        if wait > 0:
            await self._slow_down(wait)

    def _wait(self, cost: float, who: str) -> float:
        return self._buckets[who.partition(":")[0]].wait(who, cost)

    def _charge(self, cost: float, who: str) -> None:
        self._buckets[who.partition(":")[0]].spend(who, cost)
        if self._budgets.shared:
            self._spent[who] = self._spent.get(who, 0.0) + cost

    async def _slow_down(self, wait: float) -> None:
        """Delays the answer. Refusals are delayed too: else a client that asks without end keeps the server busy."""
        if self._waiting < MOST_WAITING:
            self._waiting += 1
            try:
                await self._sleep(min(wait, SOON))
            finally:
                self._waiting -= 1
        elif wait <= SOON:
            raise refusal(SOON)
        if wait > SOON:
            raise refusal(wait - SOON)

    async def nap(self, seconds: float, why: str) -> None:
        """Delays an answer for longer, while only its request sleeps. Raises TooOften when too many do."""
        if not self._on or not seconds:
            return
        if self._napping >= MOST_NAPPING:
            raise refusal(seconds, why)
        self._napping += 1
        try:
            await self._sleep(seconds)
        finally:
            self._napping -= 1

    async def count(self, what: str, address: str, caller: str | None = None) -> None:
        """Takes one token of a rate limit, exactly, across all processes. Raises TooOften."""
        keys = {"address": address, "address in days": address, "player": caller}
        await self.claim(*(Claim.of(what, who, key) for who, key in keys.items() if key and (what, who) in LIMITS))

    async def claim(self, *claims: Claim, why: str = TOO_MUCH) -> tuple[float, ...]:
        """Takes from buckets in the database, all or nothing; what is now in use of each. Raises TooOften."""
        if not self._on:
            return (0.0,) * len(claims)
        try:
            taken = await self._budgets.take(*claims)
        except Busy:  # a database that is away must not stop anybody who needs none of it
            return (0.0,) * len(claims)
        if taken.wait:
            raise refusal(taken.wait, why)
        return taken.used

    async def give_back(self, *claims: Claim) -> None:
        """Returns tokens that were not needed."""
        if self._on:
            with suppress(Busy):
                await self._budgets.give_back(*claims)

    async def run(self) -> None:
        """Exchanges with other processes, where there may be any, and deletes full buckets, for ever."""
        exchanges = int(TIDYING / EXCHANGE) if self._budgets.shared else 0
        while self._on:
            for _ in range(exchanges):
                await self._sleep(EXCHANGE)
                with suppress(Busy):
                    await self.exchange()
            if not exchanges:
                await self._sleep(TIDYING)
            with suppress(Busy):
                await self._budgets.tidy()

    async def exchange(self) -> None:
        """Adds what the busiest callers spent here to the database, and reads what all have spent. Raises Busy."""
        spent, self._spent = self._spent, {}
        claims = []
        for who, cost in spent.items():
            rate = self._buckets[who.partition(":")[0]].rate
            if cost >= BUSY * EXCHANGE * rate.per_second:
                claims.append(Claim(who, rate, cost))
        if claims:
            for who, owed in (await self._budgets.merge(claims)).items():
                buckets = self._buckets[who.partition(":")[0]]
                buckets.learn(who, owed + self._spent.get(who, 0.0) / buckets.rate.per_second)


def refusal(wait: float, why: str = TOO_MUCH) -> TooOften:
    """The error for somebody who must come back later."""
    seconds = max(1, math.ceil(wait))
    return TooOften(f"{why}: wait {plural(seconds, 'second')}.", retry_after=seconds)


AT_ONCE: Final = 2
"""Pieces of one address in the line of all; the others of that address wait for those."""
MOST: Final = 128
"""Pieces of one address that may wait at all: a school may open its tables at the same moment."""

T = TypeVar("T")


@dataclass(slots=True)
class _Place:
    """An address that has work here."""

    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))
    pieces: int = 0


class WorkQueue:
    """One thread: only one runs at a time anyway, and the interpreter lets the event loop in every few milliseconds."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._places: dict[str, _Place] = {}

    async def run(self, address: str, work: Callable[[], T]) -> T:
        """What the work comes to. Raises TooOften when an address has too much of it, and what the work raises."""
        place = self._places.setdefault(address, _Place())
        if place.pieces >= MOST:
            raise refusal(SOON)
        place.pieces += 1
        try:
            async with place.turns:
                return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            place.pieces -= 1
            if not place.pieces:
                del self._places[address]

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
