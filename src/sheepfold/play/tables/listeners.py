"""Who listens at all their tables: which of them may have news, and how far each was told on one connection."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from sheepfold.core.memory import Memory
from sheepfold.play.terms import TableId, UserId

MOST_MARKS: Final = 10_000
"""Tables of which one listener's place is kept; it is that of those told of last."""


@dataclass(slots=True)
class Bookmark:
    """How far somebody was told of a table: the lines of its log from ``low`` up to ``line`` (both as counts of
    lines), and the lines of talk from ``low_talk`` up to ``talk`` (as that reader counts them). ``stamp`` is when the
    last of these lines was stored, as far as that is known."""

    line: int
    talk: int
    low: int
    low_talk: int
    stamp: float | None = None

    @classmethod
    def at(cls, line: int, talk: int) -> Bookmark:
        """Nothing was told yet; what comes after this will be."""
        return cls(line, talk, line, talk)


class Listener:
    """One listener. ``look_at`` may be said once too often, never once too seldom: whoever looks finds what is new."""

    def __init__(self, user: UserId) -> None:
        self.user = user
        self.marks: Memory[TableId, Bookmark] = Memory(MOST_MARKS)
        self._news: dict[TableId, bool] = {}
        self._some = asyncio.Event()

    def look_at(self, table: TableId, talk: bool = False) -> None:
        """There may be news of the table, or news and talk."""
        self._news[table] = talk or self._news.get(table, False)
        self._some.set()

    async def next(self) -> tuple[TableId, bool]:
        """The table that waits for longest, and whether somebody talked there."""
        while not self._news:
            self._some.clear()
            await self._some.wait()
        table = next(iter(self._news))
        return table, self._news.pop(table)


class Listeners:
    """All listeners of this process."""

    def __init__(self) -> None:
        self._of: dict[UserId, set[Listener]] = {}

    def __bool__(self) -> bool:
        return bool(self._of)

    def users(self) -> tuple[UserId, ...]:
        return tuple(self._of)

    def of(self, users: Iterable[UserId | None]) -> Iterator[Listener]:
        """The listeners among these users."""
        for user in users:
            if user is not None:
                yield from self._of.get(user, ())

    def open(self, user: UserId) -> Listener:
        ear = Listener(user)
        self._of.setdefault(user, set()).add(ear)
        return ear

    def close(self, ear: Listener) -> None:
        listeners = self._of[ear.user]
        listeners.discard(ear)
        if not listeners:
            del self._of[ear.user]
