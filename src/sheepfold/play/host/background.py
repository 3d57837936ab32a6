"""Background tasks that run as long as a server does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from sheepfold.play.errors import Busy


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
