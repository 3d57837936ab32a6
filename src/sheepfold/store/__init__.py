"""The store: SQLite embedded by default, PostgreSQL when outgrown; the same tests on both."""

from __future__ import annotations

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.options import shown
from sheepfold.store.drivers.port import AlreadyThere, InUse, Lost, Store, StoreDown, Transaction, race, unique

__all__ = [
    "AlreadyThere",
    "BadUrl",
    "InUse",
    "Lost",
    "Store",
    "StoreDown",
    "Transaction",
    "Unusable",
    "open_store",
    "race",
    "unique",
]


class BadUrl(SheepfoldError):
    """The database's address cannot be used."""


class Unusable(SheepfoldError):
    """The address leads to no database of ours, or to one that does not answer."""


def open_store(url: str, *, serving: bool = False) -> Store:
    """Open the store at ``sqlite:///PATH`` or ``postgresql://…`` and migrate its schema. ``serving``: a server opens
    it; an SQLite file allows one server only. Raises BadUrl, Unusable, InUse, NewerDatabase, ForeignDatabase."""
    import sqlite3

    from sqlalchemy.exc import DBAPIError

    try:
        return _opened(url, serving)
    except (DBAPIError, sqlite3.Error) as error:
        why = next(iter(str(getattr(error, "orig", error)).splitlines()), "")
    except OSError as error:
        why = error.strerror or type(error).__name__
    raise Unusable(f"The database cannot be used: {why}.")


def _opened(url: str, serving: bool) -> Store:
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        from sheepfold.store.drivers.sqlite import SqliteStore

        return SqliteStore(url, serving=serving)
    if url.startswith(("postgresql://", "postgres://")):
        from sheepfold.store.drivers.postgres import PostgresStore

        return PostgresStore(url)
    raise BadUrl(f"The database must be sqlite:///PATH or postgresql://…, not {shown(url)!r}.")
