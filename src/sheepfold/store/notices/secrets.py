"""What a house signs with: one value under each name, made by whichever server needs it first."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import insert, select

from sheepfold.store.drivers.port import Transaction, race
from sheepfold.store.schema import secrets


def kept(tx: Transaction, name: str, make: Callable[[], str]) -> str:
    """The value under that name, made if there is none. Raises Lost in a race."""
    found = tx.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar()
    if found is None:
        found = make()
        with race():
            tx.execute(insert(secrets).values(name=name, value=found))
    return str(found)
