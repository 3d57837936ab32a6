"""Rows of mail wishes: how somebody wants to be mailed of a table, and what they were mailed last; further addresses of
theirs; and bounces."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import delete, select, update

from sheepfold.store import Transaction, all_of, first_of, insert_into, insert_new, schema
from sheepfold.store.schema import bounces, users
from sheepfold.store.schema import further_addresses as others

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
    insert = insert_into(tx, correspondence)
    tx.execute(insert.values({**where, **values}).on_conflict_do_update(index_elements=[*where], set_=dict(values)))


# -- further addresses -----------------------------------------------------------------------------


class FurtherAddress(NamedTuple):
    """A further address of somebody, which gets copies of their mail once it is confirmed."""

    key: str
    address: str
    confirmed: bool


def further_of(tx: Transaction, user: int) -> list[FurtherAddress]:
    query = select(others.c.key, others.c.address, others.c.confirmed).where(others.c.user_id == user)
    return all_of(tx, FurtherAddress, query.order_by(others.c.key))


def add_further(tx: Transaction, user: int, address: str) -> None:
    """Adds an address, unless it is there."""
    values = {"user_id": user, "key": address.casefold(), "address": address}
    tx.execute(insert_new(tx, others), values)


def confirm_further(tx: Transaction, user: int, key: str) -> None:
    tx.execute(update(others).where((others.c.user_id == user) & (others.c.key == key)).values(confirmed=True))


def drop_further(tx: Transaction, user: int, key: str | None = None) -> bool:
    """Deletes one of the user's further addresses, or all; whether there was any."""
    query = delete(others).where(others.c.user_id == user)
    return tx.execute(query if key is None else query.where(others.c.key == key)).rowcount > 0


def with_further(tx: Transaction, key: str) -> int | None:
    """Somebody who has confirmed it as a further address of theirs; None: nobody."""
    return tx.execute(select(others.c.user_id).where((others.c.key == key) & others.c.confirmed)).scalar()


# -- bounces ---------------------------------------------------------------------------------------


class BounceRow(NamedTuple):
    """Mails to somebody that came back for good."""

    user_id: int
    times: int
    at: float
    said: str


class FailingAddress(NamedTuple):
    """The same for the host: whose address it is, and whether it is still mailed."""

    user_id: int
    name: str
    mail: str | None
    mailed: bool
    times: int
    at: float
    said: str


def bounce_of(tx: Transaction, user: int) -> BounceRow | None:
    return first_of(tx, BounceRow, select(bounces).where(bounces.c.user_id == user))


def save_bounce(tx: Transaction, row: BounceRow) -> None:
    values = row._asdict()
    insert = insert_into(tx, bounces)
    tx.execute(insert.values(values).on_conflict_do_update(index_elements=["user_id"], set_=values))


def forget_bounces(tx: Transaction, user: int) -> None:
    tx.execute(delete(bounces).where(bounces.c.user_id == user))


def failing_addresses(tx: Transaction, limit: int) -> list[FailingAddress]:
    """Those that failed last first."""
    columns = (users.c.id, users.c.name, users.c.mail, users.c.mail_confirmed)
    query = select(*columns, bounces.c.times, bounces.c.at, bounces.c.said).join(users, users.c.id == bounces.c.user_id)
    return all_of(tx, FailingAddress, query.order_by(bounces.c.at.desc()).limit(limit))
