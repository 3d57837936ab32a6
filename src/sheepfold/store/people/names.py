"""What the names of accounts can be taken for, each for one account only."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, insert, select

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import looks as known


def are_free(tx: Transaction, looks: Collection[str], user: int | None) -> bool:
    """Whether no account but that user's has any of these."""
    others = select(known.c.user_id).where(known.c.look.in_(looks) & (known.c.user_id != (user or 0)))
    return tx.execute(others.limit(1)).first() is None


def claim(tx: Transaction, looks: Collection[str], user: int) -> None:
    """They are the user's, instead of what was."""
    release(tx, user)
    tx.execute(insert(known), [{"look": look, "user_id": user} for look in looks])


def release(tx: Transaction, user: int) -> None:
    tx.execute(delete(known).where(known.c.user_id == user))
