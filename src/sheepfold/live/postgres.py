"""The bus over PostgreSQL's LISTEN and NOTIFY: nothing to install beside the database."""

from __future__ import annotations

from collections.abc import Callable

import psycopg

from sheepfold.live.bus import CHANNEL, Heard, RemoteBus, Word


class PostgresBus(RemoteBus):
    """Two connections of its own: one speaks, one listens."""

    def __init__(self, database: str) -> None:
        super().__init__()
        self._database = database

    def troubles(self) -> tuple[type[Exception], ...]:
        return (psycopg.Error, OSError)

    async def _connect(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        return await psycopg.AsyncConnection.connect(self._database, autocommit=True, connect_timeout=5)

    async def _send(self) -> None:
        async with await self._connect() as conn:
            await self._speak(lambda word: conn.execute("SELECT pg_notify(%s, %s)", (CHANNEL, word)))

    async def _listen(self, heard: Heard, connected: Callable[[], None]) -> None:
        async with await self._connect() as conn:
            await conn.execute(f"LISTEN {CHANNEL}")
            connected()
            async for notice in conn.notifies():
                if (word := Word.decode(notice.payload)) is not None:
                    heard(word)
