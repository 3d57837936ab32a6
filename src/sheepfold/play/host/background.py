"""What goes on by itself for as long as a server runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from sheepfold.play.errors import Busy


@asynccontextmanager
async def background(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Something that goes on until the server stops."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def keep_draining(
    drain: Callable[[], Awaitable[bool]], pause: Callable[[bool], float], log: Any, failing: str
) -> None:
    """For ever: ``drain`` says whether there was anything, ``pause`` how many seconds to rest after that. A store that
    is away is waited for, a fault is said and survived."""
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
