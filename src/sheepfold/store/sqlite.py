"""SQLite: one writer thread that commits many writes at once, readers apart, nothing lost on a power cut."""

from __future__ import annotations

import asyncio
import fcntl
import os
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError

from sheepfold.core.words.prose import shown
from sheepfold.store import InUse, StoreDown
from sheepfold.store.migrate import migrate
from sheepfold.store.patience import PATIENCE, Patience, finish

T = TypeVar("T")

READERS: Final = 2
BATCH: Final = 256
BUSY_MS: Final = 5_000
LOG_BYTES: Final = 64 * 2**20
"""To what the write-ahead log is cut when all of it is in the file: a long reader can make it much longer."""
AWAY: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)
"""What SQLite says of a disk that is full, broken or read-only, or of another who holds the file: later it may be
otherwise."""


@dataclass(slots=True)
class _Write:
    work: Callable[[Connection], Any]
    answer: Future[Any] = field(default_factory=Future)
    result: Any = None
    error: BaseException | None = None

    def wanted(self) -> bool:
        """Whether somebody waits for it, from now on to its end: who was told that nothing was done must not find it
        done later."""
        return self.answer.running() or (not self.answer.cancelled() and self.answer.set_running_or_notify_cancel())

    def run(self, conn: Connection) -> None:
        if self.wanted():
            self.result = self.work(conn)

    def settle(self) -> None:
        if not self.wanted():
            return
        if self.error is not None:
            self.answer.set_exception(self.error)
        else:
            self.answer.set_result(self.result)


class SqliteStore:
    """A store in one file. Writes that wait together are committed together and share one fsync."""

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
        self._jobs: SimpleQueue[_Write | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="sqlite-writer", daemon=True)
        self._writer.start()
        self._local = threading.local()
        self._readers, self._patience = ThreadPoolExecutor(READERS, "sqlite-reader"), Patience()
        self._opened: set[Connection] = set()
        self._version: int | None = None

    async def write(
        self, work: Callable[[Connection], T], *, bulk: bool = False, late: Callable[[], object] | None = None
    ) -> T:
        job = _Write(work)
        self._jobs.put(job)
        return await self._patience.outcome("write", job.answer, self._patience.deadline(bulk), late)

    async def read(self, work: Callable[[Connection], T], *, bulk: bool = False) -> T:
        job = self._readers.submit(self._read, work)
        return await self._patience.outcome("read", job, self._patience.deadline(bulk))

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            return self._read_at_once(work)
        except Exception as error:
            down = _down(error)
            if down is None or str(down) == "SQLITE_READONLY":  # a reader that wants to write: that is no disk's fault
                raise
            self._stop_reading()  # a file that was away may be another now
            raise down from error

    def _read_at_once(self, work: Callable[[Connection], T]) -> T:
        """Read everything from one snapshot."""
        conn: Connection | None = getattr(self._local, "conn", None)
        if conn is None:
            conn = self._local.conn = self._engine.connect()
            self._opened.add(conn)
            _raw(conn).execute("PRAGMA query_only=ON")
        raw = _raw(conn)
        raw.execute("BEGIN")
        try:
            return work(conn)
        finally:
            if raw.in_transaction:
                raw.execute("ROLLBACK")

    def _stop_reading(self) -> None:
        conn: Connection | None = getattr(self._local, "conn", None)
        if conn is not None:
            self._local.conn = None
            self._opened.discard(conn)
            with suppress(Exception):
                conn.close()

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

        await self.read(outside, bulk=True)

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join, PATIENCE)
        await finish(self._readers)
        if not self._writer.is_alive():  # else the disk hangs, and so would we
            with self._turn.taken():  # closing the last connection writes the log back into the file
                for conn in self._opened:
                    conn.close()
                self._engine.dispose()
        self._turn.close()
        if self._server is not None:
            self._server.close()

    # -- the writer thread ---------------------------------------------------------------------

    def _write_all(self) -> None:
        conn: Connection | None = None
        going = True
        while going:
            queued = [self._jobs.get()]
            while queued[-1] is not None and len(queued) < BATCH and not self._jobs.empty():
                queued.append(self._jobs.get())
            batch = [job for job in queued if job is not None]
            going = len(batch) == len(queued)
            if batch:
                conn = self._write_batch(conn, batch)
                for job in batch:
                    job.settle()
        with self._turn.taken():
            if conn is not None:
                conn.close()

    def _write_batch(self, conn: Connection | None, batch: list[_Write]) -> Connection | None:
        """Do all that somebody still waits for. The connection, unless it is better not used again."""
        with self._turn.taken():
            try:
                conn = conn or self._engine.connect()
                _run(conn, _raw(conn), batch)
            except Exception as error:  # the disk is full, or the file is gone: nobody may believe it was stored
                for job in batch:
                    job.error = job.error or _down(error) or error
                with suppress(Exception):
                    if conn is not None:
                        conn.close()
                return None
            return conn


def _only_server(path: Path) -> FileLock:
    """Take the lock that only one server can hold. Raises InUse."""
    lock = FileLock(beside(path, "server"))
    if not lock.keep():
        lock.close()
        raise InUse(
            f"Another server has {shown(path.name)} open already: stop that one first, or give this one a database "
            "of its own. Several servers can share a PostgreSQL database."
        )
    return lock


def _run(conn: Connection, raw: sqlite3.Connection, batch: list[_Write]) -> None:
    """Commit a batch of writes together. If one fails, run them again one by one, so that only that one fails."""
    raw.execute("BEGIN IMMEDIATE")
    try:
        for job in batch:
            job.run(conn)
    except Exception as error:
        if _down(error):
            raise
        raw.execute("ROLLBACK")
        raw.execute("BEGIN IMMEDIATE")
        for job in batch:
            _run_apart(conn, raw, job)
    raw.execute("COMMIT")


def _run_apart(conn: Connection, raw: sqlite3.Connection, job: _Write) -> None:
    raw.execute("SAVEPOINT job")
    try:
        job.run(conn)
    except Exception as error:
        if _down(error):
            raise  # with it, SQLite may have undone all the others too
        job.error = error
        raw.execute("ROLLBACK TO job")
    raw.execute("RELEASE job")


def _down(error: Exception) -> StoreDown | None:
    """The disk's fault that an error tells of; None: the error is about the work."""
    found = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(found, "sqlite_errorcode", None)
    if code is None or code & 0xFF not in AWAY:
        return None
    return StoreDown(getattr(found, "sqlite_errorname", "SQLite"))


def _raw(conn: Connection) -> sqlite3.Connection:
    raw: Any = conn.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _engine(path: Path) -> Engine:
    """An engine whose connections neither begin nor commit transactions by themselves."""
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
        raw.execute(f"PRAGMA journal_size_limit={LOG_BYTES}")

    return engine


OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def beside(path: Path, what: str) -> Path:
    """A file beside the database, named as SQLite names its own: ``fold.db-wal``."""
    return path.with_name(f"{path.name}-{what}")


def shut_out(path: Path) -> None:
    """Remove other users' rights from a file."""
    with suppress(FileNotFoundError, PermissionError):  # a file that is not ours, its owner must see to
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)


class FileLock:
    """A lock file with one holder at a time. Child processes do not inherit it."""

    def __init__(self, path: Path) -> None:
        shut_out(path)
        self._file = open(path, "ab", opener=_for_its_owner)  # noqa: SIM115 (open as long as the lock is needed)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Hold the lock for a block, and wait for it first."""
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def keep(self) -> bool:
        """Hold the lock until the process ends or it is closed; False: another process holds it."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        self._file.close()


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
