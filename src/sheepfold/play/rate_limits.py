"""Rate limits: one table of all of them, and the token buckets that count them.

A bucket is one number, the moment at which it will be full again. What is taken moves that moment on; what would move
it further than an empty bucket takes to fill must wait. Buckets are kept in memory (here), or in the database where all
processes share them and they are exact (``Budgets``). What is limited otherwise, such as the number of open sockets or
the work that waits for a thread, is no rate and not here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from sheepfold.store import Transaction
from sheepfold.store import host as kept

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

MOST_KEYS: Final = 200_000
"""Keys in a generation of buckets: some 30 MB, however many addresses somebody has."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So much at once, and then so much more in every second."""

    burst: float
    per_second: float

    @property
    def fill(self) -> float:
        """Seconds that an empty bucket needs to be full again."""
        return self.burst / self.per_second


def hourly(burst: float, per_hour: float) -> Rate:
    """So many at once, and then so many more in an hour."""
    return Rate(burst, per_hour / 3600)


def daily(most: float) -> Rate:
    """So many in a day, at any time of it, and as many more in each day after."""
    return Rate(most, most / 86_400)


# -- the table ---------------------------------------------------------------------------------

LIMITS: Final[Mapping[tuple[str, str], Rate]] = {
    # milliseconds of the server's time: hundreds of pages at once, and then ten or so a second; a school at an address
    ("milliseconds", "player"): Rate(3_000, 150),
    ("milliseconds", "address"): Rate(8_000, 400),
    ("milliseconds", "nameless at an address"): Rate(4_000, 200),
    # what comes over a WebSocket: a command may come in pieces, so there may be more frames
    ("commands", "socket"): Rate(60, 20),
    ("frames", "socket"): Rate(240, 80),
    # what stays, or is mailed: enough for a school of sixty behind one address
    ("guests", "address"): hourly(120, 600),
    ("guests", "address in days"): daily(1_500),
    ("sign-up", "address"): hourly(80, 200),
    ("sign-up", "address in days"): daily(400),
    ("mail", "address"): hourly(80, 100),
    ("mail", "player"): hourly(4, 20),
    ("tables", "address"): hourly(300, 2_000),
    ("tables", "address in days"): daily(3_000),
    ("tables", "player"): hourly(30, 300),
    ("seats", "address"): hourly(400, 4_000),
    ("seats", "player"): hourly(30, 600),
    ("chat", "address"): hourly(400, 6_000),
    ("chat", "address in days"): daily(20_000),
    ("chat", "player"): hourly(20, 300),
    ("data", "address"): hourly(60, 60),
    ("data", "player"): hourly(4, 8),
    ("reviews", "address"): hourly(60, 120),
    ("reviews", "player"): hourly(6, 30),
    ("puzzles", "address"): hourly(600, 3_000),
    ("puzzles", "player"): hourly(60, 300),
    ("sheets", "address"): hourly(60, 120),
    ("sheets", "player"): hourly(6, 30),
    ("tokens", "address"): hourly(60, 120),
    ("tokens", "address in days"): daily(600),
    ("tokens", "player"): hourly(20, 20),
    # wrong passwords; ``FREE`` says how many of them are not slowed down
    ("wrong passwords", "browser"): hourly(20, 60),
    ("wrong passwords", "name at an address"): hourly(20, 60),
    ("wrong passwords", "address"): hourly(120, 360),
    ("wrong passwords", "name"): hourly(60, 120),
    # links that are mailed
    ("confirmation mails", "mail address"): daily(3),
    ("password mails", "player"): hourly(1, 1),
    # mails that come in, by who has proven to be the writer, or else by what the mail says
    ("mails received", "envelope sender"): hourly(120, 480),
    ("mails received", "all envelopes of people known here"): hourly(2_000, 20_000),
    ("mails received", "all reports"): hourly(500, 5_000),
    ("mails obeyed", "player"): hourly(60, 240),
    ("mails obeyed", "unknown address"): hourly(60, 240),
    ("mails obeyed", "all without proof"): hourly(2_000, 20_000),
    ("mails answered", "player"): hourly(60, 240),
    ("mails answered", "address without proof"): hourly(10, 30),
    ("mails answered", "unknown address"): daily(1),
    ("mails answered", "all unknown addresses"): hourly(20, 20),
    # commands that come by mail
    ("sign-up by mail", "writer"): hourly(4, 12),
    ("sign-up by mail", "everybody"): hourly(20, 20),
    ("mail by mail", "writer"): hourly(4, 20),
    ("tables by mail", "writer"): hourly(30, 300),
    ("seats by mail", "writer"): hourly(30, 600),
    ("chat by mail", "writer"): hourly(20, 300),
    ("puzzles by mail", "writer"): hourly(60, 300),
    ("reviews by mail", "writer"): hourly(6, 30),
}
"""How much of what, by whom. ``SHEEPFOLD_MAIL_STRANGERS`` replaces the numbers for all unknown addresses."""

FREE: Final[Mapping[str, int]] = {"browser": 5, "name at an address": 5, "address": 60, "name": 25}
"""Wrong passwords that are not slowed down. One name has more from everywhere than from one address, so that no single
address slows its owner down; an address has many, since a school logs in after the holidays."""
LONGEST_DELAY: Final = 10.0
"""Seconds for which a wrong password is slowed down, at most."""

FRAMES: Final = LIMITS["frames", "socket"]
COMMANDS: Final = LIMITS["commands", "socket"]


def delay(who: str, used: float) -> float:
    """Seconds for which the password waits that brings those of ``who`` to ``used``: each twice as long as the last."""
    beyond = round(used) - FREE[who]
    return min(LONGEST_DELAY, 2.0 ** (beyond - 1)) if beyond > 0 else 0.0


def table() -> Iterator[str]:
    """The table as the documentation prints it, line by line."""
    yield "| what | for each | at once | then |"
    yield "|---|---|---|---|"
    for (what, who), rate in LIMITS.items():
        yield f"| {what} | {who} | {rate.burst:,.0f} | {_pace(rate)} |"


def _pace(rate: Rate) -> str:
    for seconds, name in ((1, "second"), (3600, "hour"), (86_400, "day")):
        amount = rate.per_second * seconds
        if abs(amount - round(amount)) < 1e-6 and not (name == "hour" and rate.fill == 86_400):
            return f"{amount:,.0f} a {name}" if name != "hour" else f"{amount:,.0f} an hour"
    raise AssertionError(f"no whole number in a second, an hour or a day: {rate}")


# -- buckets in memory -------------------------------------------------------------------------


class TokenBucket:
    """One bucket, for one thing that is counted."""

    __slots__ = ("_clock", "_full_at", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock, self._full_at = rate, clock, 0.0

    def take(self, cost: float = 1.0) -> float:
        """Take so much. Seconds to wait if there was not enough; then nothing was taken."""
        now, rate = self._clock(), self._rate
        full_at = max(self._full_at, now) + cost / rate.per_second
        wait = full_at - now - rate.fill
        if wait > 0:
            return wait
        self._full_at = full_at
        return 0.0


class TokenBuckets:
    """Buckets of one rate, for any number of keys.

    A key that was not seen for as long as a bucket takes to fill is like new. So there are two generations of keys, and
    the older one is dropped as a whole: no key is ever looked for, and memory is bounded.
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
        """With what other processes let through, it takes so many seconds until the bucket is full again."""
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


# -- buckets in the database -----------------------------------------------------------------------


HAIR: Final = 1e-3
"""Seconds by which moments of today may differ after a few additions."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A request for so many tokens of the bucket of a key."""

    key: str
    rate: Rate
    cost: float = 1.0

    @classmethod
    def of(cls, what: str, who: str, key: str = "") -> Claim:
        """One token under the rate limit of that name; the key says whose bucket."""
        return cls(f"{what} by {who} {key}", LIMITS[what, who])

    @property
    def seconds(self) -> float:
        """How long the bucket takes to refill by the cost."""
        return self.cost / self.rate.per_second


@dataclass(frozen=True, slots=True)
class Claimed:
    """The answer to claims: granted, with what is in use of each budget now; or refused, for ``wait`` seconds."""

    wait: float = 0.0
    used: tuple[float, ...] = ()


class Budgets:
    """Exact across processes, at the price of a write: for what is rare and costs much."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @property
    def shared(self) -> bool:
        """Whether other servers may take from the same budgets."""
        return self._engine.store.shared

    async def take(self, *claims: Claim) -> Claimed:
        """Take all that is claimed, or nothing. Raises Busy."""
        return await self._engine.write(lambda tx: take(tx, claims, self._engine.now))

    async def give_back(self, *claims: Claim) -> None:
        """Returns tokens that were not needed. Raises Busy."""
        await self._engine.write(lambda tx: give_back(tx, claims, self._engine.now))

    async def merge(self, spent: Sequence[Claim]) -> Mapping[str, float]:
        """Add what this process let through; for each key the seconds until its budget is whole again. Raises Busy."""
        return await self._engine.write(lambda tx: merge(tx, spent, self._engine.now))

    async def tidy(self) -> None:
        """Deletes full buckets. Raises Busy."""
        await self._engine.write(lambda tx: kept.forget_full_budgets(tx, self._engine.now))


def take(tx: Transaction, claims: Sequence[Claim], now: float) -> Claimed:
    """Takes all that is claimed, or nothing."""
    owed = _owed(tx, claims, now)
    after = {claim: owed[claim] + claim.seconds for claim in claims}
    wait = max(seconds - claim.rate.fill for claim, seconds in after.items())
    if wait > HAIR:
        return Claimed(wait=wait)
    _set(tx, after, now)
    return Claimed(used=tuple(after[claim] * claim.rate.per_second for claim in claims))


def give_back(tx: Transaction, claims: Sequence[Claim], now: float) -> None:
    owed = _owed(tx, claims, now)
    _set(tx, {claim: owed[claim] - claim.seconds for claim in claims}, now)


def merge(tx: Transaction, spent: Sequence[Claim], now: float) -> dict[str, float]:
    """What was let through counts, even where it is more than there was: up to a second whole budget."""
    owed = _owed(tx, spent, now)
    after = {claim: min(owed[claim] + claim.seconds, 2 * claim.rate.fill) for claim in spent}
    _set(tx, after, now)
    return {claim.key: seconds for claim, seconds in after.items()}


def _owed(tx: Transaction, claims: Sequence[Claim], now: float) -> dict[Claim, float]:
    """For each claim the seconds until its budget is whole, if nothing more is taken; nobody else changes it meanwhile.

    Everybody takes keys in one order, so that no two transactions wait for each other. A clock that was set back locks
    nobody out: no budget is further behind than it can be.
    """
    keys = sorted(digest(claim.key) for claim in claims)
    found = {key: moment - now for key, moment in kept.hold_budgets(tx, keys).items()}
    owed = {claim: found[digest(claim.key)] for claim in claims}
    impossible = {claim: 2 * claim.rate.fill for claim in claims if owed[claim] > 2 * claim.rate.fill + HAIR}
    _set(tx, impossible, now)
    return {claim: max(0.0, seconds) for claim, seconds in (owed | impossible).items()}


def _set(tx: Transaction, owed: Mapping[Claim, float], now: float) -> None:
    kept.set_budgets(tx, {digest(claim.key): now + seconds for claim, seconds in owed.items()})


def digest(key: str) -> str:
    """Keys hold addresses, and whatever somebody typed as a name: none of it is kept as it is."""
    return blake2b(key.encode(errors="replace"), digest_size=16).hexdigest()
