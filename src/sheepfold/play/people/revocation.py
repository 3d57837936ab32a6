"""Telling whoever stays connected that a session or token of theirs may have ended: a reason to look again."""

from __future__ import annotations

import asyncio
from collections import Counter

from sheepfold.play.terms import UserId


class Revocations:
    """Counts endings in this process, and those of others that were heard of."""

    def __init__(self) -> None:
        self._counts: Counter[UserId] = Counter()
        self._doubts = 0
        self._waiting: dict[UserId, set[asyncio.Event]] = {}

    def said(self, user: UserId) -> int:
        """Grows whenever something of the user's ended, or may have."""
        return self._counts[user] + self._doubts

    def say(self, user: UserId) -> None:
        self._counts[user] += 1
        self._wake(user)

    def doubt(self) -> None:
        """Words of others may have been lost: everybody looks again."""
        self._doubts += 1
        for user in self._waiting:
            self._wake(user)

    async def wait(self, user: UserId, known: int) -> None:
        """Until more was said than is ``known``."""
        event = asyncio.Event()
        waiting = self._waiting.setdefault(user, set())
        waiting.add(event)
        try:
            while self.said(user) == known:
                event.clear()
                await event.wait()
        finally:
            waiting.discard(event)
            if not waiting:
                self._waiting.pop(user, None)

    def _wake(self, user: UserId) -> None:
        for event in self._waiting.get(user, ()):
            event.set()
