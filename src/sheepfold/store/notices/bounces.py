"""Bounces by user: how many, since when, and the relay's text."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, select

from sheepfold.store.drivers.port import Transaction, insert_into
from sheepfold.store.schema import bounces, users


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


def of(tx: Transaction, user: int) -> BounceRow | None:
    row = tx.execute(select(bounces).where(bounces.c.user_id == user)).first()
    return None if row is None else BounceRow(*row)


def save(tx: Transaction, row: BounceRow) -> None:
    values = row._asdict()
    insert = insert_into(tx.dialect.name, bounces)
    tx.execute(insert.values(values).on_conflict_do_update(index_elements=["user_id"], set_=values))


def forget(tx: Transaction, user: int) -> None:
    tx.execute(delete(bounces).where(bounces.c.user_id == user))


def latest(tx: Transaction, limit: int) -> list[FailingAddress]:
    """Those that failed last first."""
    columns = (users.c.id, users.c.name, users.c.mail, users.c.mail_confirmed)
    query = select(*columns, bounces.c.times, bounces.c.at, bounces.c.said).join(users, users.c.id == bounces.c.user_id)
    return [FailingAddress(*row) for row in tx.execute(query.order_by(bounces.c.at.desc()).limit(limit))]
