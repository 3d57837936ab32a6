"""Rows of the audit log, line by line."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, tuple_

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import audit_log, users


class AuditRow(NamedTuple):
    """Something that was done, and to or by whom; ``host``: by the host, to the user."""

    at: float
    user: int | None
    act: str
    about: str
    address: str
    host: bool


class KeptLine(NamedTuple):
    """A line as it is read, with its number and the user's name."""

    id: int
    line: AuditRow
    name: str


def add(tx: Transaction, line: AuditRow) -> None:
    tx.execute(
        insert(audit_log).values(
            at=line.at, user_id=line.user, act=line.act, about=line.about, address=line.address, host=line.host
        )
    )


def forget_before(tx: Transaction, moment: float) -> None:
    tx.execute(delete(audit_log).where(audit_log.c.at < moment))


def forget_user(tx: Transaction, user: int) -> None:
    tx.execute(delete(audit_log).where(audit_log.c.user_id == user))


def newest(
    tx: Transaction, user: int | None, since: float | None, limit: int, after: tuple[float, int] | None
) -> list[KeptLine]:
    """The newest lines first, after that moment and number; of one user, or since some moment."""
    query = select(audit_log, users.c.name).outerjoin(users).order_by(audit_log.c.at.desc(), audit_log.c.id.desc())
    if after is not None:
        query = query.where(tuple_(audit_log.c.at, audit_log.c.id) < after)
    if user is not None:
        query = query.where(audit_log.c.user_id == user)
    if since is not None:
        query = query.where(audit_log.c.at >= since)
    return [
        KeptLine(row.id, AuditRow(row.at, row.user_id, row.act, row.about, row.address, row.host), row.name or "")
        for row in tx.execute(query.limit(limit))
    ]
