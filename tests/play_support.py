"""Small helpers for tests of play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from sheepfold.play.terms import Update


def facts(update: Update) -> list[Any]:
    """All facts of an update, in order."""
    return [fact for seen in update.events for fact in seen.facts]


def overheard(stream: AsyncIterator[Any]) -> tuple[asyncio.Task[None], list[Any]]:
    """What comes out of a stream, collected by a task of its own."""
    heard: list[Any] = []

    async def listen() -> None:
        async for item in stream:
            heard[len(heard) :] = [item]

    return asyncio.create_task(listen()), heard
