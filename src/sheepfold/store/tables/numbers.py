"""The numbers that people call tables by: one row of numbers for all tables of a database, from 101 on.

A number is taken when a table is stored and never given to another, not even when the table is gone: its row stays.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import insert, select

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import boards


def take(tx: Transaction, table: str) -> None:
    """The next number is the table's. On PostgreSQL nobody waits for anybody: a table that is not stored after all
    leaves a gap."""
    tx.execute(insert(boards).values(table_id=table))


def of(tx: Transaction, tables: Collection[str]) -> dict[str, int]:
    """The numbers of these tables."""
    query = select(boards.c.table_id, boards.c.id).where(boards.c.table_id.in_(tables))
    return {row.table_id: row.id for row in tx.execute(query)}


def table(tx: Transaction, number: int) -> str | None:
    """The table of that number; None: it is nobody's, or the table is gone."""
    found: str | None = tx.execute(select(boards.c.table_id).where(boards.c.id == number)).scalar()
    return found
