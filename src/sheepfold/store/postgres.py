"""PostgreSQL: a pool of connections on threads; a server that restarts is waited for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, func, select, text
from sqlalchemy.exc import DBAPIError, OperationalError

from sheepfold.core.errors import SheepfoldError
from sheepfold.store.answer import Answer
from sheepfold.store.migrate import migrate
from sheepfold.store.port import StoreDown

T = TypeVar("T")

THREADS: Final = 8
WAIT: Final = 15.0
"""Seconds for which a request waits for a server that is away."""
MIGRATING: Final = 7_265_000
"""The advisory lock under which one of several starting processes migrates."""


_CLOCK: Final = select(func.extract("epoch", func.clock_timestamp()))


class UsePgDump(SheepfoldError):
    """PostgreSQL brings its own tool for backups."""


class PostgresStore:
    """Each write is a transaction of its own; the unique key (table, number) decides every race."""

    shared, alone = True, False

    def __init__(self, url: str) -> None:
        self._engine = create_engine(url, pool_size=THREADS, max_overflow=0, connect_args={"connect_timeout": 5})
        # One snapshot for all that a reader reads: a table's row and its log must belong together.
        self._reads = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._threads = ThreadPoolExecutor(THREADS, "postgres")
        with self._engine.begin() as conn:
            conn.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
            migrate(conn)

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, self._reads, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        answer: Answer[T] = Answer(loop=loop)

        def done(ended: Future[T]) -> None:
            error = ended.exception()
            if not loop.is_closed():
                loop.call_soon_threadsafe(answer.settle, None if error else ended.result(), error)

        self._threads.submit(self._run, self._engine, work).add_done_callback(done)
        return await answer

    def _run(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        """Run it, and again while the server is away: what was stored before the answer got lost, ``work`` finds."""
        deadline = time.monotonic() + WAIT
        pause = 0.05
        while True:
            try:
                with engine.begin() as conn:
                    return work(conn)
            except DBAPIError as error:
                if not (error.connection_invalidated or isinstance(error, OperationalError)):
                    raise
                if time.monotonic() > deadline:
                    raise StoreDown from error
            self._engine.dispose()
            time.sleep(pause)
            pause = min(pause * 2, 1.0)

    def clock(self, conn: Connection) -> float:
        return float(conn.execute(_CLOCK).scalar_one())

    async def overtaken(self) -> bool:
        return False

    async def backup(self, to: Path) -> None:
        raise UsePgDump("This is PostgreSQL: make the backup with pg_dump, it works while play goes on.")

    async def close(self) -> None:
        self._threads.shutdown()
        self._engine.dispose()
