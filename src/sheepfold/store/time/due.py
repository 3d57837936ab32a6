"""Tables by when somebody must look at them next; and whether the store answers at all."""

from __future__ import annotations

from sqlalchemy import select, update

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import tables


def by(tx: Transaction, moment: float, most: int) -> list[str]:
    """Those that are due by then, the longest due first."""
    query = select(tables.c.id).where(tables.c.due <= moment).order_by(tables.c.due).limit(most)
    return list(tx.execute(query).scalars())


def put_off(tx: Transaction, table: str, until: float) -> None:
    tx.execute(update(tables).where(tables.c.id == table).values(due=until))


def answers(tx: Transaction) -> None:
    """Nothing is asked but whether there is an answer."""
    tx.exec_driver_sql("SELECT 1")
