"""Rate limits: how often one address or one player may knock at the doors that cost something."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from limits import RateLimitItem, parse_many
from limits.aio.storage import Storage
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import StorageError
from limits.storage import storage_from_string

from sheepfold.core.prose import plural
from sheepfold.web.problems import TooMany

PACES: Final[Mapping[str, str]] = {
    "login": "10/minute;60/hour",
    "guests": "20/minute;200/hour",
    "sign-up": "5/minute;30/hour",
    "tables": "30/minute;300/hour",
    "seats": "30/minute;600/hour",
    "chat": "20/minute;300/hour",
    "tokens": "20/hour",
    "moves": "20/second;300/minute",
    "choices": "40/second;1200/minute",
    "drawings": "10/second;240/minute",
}
"""What may be done how often, each counted per player (per address where nobody is signed in yet)."""


class Pace:
    """Counts knocks. In memory for one process; in Redis when processes share their bus there."""

    def __init__(self, storage: str, *, on: bool, paces: Mapping[str, str] = PACES) -> None:
        more = {"implementation": "redispy"} if "redis" in storage else {}
        made = storage_from_string(storage, wrap_exceptions=True, **more)
        assert isinstance(made, Storage)
        self._limiter = MovingWindowRateLimiter(made)
        self._paces: dict[str, list[RateLimitItem]] = {name: list(parse_many(text)) for name, text in paces.items()}
        self._on = on

    async def knock(self, what: str, who: str) -> None:
        """Count one knock. Raises TooMany, saying when to come back."""
        if not self._on:
            return
        with suppress(StorageError):  # a Redis that is down must not stop the games
            for item in self._paces[what]:
                if not await self._limiter.hit(item, what, who):
                    window = await self._limiter.get_window_stats(item, what, who)
                    wait = max(1, math.ceil(window.reset_time - time.time()))
                    raise TooMany(f"That was too often; please wait {plural(wait, 'second')}.", retry_after=wait)


def neighbourhood(address: str) -> str:
    """An address as counted: one IPv4 address, or the /64 that an IPv6 household owns."""
    try:
        found = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(ip_network((found, 64), strict=False))
        found = found.ipv4_mapped  # a server that listens at :: sees all of IPv4 within one /64
    return str(found)
