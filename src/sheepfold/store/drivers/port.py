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
    """A server keeps this database open, and it is none that several could share."""


class Lost(Exception):
    """Raised inside a write that came too late: it is undone alone, and the writer hears of it."""


@contextmanager
def race() -> Iterator[None]:
    """Around what another connection may be storing under the same key, or taking away: who comes second has Lost."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError):
        raise Lost from None


class AlreadyThere(Exception):
    """Somebody else has what may be there only once: a name, an address."""


@contextmanager
def unique() -> Iterator[None]:
    """Around what may be there only once; who comes second is told that it is Taken."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError):
        raise AlreadyThere from None


class StoreDown(Exception):
    """The database cannot take or tell anything just now: it is away, hangs, or has no room. The text says why, to the
    host alone. What was asked for may yet have been stored, where the connection broke at the wrong moment."""


class Store(Protocol):
    """What play needs of a database.

    A function given to ``write`` runs inside one transaction and is durable when the call returns; if it
    raises, nothing of it stays. It may run again when the connection broke before the outcome was known,
    so it must tolerate finding its own work done. Who is cancelled meanwhile goes when it has run.
    """

    shared: bool
    """Whether other processes may write to it, so that what is in memory can be overtaken."""

    alone: bool
    """Whether no other server can be there: its last beat was the last of all."""

    async def read(self, work: Callable[[Connection], T], *, bulk: bool = False) -> T:
        """Raises StoreDown after some seconds, unless it is ``bulk``: the host's own work, which may take long."""
        ...

    async def write(
        self, work: Callable[[Connection], T], *, bulk: bool = False, late: Callable[[], object] | None = None
    ) -> T:
        """Raises StoreDown likewise; what was stored after all is then reported to ``late``."""
        ...

    def clock(self, conn: Connection) -> float:
        """The time by the one clock that all who share this store can read. Somebody may set it."""
        ...

    async def overtaken(self) -> bool:
        """Whether what is in memory may be wrong since this was last asked: a stranger wrote, such as the host's
        command beside an embedded database, or connections to a shared one were lost and may lead elsewhere now."""
        ...

    async def backup(self, to: Path) -> None:
        """A consistent copy while play goes on. SQLite: a database file; PostgreSQL: use pg_dump."""
        ...

    async def close(self) -> None:
        """Finish what was begun, then let go."""
        ...


def insert_into(dialect: str, table: Table) -> Any:
    """An insert for which ``on_conflict_do_update`` and ``on_conflict_do_nothing`` say more."""
    return import_module(f"sqlalchemy.dialects.{dialect}").insert(table)


@cache
def unless_there(dialect: str, table: Table) -> Any:
    """An insert that leaves a row alone which is there already; its count tells whether it was not."""
    return insert_into(dialect, table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
