"""How tests wait for what must come: it costs nothing on an idle machine, and is enough on a crowded one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from inspect import isawaitable

PATIENCE = 120.0
"""Seconds after which it will not come any more."""


def patiently(true: Callable[[], bool]) -> None:
    """Wait until something comes true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


async def until(true: Callable[[], bool | Awaitable[bool]]) -> None:
    """Wait until something comes true, while everything else goes on."""
    async with asyncio.timeout(PATIENCE):
        while not (await found if isawaitable(found := true()) else found):
            await asyncio.sleep(0.01)
