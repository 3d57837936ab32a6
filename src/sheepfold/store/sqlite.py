"""SQLite: one writer thread that commits many writes at once, readers apart, nothing lost on a power cut."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, NullPool, create_engine, event

from sheepfold.core.options import shown
from sheepfold.store.answer import Answer
from sheepfold.store.locks import FileLock, beside, shut_out
from sheepfold.store.migrate import migrate
from sheepfold.store.port import InUse, StoreDown

T = TypeVar("T")

READERS: Final = 2
BATCH: Final = 256
BUSY_MS: Final = 10_000


@dataclass(slots=True)
class _Job:
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    answer: Answer[Any]
    result: Any = None
    error: BaseException | None = None


class SqliteStore:
    """A store in one file. Writes of all requests that wait together share one fsync."""

    shared = False

    def __init__(self, url: str, *, serving: bool = False) -> None:
        """Several processes may look after one file, but only one may be ``serving``. Raises InUse."""
        path = Path(url.removeprefix("sqlite:///"))
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(0o600)  # seeds and addresses are nobody else's business; SQLite's other files follow suit
        for file in (path, beside(path, "wal"), beside(path, "shm")):
            shut_out(file)
        self._server = _only_server(path) if serving else None
        self.alone = serving
        # One writing process at a time, checkpoints included: older SQLites can corrupt the log otherwise.
        self._turn = FileLock(beside(path, "turn"))
        self._engine = _engine(path)
        with self._turn.taken(), self._engine.connect() as conn:
            _raw(conn).execute("PRAGMA journal_mode=WAL")
            migrate(conn)
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="sqlite-writer", daemon=True)
        self._writer.start()
        self._local = threading.local()
        self._readers = ThreadPoolExecutor(READERS, "sqlite-reader")
        self._opened: list[Connection] = []
        self._version: int | None = None

    async def write(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        answer: Answer[T] = Answer(loop=loop)
        self._jobs.put(_Job(work, loop, answer))
        return await answer

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        conn: Connection | None = getattr(self._local, "conn", None)
        if conn is None:
            conn = self._local.conn = self._engine.connect()
            _raw(conn).execute("PRAGMA query_only=ON")
            self._opened.append(conn)
        raw = _raw(conn)
        raw.execute("BEGIN")  # one snapshot for all that the work reads
        try:
            return work(conn)
        finally:
            raw.execute("ROLLBACK")

    def clock(self, conn: Connection) -> float:
        return time.time()

    async def overtaken(self) -> bool:
        def version(conn: Connection) -> int:
            """It changes when another connection commits; ours are readers but for this one."""
            found: int = _raw(conn).execute("PRAGMA data_version").fetchone()[0]
            return found

        before, self._version = self._version, await self.write(version)
        return before not in (None, self._version)

    async def backup(self, to: Path) -> None:
        def copy(conn: Connection) -> None:
            to.touch(0o600)
            target = sqlite3.connect(to)
            with target:
                _raw(conn).backup(target)
            target.close()

        def outside(conn: Connection) -> None:
            with self._engine.connect() as own:
                copy(own)

        await self.read(outside)

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        self._readers.shutdown()
        with self._turn.taken():  # closing the last connection writes the log back into the file
            for conn in self._opened:
                conn.close()
            self._engine.dispose()
        self._turn.close()
        if self._server is not None:
            self._server.close()

    # -- the writer thread ---------------------------------------------------------------------

    def _write_all(self) -> None:
        conn = self._engine.connect()
        raw = _raw(conn)
        going = True
        while going:
            batch = []
            job = self._jobs.get()
            while True:
                if job is None:
                    going = False
                    break
                batch.append(job)
                if self._jobs.empty() or len(batch) == BATCH:
                    break
                job = self._jobs.get()
            if batch:
                self._write_batch(conn, raw, batch)
                _settle(batch)
        with self._turn.taken():
            conn.close()

    def _write_batch(self, conn: Connection, raw: sqlite3.Connection, batch: list[_Job]) -> None:
        try:
            with self._turn.taken():
                raw.execute("BEGIN IMMEDIATE")
                _run(conn, raw, batch)
                raw.execute("COMMIT")
        except Exception as error:  # the disk is full, or the file is gone: nobody may believe it was stored
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            for job in batch:
                job.error = job.error or _told(error)


def _only_server(path: Path) -> FileLock:
    """The lock by which a server knows that it is the only one. Raises InUse."""
    lock = FileLock(beside(path, "server"))
    if not lock.keep():
        lock.close()
        raise InUse(
            f"Another server has {shown(path.name)} open already: stop that one first, or give this one a database "
            "of its own. Several servers can share a PostgreSQL database."
        )
    return lock


def _run(conn: Connection, raw: sqlite3.Connection, batch: list[_Job]) -> None:
    """All together, since hardly any is ever refused; if one is, again one by one, so that it spoils only itself."""
    try:
        for job in batch:
            job.result = job.work(conn)
    except Exception:
        raw.execute("ROLLBACK")
        raw.execute("BEGIN IMMEDIATE")
        for job in batch:
            _run_apart(conn, raw, job)


def _run_apart(conn: Connection, raw: sqlite3.Connection, job: _Job) -> None:
    raw.execute("SAVEPOINT job")
    try:
        job.result = job.work(conn)
    except Exception as error:
        job.error = _told(error)
        raw.execute("ROLLBACK TO job")
    raw.execute("RELEASE job")


def _told(error: Exception) -> Exception:
    """What callers hear: a disk that is full, gone or read-only is a store that does not answer, and may again."""
    unusable = isinstance(getattr(error, "orig", error), sqlite3.OperationalError)
    return StoreDown(str(error)) if unusable else error


def _settle(batch: list[_Job]) -> None:
    """Wake the waiting requests, each event loop once."""
    for loop in {job.loop for job in batch}:
        mine = [job for job in batch if job.loop is loop]

        def wake(jobs: list[_Job] = mine) -> None:
            for job in jobs:
                job.answer.settle(job.result, job.error)

        if not loop.is_closed():
            loop.call_soon_threadsafe(wake)


def _raw(conn: Connection) -> sqlite3.Connection:
    raw: Any = conn.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _engine(path: Path) -> Engine:
    """Connections that begin and commit nothing by themselves."""
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000},
    )

    @event.listens_for(engine, "connect")
    def settings(raw: sqlite3.Connection, _: object) -> None:
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute("PRAGMA foreign_keys=ON")

    return engine
