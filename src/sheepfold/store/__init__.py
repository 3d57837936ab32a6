"""The store: SQLite embedded by default, PostgreSQL when outgrown; the same tests on both.

Here is what play and the functions of the store share: a transaction, what may go wrong in one, and what a driver
promises. The rows are in packages of the same names as those of play.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.exc import DBAPIError, IntegrityError

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words.prose import shown

T = TypeVar("T")

Transaction: TypeAlias = Connection
"""What is handed to the store's functions by whoever decided what is to be stored or read together."""

Values: TypeAlias = dict[str, Any]
"""Values by the names of a table's columns."""


class BadUrl(SheepfoldError):
    """The database's address cannot be used."""


class Unusable(SheepfoldError):
    """The address leads to no database of ours, or to one that does not answer."""


class InUse(SheepfoldError):
    """Another server has this database open, and it cannot be shared."""


class StoreDown(Exception):
    """The database cannot be read or written just now: it is away, hangs, or is full. The text says why, for the host
    alone. A write may still have been committed if the connection broke at the wrong moment."""


class Lost(Exception):
    """Raised inside a write that lost a race: that write alone is rolled back, and its caller gets the error."""


@contextmanager
def race(error: Exception | None = None) -> Iterator[None]:
    """Turns a conflict of keys, as with another connection, into Lost, or into another error."""
    try:
        yield
    except IntegrityError:
        raise (error or Lost()) from None


def all_of(tx: Transaction, kind: Callable[..., T], query: Executable) -> list[T]:
    """What a query finds, every row as one of that kind."""
    return [kind(*row) for row in tx.execute(query)]


def first_of(tx: Transaction, kind: Callable[..., T], query: Executable) -> T | None:
    """The first row that a query finds."""
    row = tx.execute(query).first()
    return None if row is None else kind(*row)


def insert_into(tx: Transaction, table: Table) -> Any:
    """An insert that knows ``on_conflict_do_update`` and ``on_conflict_do_nothing``."""
    return import_module(f"sqlalchemy.dialects.{tx.dialect.name}").insert(table)


def insert_new(tx: Transaction, table: Table) -> Any:
    """An insert that skips a row that exists; its row count tells which."""
    return insert_into(tx, table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)


class Store(Protocol):
    """What a driver promises.

    A function given to ``write`` runs inside one transaction and is durable when the call returns; if it raises, the
    transaction is rolled back. It may run again when the connection broke before the outcome was known, so it must be
    idempotent. A task that is cancelled meanwhile ends when the transaction has.
    """

    shared: bool
    """Whether other processes may write to it, so that what is in memory can be overtaken."""

    alone: bool
    """Whether no other server can be there: its last beat was the last of all."""

    async def read(self, work: Callable[[Connection], T], *, bulk: bool = False) -> T:
        """Read in one transaction. Raises StoreDown in time, unless it is ``bulk``: long work of the host."""
        ...

    async def write(
        self, work: Callable[[Connection], T], *, bulk: bool = False, late: Callable[[], object] | None = None
    ) -> T:
        """Write in one transaction. Raises StoreDown likewise; a write that commits later is reported to ``late``."""
        ...

    def clock(self, conn: Connection) -> float:
        """The clock that all processes of this store share. It can be set, so it may jump."""
        ...

    async def overtaken(self) -> bool:
        """Whether memory may be stale since the last call: another process wrote to an embedded database, or
        connections to a shared one were lost."""
        ...

    async def backup(self, to: Path) -> None:
        """A consistent copy while play goes on. SQLite: a database file; PostgreSQL: use pg_dump."""
        ...

    async def close(self) -> None:
        """Finish pending work, then close."""
        ...


def open_store(url: str, *, serving: bool = False) -> Store:
    """Open the store at ``sqlite:///PATH`` or ``postgresql://…`` and migrate its schema. ``serving``: a server opens
    it; an SQLite file allows one server only. Raises BadUrl, Unusable, InUse, NewerDatabase, ForeignDatabase."""
    try:
        return _opened(url, serving)
    except (DBAPIError, sqlite3.Error) as error:
        why = next(iter(str(getattr(error, "orig", error)).splitlines()), "")
    except OSError as error:
        why = error.strerror or type(error).__name__
    raise Unusable(f"The database cannot be used: {why}.")


def _opened(url: str, serving: bool) -> Store:
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        from sheepfold.store.sqlite import SqliteStore

        return SqliteStore(url, serving=serving)
    if url.startswith(("postgresql://", "postgres://")):
        from sheepfold.store.postgres import PostgresStore

        return PostgresStore(url)
    raise BadUrl(f"The database must be sqlite:///PATH or postgresql://…, not {shown(url)!r}.")
