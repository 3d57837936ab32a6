"""PostgreSQL: a pool of connections on threads; a server that restarts is waited for, one that hangs is not."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, Engine, create_engine, event, func, select, text
from sqlalchemy.exc import DBAPIError, OperationalError

from sheepfold.core.errors import SheepfoldError
from sheepfold.store import StoreDown
from sheepfold.store.migrate import migrate
from sheepfold.store.patience import PATIENCE, Kind, Patience, finish

T = TypeVar("T")

THREADS: Final = 8
MIGRATING: Final = 7_265_000
"""The advisory lock under which one of several starting processes migrates."""
GONE: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 9_000,
}
"""How soon a server that is gone is noticed; an address can say otherwise."""
MANNERS: Final = (
    "SET statement_timeout = '9s'; SET lock_timeout = '9s'; SET idle_in_transaction_session_timeout = '60s'"
)
"""For how long a server that lives works for somebody who has given up, or waits for somebody who is gone."""
UNHURRIED: Final = text("SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)")
BULK: Final = 600.0
"""Seconds in which the host's own work must hear something."""
NO_ROOM: Final = "53100"
ONLY_READS: Final = "25006"
"""A server that takes no writes, such as one that was the first of several until now."""
_CLOCK: Final = select(func.extract("epoch", func.clock_timestamp()))


class UsePgDump(SheepfoldError):
    """PostgreSQL has its own backup tool."""


class Impatient(psycopg.Connection[Any]):
    """A connection that is closed when an answer does not come: the other end may hold it open and say nothing.

    ``wait`` is overridden because nothing that psycopg promises bounds this: ``statement_timeout`` and cancelling need
    a server that answers, and ``tcp_user_timeout`` is content with a kernel that acknowledges.
    """

    until: float | None = None
    """By when; None: within the usual time."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        left = PATIENCE if self.until is None else self.until - time.monotonic()
        try:
            return super().wait(gen, interval, max(left, 0.0) if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()  # what was asked is still under way: nothing else can be asked here
            raise


class PostgresStore:
    """A store on PostgreSQL. Each write is a transaction; the unique key (table, number) decides every race."""

    shared, alone = True, False

    def __init__(self, url: str) -> None:
        self._engine = create_engine("postgresql+psycopg://", pool_size=THREADS, max_overflow=0)

        @event.listens_for(self._engine, "do_connect")
        def connect(dialect: Any, record: Any, given: Any, named: Any) -> Impatient:
            """Connect as the address says. It may name several servers."""
            conn = Impatient.connect(**(GONE | conninfo_to_dict(url) | named), autocommit=True)
            conn.execute(MANNERS)
            conn.autocommit = False
            return conn

        @event.listens_for(self._engine, "invalidate")
        def lost(*_: object) -> None:
            self._lost = True

        # One snapshot for all that a reader reads: a table's row and its log must belong together.
        self._reads = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._threads, self._patience = ThreadPoolExecutor(THREADS, "postgres"), Patience()
        self._lost = False
        """Whether a connection was lost: the next ones may lead to another server, which may know less."""
        with self._engine.begin() as conn:
            _until(conn, None)
            conn.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
            migrate(conn)

    async def read(self, work: Callable[[Connection], T], *, bulk: bool = False) -> T:
        return await self._done("read", self._reads, work, bulk)

    async def write(
        self, work: Callable[[Connection], T], *, bulk: bool = False, late: Callable[[], object] | None = None
    ) -> T:
        return await self._done("write", self._engine, work, bulk, late)

    async def _done(
        self,
        kind: Kind,
        engine: Engine,
        work: Callable[[Connection], T],
        bulk: bool,
        late: Callable[[], object] | None = None,
    ) -> T:
        deadline = self._patience.deadline(bulk)
        job = self._threads.submit(self._run, engine, work, deadline)
        return await self._patience.outcome(kind, job, deadline, late)

    def _run(self, engine: Engine, work: Callable[[Connection], T], deadline: float | None) -> T:
        """Run the work, and retry while the server is away. After a lost answer ``work`` finds what it had stored."""
        pause, last = 0.05, deadline or time.monotonic() + PATIENCE
        while True:
            try:
                with engine.begin() as conn:
                    _until(conn, deadline)
                    found = work(conn)
                    if deadline is not None and time.monotonic() > deadline:
                        raise StoreDown("no answer in time")  # nobody waits for it any more: leave no trace
                    return found
            except DBAPIError as error:
                state = getattr(error.orig, "sqlstate", None)
                elsewhere = state == ONLY_READS and engine is not self._reads
                if not (error.connection_invalidated or isinstance(error, OperationalError) or elsewhere):
                    raise
                if state == NO_ROOM or time.monotonic() + pause > last:
                    raise StoreDown(state or type(error.orig).__name__) from error
                if elsewhere:
                    self._lost = True
                    self._engine.dispose()
            time.sleep(pause)
            pause = min(pause * 2, 1.0)

    def clock(self, conn: Connection) -> float:
        return float(conn.execute(_CLOCK).scalar_one())

    async def overtaken(self) -> bool:
        found, self._lost = self._lost, False
        return found

    async def backup(self, to: Path) -> None:
        raise UsePgDump("This is PostgreSQL: make the backup with pg_dump, it works while play goes on.")

    async def close(self) -> None:
        await finish(self._threads)
        self._engine.dispose()


def _until(conn: Connection, deadline: float | None) -> None:
    """The deadline of this transaction; None: long work of the host."""
    driver: Any = conn.connection.driver_connection
    driver.until = deadline or time.monotonic() + BULK
    if deadline is None:
        conn.execute(UNHURRIED)
