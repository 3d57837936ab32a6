"""Token buckets that all processes of one database share: exact, at the price of a write.

A budget is a bucket as in ``rate_limits``, stored as the moment at which it will be whole again. One that is whole
is not stored at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from sheepfold.play.engine import Engine
from sheepfold.play.rate_limits import LIMITS, Rate
from sheepfold.store import Transaction
from sheepfold.store.host import budgets as kept

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
        await self._engine.write(lambda tx: kept.forget_whole(tx, self._engine.now))


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
    found = {key: moment - now for key, moment in kept.hold(tx, keys).items()}
    owed = {claim: found[digest(claim.key)] for claim in claims}
    impossible = {claim: 2 * claim.rate.fill for claim in claims if owed[claim] > 2 * claim.rate.fill + HAIR}
    _set(tx, impossible, now)
    return {claim: max(0.0, seconds) for claim, seconds in (owed | impossible).items()}


def _set(tx: Transaction, owed: Mapping[Claim, float], now: float) -> None:
    kept.set_whole(tx, {digest(claim.key): now + seconds for claim, seconds in owed.items()})


def digest(key: str) -> str:
    """Keys hold addresses, and whatever somebody typed as a name: none of it is kept as it is."""
    return blake2b(key.encode(errors="replace"), digest_size=16).hexdigest()
