"""Rate limits: what callers and addresses may cost the server, and how often what is dear may be done.

Every request costs what it takes of the server's time, in milliseconds, and is paid for from the budgets of its caller
and of its address. They are counted in this process and cost a microsecond; processes of one database tell each other
once a second what their busiest callers spent. What is rare and dear is counted in the database at once.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sheepfold.core.prose import plural
from sheepfold.play.errors import Busy
from sheepfold.play.host.budgets import Budgets, Claim, Rate, daily, hourly
from sheepfold.web.problems import TooOften

CALLER: Final = Rate(burst=3_000, per_second=150)
"""Milliseconds that one player may cost: hundreds of pages at once, and then ten or so a second."""
ADDRESS: Final = Rate(burst=8_000, per_second=400)
"""Milliseconds for all who call from one address: a school arrives at once, and plays."""
NAMELESS: Final = Rate(burst=4_000, per_second=200)
"""Milliseconds of that for those who are nobody yet, so that they cannot use up what players need."""

SOON: Final = 1.0
"""Seconds for which who asked for too much is kept waiting: often enough of the budget has come back by then."""
MOST_WAITING: Final = 1_000
"""Requests that are kept waiting at once; any more are refused immediately."""
MOST_NAPPING: Final = 200
"""Requests that wait longer than that, because of wrong passwords."""
MOST_KEYS: Final = 200_000
"""Keys in a generation of a meter: some 30 MB, however many addresses somebody has."""
EXCHANGE: Final = 1.0
"""Seconds between two exchanges with the other processes."""
BUSY: Final = 1 / 8
"""Who spends less than this share of what comes back is nobody whom other processes need to hear of."""
TOO_MUCH: Final = "That was too much at once"
TIDYING: Final = 300.0
"""Seconds between two looks for budgets that are whole."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Something dear: how often a caller may do it, and how often all at one address."""

    address: Rate
    caller: Rate | None = None
    in_days: Rate | None = None
    """What an address may leave behind in the long run, of what stays for some time."""


ALLOWANCES: Final[Mapping[str, Allowance]] = {
    "guests": Allowance(hourly(120, 600), in_days=daily(1_500)),
    "sign-up": Allowance(hourly(80, 200), in_days=daily(400)),
    "mail": Allowance(hourly(80, 100), caller=hourly(4, 20)),
    "tables": Allowance(hourly(300, 2_000), caller=hourly(30, 300), in_days=daily(3_000)),
    "seats": Allowance(hourly(400, 4_000), caller=hourly(30, 600)),
    "chat": Allowance(hourly(400, 6_000), caller=hourly(20, 300), in_days=daily(20_000)),
    "data": Allowance(hourly(60, 60), caller=hourly(4, 8)),
    "tokens": Allowance(hourly(60, 120), caller=hourly(20, 20), in_days=daily(600)),
}
"""Enough for a school of sixty behind one address. Whoever gives a mail address hears whether it is known here."""


class Meter:
    """One rate for any number of keys, in this process: for each that is used, when its budget will be whole again.

    Who was not seen for as long as a budget takes to fill is like new. So there are two generations of keys, and the
    older one is dropped as a whole: no key is ever looked for, and memory is bounded.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, most: int = MOST_KEYS) -> None:
        self.rate, self._clock, self._most = rate, clock, most
        self._young: dict[str, float] = {}
        self._old: dict[str, float] = {}
        self._born = clock()

    def wait(self, key: str, cost: float) -> float:
        """Seconds until so much may be spent; not above 0: it may be now."""
        return self._owed(key, self._clock()) + cost / self.rate.per_second - self.rate.fill

    def spend(self, key: str, cost: float) -> None:
        """Whether or not there is as much."""
        now = self._clock()
        self._set(key, now, self._owed(key, now) + cost / self.rate.per_second)

    def learn(self, key: str, owed: float) -> None:
        """With what other processes let through, it takes so many seconds until the budget is whole again."""
        now = self._clock()
        self._set(key, now, max(self._owed(key, now), owed))

    def _owed(self, key: str, now: float) -> float:
        found = self._young.get(key)
        full_at = self._old.get(key, 0.0) if found is None else found
        return max(full_at - now, 0.0)

    def _set(self, key: str, now: float, owed: float) -> None:
        if now - self._born > 2 * self.rate.fill or len(self._young) >= self._most:
            self._old, self._young, self._born = self._young, {}, now
        self._young[key] = now + owed

    def __len__(self) -> int:
        return len(self._young) + len(self._old)


class Limits:
    """All limits of one process; ``on`` is whether there are any."""

    def __init__(
        self,
        budgets: Budgets,
        *,
        on: bool = True,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
        actions: Mapping[str, Allowance] = ALLOWANCES,
    ) -> None:
        self._budgets, self._on, self._sleep, self._allowances = budgets, on, sleep, actions
        self._meters = {"user": Meter(CALLER, clock), "at": Meter(ADDRESS, clock), "nobody": Meter(NAMELESS, clock)}
        self._spent: dict[str, float] = {}
        self._waiting = self._napping = 0

    async def check(self, cost: float, address: str) -> None:
        """Who could not pay anyway is refused before it is even looked up who that is. Raises TooOften."""
        if self._on and (wait := self._wait(cost, address)) > SOON:
            await self._slow_down(wait)

    async def spend(self, cost: float, *who: str) -> None:
        """Pay for a request from all budgets of ``user:ID``, ``at:ADDRESS`` or ``nobody:ADDRESS``, or from none.

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
        return self._meters[who.partition(":")[0]].wait(who, cost)

    def _charge(self, cost: float, who: str) -> None:
        self._meters[who.partition(":")[0]].spend(who, cost)
        if self._budgets.shared:
            self._spent[who] = self._spent.get(who, 0.0) + cost

    async def _slow_down(self, wait: float) -> None:
        """Refusals wait too: who asks without end would otherwise keep the server busy with nothing else."""
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
        """Let somebody wait longer, at no cost but a request that sleeps. Raises TooOften when too many do."""
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
        """Count something dear, exactly, whichever process it comes to. Raises TooOften."""
        allowance = self._allowances[what]
        claims = [Claim(f"{what} {address}", allowance.address)]
        if allowance.in_days is not None:
            claims.append(Claim(f"{what} in days {address}", allowance.in_days))
        if caller is not None and allowance.caller is not None:
            claims.append(Claim(f"{what} {caller}", allowance.caller))
        await self.claim(*claims)

    async def claim(self, *claims: Claim, why: str = TOO_MUCH) -> tuple[float, ...]:
        """Take from budgets in the database: all or nothing. What is now in use of each. Raises TooOften."""
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
        """What was claimed was not needed."""
        if self._on:
            with suppress(Busy):
                await self._budgets.give_back(*claims)

    async def run(self) -> None:
        """Exchange with the other processes, where there may be any, and tidy up, for ever."""
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
        """Say what the busiest spent here, hear what they spent everywhere. Raises Busy."""
        spent, self._spent = self._spent, {}
        claims = []
        for who, cost in spent.items():
            rate = self._meters[who.partition(":")[0]].rate
            if cost >= BUSY * EXCHANGE * rate.per_second:
                claims.append(Claim(who, rate, cost))
        if claims:
            for who, owed in (await self._budgets.merge(claims)).items():
                meter = self._meters[who.partition(":")[0]]
                meter.learn(who, owed + self._spent.get(who, 0.0) / meter.rate.per_second)


def refusal(wait: float, why: str = TOO_MUCH) -> TooOften:
    """What somebody hears who must come back later."""
    seconds = max(1, math.ceil(wait))
    return TooOften(f"{why}; please wait {plural(seconds, 'second')}.", retry_after=seconds)
