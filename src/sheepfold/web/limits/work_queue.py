"""Slow work: off the event loop, one piece at a time, and few for each address, so that moves never wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, TypeVar

from sheepfold.web.limits.rate_limits import SOON, refusal

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
