"""The port between play and a database: run a function in a transaction, on threads of the store's own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.exc import IntegrityError

from sheepfold.core.errors import SheepfoldError

T = TypeVar("T")

Transaction: TypeAlias = Connection
"""What is handed to the store's functions, one per matter, by whoever decided what is to be stored or read together."""


class InUse(SheepfoldError):
    """Another server has this database open, and it cannot be shared."""


class Lost(Exception):
    """Raised inside a write that lost a race: that write alone is rolled back, and its caller gets the error."""


@contextmanager
def race() -> Iterator[None]:
    """Turns a conflict of keys with another connection into Lost."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError):
        raise Lost from None


class AlreadyThere(Exception):
    """A unique value exists already: a name, an address."""


@contextmanager
def unique() -> Iterator[None]:
    """Turns a conflict over a unique value into AlreadyThere."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError):
        raise AlreadyThere from None


class StoreDown(Exception):
    """The database cannot be read or written just now: it is away, hangs, or is full. The text says why, for the host
    alone. A write may still have been committed if the connection broke at the wrong moment."""


class Store(Protocol):
    """What play needs of a database.

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


def insert_into(dialect: str, table: Table) -> Any:
    """An insert for which ``on_conflict_do_update`` and ``on_conflict_do_nothing`` say more."""
    return import_module(f"sqlalchemy.dialects.{dialect}").insert(table)


@cache
def unless_there(dialect: str, table: Table) -> Any:
    """An insert that skips a row that exists; its row count tells which."""
    return insert_into(dialect, table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
