"""Passwords: argon2 hashes, computed in a small thread pool of their own so that logins never hold up the game."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from sheepfold.play.errors import BadRequest, TooMany

T = TypeVar("T")

DECOY: Final = "$argon2id$v=19$m={},t={},p={}$c2hlZXBmb2xkZGVjb3kwMQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
"""The hash that a password is compared with when nobody has that name: it takes as long, and never matches."""
HASHERS: Final = 2
MOST_WAITING: Final = 64
"""Passwords that wait for one of them: some five seconds' work."""
NICE: Final = 10


class Passwords:
    """Makes and checks hashes, at most two at a time, off the event loop."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._decoy = DECOY.format(hasher.memory_cost, hasher.time_cost, hasher.parallelism)
        self._waiting = 0
        self._threads = ThreadPoolExecutor(HASHERS, "passwords", initializer=_yield_to_games)

    def close(self) -> None:
        self._threads.shutdown(wait=False)

    async def hashed(self, password: str) -> str:
        """What is stored of a new password. Raises BadRequest, TooMany."""
        if not 8 <= len(password) <= 200:
            raise BadRequest("A password has 8 to 200 characters.")
        return await self._run(self._hasher.hash, password)

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether it is the password behind the hash; None is nobody's, and takes as long. Raises TooMany."""
        return await self._run(self._matches, hashed or self._decoy, password) and hashed is not None

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except Argon2Error:
            return False

    async def _run(self, work: Callable[..., T], *given: str) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooMany("Many people log in just now; please try again in a moment.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
        finally:
            self._waiting -= 1


def _yield_to_games() -> None:
    """A flood of logins must not take the processors from the games; on Linux a single thread can be nice."""
    if sys.platform == "linux":
        os.nice(NICE)
