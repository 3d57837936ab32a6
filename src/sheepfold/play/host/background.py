"""Background tasks that run as long as a server does, and events that several wait for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Generic, TypeVar

from sheepfold.play.errors import Busy

K = TypeVar("K")


class Events(Generic[K]):
    """Who waits for what: tasks of this process, by key."""

    def __init__(self) -> None:
        self._waiting: dict[K, set[asyncio.Event]] = {}

    @contextmanager
    def of(self, key: K) -> Iterator[asyncio.Event]:
        """An event that ``set`` sets."""
        event = asyncio.Event()
        self._waiting.setdefault(key, set()).add(event)
        try:
            yield event
        finally:
            self._waiting[key].discard(event)
            if not self._waiting[key]:
                del self._waiting[key]

    def set(self, key: K) -> None:
        for event in self._waiting.get(key, ()):
            event.set()

    def set_all(self) -> None:
        for key in self._waiting:
            self.set(key)


@asynccontextmanager
async def background(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Runs a task until the block is left, then cancels it."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def keep_draining(
    drain: Callable[[], Awaitable[bool]], pause: Callable[[bool], float], log: Any, failing: str
) -> None:
    """Empties a queue for ever. ``drain`` returns whether there was anything, ``pause`` the seconds to sleep then.
    A store that is down is waited for; any other error is logged and survived."""
    while True:
        try:
            found = await drain()
        except Busy:
            found = False
        except Exception as error:
            log.error(failing, exc_info=error)
            found = False
        if rest := pause(found):
            await asyncio.sleep(rest)
