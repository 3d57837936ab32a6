"""Rows of mail wishes: how somebody wants to be mailed of a table, and what they were mailed last."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from sheepfold.store import schema
from sheepfold.store.drivers.port import Transaction, insert_into

correspondence = schema.correspondence


class Thread(NamedTuple):
    """Mail settings of one user for one table, and what they were sent last."""

    wants: str = "turns"
    """``all`` that happens there, ``turns``: one's own, and when the game begins or ends; or ``none``."""
    by_mail: bool = False
    mailed: int = 0
    """The last event that they were sent,"""
    last: str = ""
    """the Message-ID of the last mail,"""
    heard: int = 0
    """and the last line of talk that stood in one, as it is counted for them."""


def subscribers(tx: Transaction, table: str) -> list[int]:
    """Users who want all events of the table."""
    own = (correspondence.c.table_id == table) & (correspondence.c.wants == "all")
    return list(tx.execute(select(correspondence.c.user_id).where(own)).scalars())


def readers(tx: Transaction, table: str) -> list[int]:
    """Users who sit at the table, or are mailed of it."""
    found = [
        tx.execute(select(kept.c.user_id).where((kept.c.table_id == table) & kept.c.user_id.is_not(None))).scalars()
        for kept in (schema.seats, correspondence)
    ]
    return sorted({user for some in found for user in some})


def of(tx: Transaction, table: str, users: Collection[int]) -> dict[int, Thread]:
    """The rows of these users for the table."""
    own = (correspondence.c.table_id == table) & correspondence.c.user_id.in_(users)
    return {
        row.user_id: Thread(row.wants, row.by_mail, row.mailed, row.last, row.heard)
        for row in tx.execute(select(correspondence).where(own))
    }


def save(tx: Transaction, table: str, user: int, values: Mapping[str, Any]) -> None:
    """Insert or change the row of a user and a table."""
    where = {"table_id": table, "user_id": user}
    insert = insert_into(tx.dialect.name, correspondence)
    tx.execute(insert.values({**where, **values}).on_conflict_do_update(index_elements=[*where], set_=dict(values)))
