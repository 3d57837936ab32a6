"""Rows of the audit log, line by line."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, tuple_

from sheepfold.store import Transaction
from sheepfold.store.schema import audit_log, users


class AuditRow(NamedTuple):
    """Something that was done, and to or by whom; ``about`` is a table, a token's number, or names before and after;
    ``host``: the host did it, to the user."""

    at: float
    user: int | None
    act: str
    about: str
    address: str
    host: bool


class Trace(NamedTuple):
    """A line of the audit log as it is read, with its number and the user's name."""

    id: int
    at: float
    user: int | None
    name: str
    act: str
    about: str
    address: str
    host: bool
    """Whether the host did it, to the user."""


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
) -> list[Trace]:
    """The newest lines first, after that moment and number; of one user, or since some moment."""
    query = select(audit_log, users.c.name).outerjoin(users).order_by(audit_log.c.at.desc(), audit_log.c.id.desc())
    if after is not None:
        query = query.where(tuple_(audit_log.c.at, audit_log.c.id) < after)
    if user is not None:
        query = query.where(audit_log.c.user_id == user)
    if since is not None:
        query = query.where(audit_log.c.at >= since)
    return [
        Trace(row.id, row.at, row.user_id, row.name or "", row.act, row.about, row.address, row.host)
        for row in tx.execute(query.limit(limit))
    ]
