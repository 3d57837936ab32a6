"""Token buckets by the digests of their keys: the moment at which each will be full again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import bindparam, delete, select, update

from sheepfold.store import Transaction, insert_new
from sheepfold.store.schema import budgets

_SET: Final = update(budgets).where(budgets.c.key == bindparam("digest")).values(full_at=bindparam("until"))


def hold(tx: Transaction, digests: Sequence[str]) -> dict[str, float]:
    """When each bucket is full, 0 if it is. The rows stay locked until this transaction ends; always ask in one order,
    so that no two transactions deadlock."""
    tx.execute(insert_new(tx, budgets), [{"key": key, "full_at": 0.0} for key in digests])
    query = select(budgets).where(budgets.c.key.in_(digests)).order_by(budgets.c.key).with_for_update()
    return {row.key: row.full_at for row in tx.execute(query)}


def set_whole(tx: Transaction, moments: Mapping[str, float]) -> None:
    """Store the moments at which these buckets are full."""
    if moments:
        tx.execute(_SET, [{"digest": key, "until": moment} for key, moment in moments.items()])


def forget_whole(tx: Transaction, now: float) -> None:
    """Delete rows of buckets that are full."""
    tx.execute(delete(budgets).where(budgets.c.full_at < now))
