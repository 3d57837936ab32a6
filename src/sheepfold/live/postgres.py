"""The bus over PostgreSQL's LISTEN and NOTIFY: nothing to install beside the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus

from sheepfold.live.bus import ANSWER, CHANNEL, QUIET, Heard, RemoteBus, Word


class ImpatientListener(psycopg.AsyncConnection[Any]):
    """A connection with a time-out: the other end may hold it open and never answer."""

    async def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return await super().wait(gen, interval, ANSWER if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()  # what was asked is still under way: nothing else can be asked here
            raise


class PostgresBus(RemoteBus):
    """Two connections of its own, one to notify and one to listen."""

    def __init__(self, database: str) -> None:
        super().__init__()
        self._database = database

    def troubles(self) -> tuple[type[Exception], ...]:
        return (psycopg.Error, OSError)

    async def _connect(self) -> ImpatientListener:
        given: Any = {"connect_timeout": int(ANSWER)} | conninfo_to_dict(self._database)
        return await ImpatientListener.connect(**given, autocommit=True)

    async def _send(self) -> None:
        async with await self._connect() as conn:
            await self._speak(lambda word: conn.execute("SELECT pg_notify(%s, %s)", (CHANNEL, word)))

    async def _listen(self, heard: Heard, connected: Callable[[], None]) -> None:
        async with await self._connect() as conn:
            await conn.execute(f"LISTEN {CHANNEL}")
            connected()
            while True:
                async for notice in conn.notifies(timeout=QUIET):
                    if (word := Word.decode(notice.payload)) is not None:
                        heard(word)
                await conn.execute("SELECT 1")
