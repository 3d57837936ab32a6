"""The store: SQLite embedded by default, PostgreSQL when outgrown; the same tests on both."""

from __future__ import annotations

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.options import shown
from sheepfold.store.port import Lost, Store, StoreDown

__all__ = ["BadUrl", "Lost", "Store", "StoreDown", "open_store"]


class BadUrl(SheepfoldError):
    """The database's address cannot be used."""


def open_store(url: str) -> Store:
    """The store at ``sqlite:///PATH`` or ``postgresql://…``, its schema brought up to date."""
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        from sheepfold.store.sqlite import SqliteStore

        return SqliteStore(url)
    if url.startswith(("postgresql://", "postgres://")):
        from sheepfold.store.postgres import PostgresStore

        return PostgresStore("postgresql+psycopg://" + url.partition("://")[2])
    raise BadUrl(f"The database must be sqlite:///PATH or postgresql://…, not {shown(url)!r}.")
