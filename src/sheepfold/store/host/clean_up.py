"""Rows for clean-up: tables and users in the order of their keys, and the lease on each chore."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, select, update

from sheepfold.store import Transaction, race, schema
from sheepfold.store.tables.tables import COLUMNS, TableRow

tables, seats, users, log = schema.tables, schema.seats, schema.users, schema.log
sessions, tokens, chores = schema.sessions, schema.tokens, schema.chores


class Chore(NamedTuple):
    """When the next piece of a chore is due, and where the last one ended."""

    due: float
    mark: str


class Gone(NamedTuple):
    """A table that was deleted."""

    crowd: int
    together: bool
    front: bool | None


# -- whose turn it is --------------------------------------------------------------------------


def chore(tx: Transaction, name: str) -> Chore | None:
    row = tx.execute(select(chores.c.due, chores.c.mark).where(chores.c.name == name)).first()
    return None if row is None else Chore(*row)


def add_chore(tx: Transaction, name: str, chore: Chore) -> None:
    """Raises Lost in a race."""
    with race():
        tx.execute(insert(chores).values(name=name, due=chore.due, mark=chore.mark))


def take_chore(tx: Transaction, name: str, known: float, due: float) -> bool:
    """Lease a chore by moving its due time, if nobody else has; one of several servers succeeds."""
    mine = (chores.c.name == name) & (chores.c.due == known)
    return tx.execute(update(chores).where(mine).values(due=due)).rowcount == 1


def set_chore(tx: Transaction, name: str, chore: Chore) -> None:
    tx.execute(update(chores).where(chores.c.name == name).values(due=chore.due, mark=chore.mark))


# -- tables ------------------------------------------------------------------------------------


def tables_after(tx: Transaction, after: str, limit: int) -> list[TableRow]:
    query = select(*COLUMNS).where(tables.c.id > after).order_by(tables.c.id).limit(limit)
    return [TableRow(*row) for row in tx.execute(query)]


def is_begun(tx: Transaction, table: str, nature: int) -> bool:
    """Whether a seat other than ``nature`` made a move."""
    moved = (log.c.table_id == table) & (log.c.kind == "move") & (log.c.seat != nature)
    return tx.execute(select(log.c.number).where(moved).limit(1)).first() is not None


def sitters(tx: Transaction, ids: Collection[str]) -> list[tuple[str, int]]:
    """The users who sit at these tables."""
    query = select(seats.c.table_id, seats.c.user_id).where(seats.c.table_id.in_(ids) & seats.c.sits)
    return [(row.table_id, row.user_id) for row in tx.execute(query)]


def delete_table(tx: Transaction, table: str, status: str, moved_at: float) -> Gone | None:
    """Delete a table with its rows, unless something has happened there since; else None."""
    same = (tables.c.id == table) & (tables.c.status == status) & (tables.c.moved_at == moved_at)
    row = tx.execute(delete(tables).where(same).returning(tables.c.crowd, tables.c.together, tables.c.front)).first()
    return None if row is None else Gone(*row)


# -- people ------------------------------------------------------------------------------------


def users_after(tx: Transaction, after: int, limit: int) -> list[int]:
    query = select(users.c.id).where(users.c.id > after).order_by(users.c.id).limit(limit)
    return list(tx.execute(query).scalars())


def idle(tx: Transaction, among: Collection[int], before: float) -> list[int]:
    """Guests among them who may be deleted: they have nothing, have not come since, and are not in the audit log."""
    return list(tx.execute(select(users.c.id).where(users.c.id.in_(among) & _idle(before))).scalars())


def delete_idle(tx: Transaction, among: Collection[int], before: float) -> list[int]:
    """Delete those of them who may still be deleted, and return them. Raises Lost in a race."""
    gone = delete(users).where(users.c.id.in_(among) & _idle(before)).returning(users.c.id)
    with race():
        return list(tx.execute(gone).scalars())


def _nowhere() -> ColumnElement[bool]:
    """No row refers to the user: no seat, no table, no line of chat."""
    mentions = [
        key.parent
        for table in schema.metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is users.c.id and key.ondelete != "CASCADE"
    ]
    return and_(*(~exists().where(column == users.c.id) for column in mentions))


def _idle(before: float) -> ColumnElement[bool]:
    """Guests who may be deleted. Banned and muted ones stay. The newest user stays: SQLite would reuse the number, and
    a newcomer could then see what was theirs."""
    seen = [exists().where((kept.c.user_id == users.c.id) & (kept.c.used_at >= before)) for kept in (sessions, tokens)]
    newest = select(func.max(users.c.id)).scalar_subquery()
    seen.append(exists().where(schema.audit_log.c.user_id == users.c.id))
    free = ~users.c.closed & ~users.c.muted & (users.c.id < newest)
    return and_(users.c.name_key.is_(None), users.c.created_at < before, free, *(~some for some in seen), _nowhere())


def count_expired(tx: Transaction, now: float) -> int:
    """The number of expired sessions."""
    return tx.execute(select(func.count()).where(sessions.c.expires_at < now)).scalar_one()


def delete_expired(tx: Transaction, now: float, limit: int) -> int:
    """Delete some expired sessions; returns how many."""
    ended = select(sessions.c.hash).where(sessions.c.expires_at < now).limit(limit)
    return tx.execute(delete(sessions).where(sessions.c.hash.in_(ended))).rowcount
