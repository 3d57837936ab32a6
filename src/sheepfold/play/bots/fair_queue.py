"""A fair queue: owners are served in turn, however many jobs each has; and who counts as one owner."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from sheepfold.core.memory import Memory
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import UserId

T = TypeVar("T")

MOST_GUESTS: Final = 50_000
"""Guests of whom it is kept from where they came."""


class FairQueue(Generic[T]):
    """Serves owners in turn (round robin), and the jobs of one owner in the order in which they came."""

    def __init__(self) -> None:
        self._lines: dict[str, deque[T]] = {}
        self._waiting = asyncio.Semaphore(0)
        self._unfinished = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def put(self, owners: Sequence[str], item: T) -> None:
        """Adds a job to the shortest line of its owners."""
        owner = min(owners, key=lambda name: len(self._lines.get(name, ())))
        self._lines.setdefault(owner, deque()).append(item)
        self._unfinished += 1
        self._idle.clear()
        self._waiting.release()

    async def get(self) -> T:
        """Takes the next job. Its owner's next turn comes after everybody else's."""
        await self._waiting.acquire()
        owner = next(iter(self._lines))
        line = self._lines.pop(owner)
        item = line.popleft()
        if line:
            self._lines[owner] = line
        return item

    def done(self) -> None:
        """Marks a job that was taken as finished."""
        self._unfinished -= 1
        if not self._unfinished:
            self._idle.set()

    async def join(self) -> None:
        """Waits until all jobs are finished."""
        await self._idle.wait()


class Owners:
    """Says whose line a job stands in. An account has its own. All guests of one address share one, since anybody can
    be many guests."""

    def __init__(self) -> None:
        self._homes: Memory[UserId, str] = Memory(MOST_GUESTS)

    def came(self, guest: UserId, address: str) -> None:
        self._homes.keep(guest, address)

    def of(self, table: Table) -> tuple[str, ...]:
        """The owners of what a bot at the table thinks: the people there."""
        people = [(info.kind, info.user) for info in table.seats if info.user is not None]
        found = {(kind == "guest" and self._homes.get(user)) or f"user:{user}" for kind, user in people}
        return tuple(sorted(found)) or ("nobody",)
