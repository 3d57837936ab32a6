"""Rows for the host: the audit log, rate limits, and clean-up of tables and users in the order of their keys."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, delete, exists, func, insert, select, tuple_, update

from sheepfold.store import Transaction, all_of, first_of, insert_new, race
from sheepfold.store.schema import audit_log, budgets, chores, log, metadata, seats, sessions, tables, tokens, users
from sheepfold.store.tables import COLUMNS, TableRow

# -- audit log -----------------------------------------------------------------------------------


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


def add_audit_row(tx: Transaction, line: AuditRow) -> None:
    tx.execute(
        insert(audit_log).values(
            at=line.at, user_id=line.user, act=line.act, about=line.about, address=line.address, host=line.host
        )
    )


def forget_audit_before(tx: Transaction, moment: float) -> None:
    tx.execute(delete(audit_log).where(audit_log.c.at < moment))


def forget_audit_of(tx: Transaction, user: int) -> None:
    tx.execute(delete(audit_log).where(audit_log.c.user_id == user))


def newest_audit(
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


# -- rate limits ---------------------------------------------------------------------------------

_SET: Final = update(budgets).where(budgets.c.key == bindparam("digest")).values(full_at=bindparam("until"))
"""Token buckets by the digests of their keys: the moment at which each will be full again."""


def hold_budgets(tx: Transaction, digests: Sequence[str]) -> dict[str, float]:
    """When each bucket is full, 0 if it is. The rows stay locked until this transaction ends; always ask in one order,
    so that no two transactions deadlock."""
    tx.execute(insert_new(tx, budgets), [{"key": key, "full_at": 0.0} for key in digests])
    query = select(budgets).where(budgets.c.key.in_(digests)).order_by(budgets.c.key).with_for_update()
    return {row.key: row.full_at for row in tx.execute(query)}


def set_budgets(tx: Transaction, moments: Mapping[str, float]) -> None:
    """Store the moments at which these buckets are full."""
    if moments:
        tx.execute(_SET, [{"digest": key, "until": moment} for key, moment in moments.items()])


def forget_full_budgets(tx: Transaction, now: float) -> None:
    """Delete rows of buckets that are full."""
    tx.execute(delete(budgets).where(budgets.c.full_at < now))


# -- clean-up: the lease on each chore -----------------------------------------------------------


class Chore(NamedTuple):
    """When the next piece of a chore is due, and where the last one ended."""

    due: float
    mark: str


class Gone(NamedTuple):
    """A table that was deleted."""

    crowd: int
    together: bool
    front: bool | None


def chore(tx: Transaction, name: str) -> Chore | None:
    return first_of(tx, Chore, select(chores.c.due, chores.c.mark).where(chores.c.name == name))


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


# -- clean-up: tables ------------------------------------------------------------------------------------


def tables_after(tx: Transaction, after: str, limit: int) -> list[TableRow]:
    query = select(*COLUMNS).where(tables.c.id > after).order_by(tables.c.id).limit(limit)
    return all_of(tx, TableRow, query)


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
    return first_of(tx, Gone, delete(tables).where(same).returning(tables.c.crowd, tables.c.together, tables.c.front))


# -- clean-up: people ------------------------------------------------------------------------------------


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
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is users.c.id and key.ondelete != "CASCADE"
    ]
    return and_(*(~exists().where(column == users.c.id) for column in mentions))


def _idle(before: float) -> ColumnElement[bool]:
    """Guests who may be deleted. Banned and muted ones stay. The newest user stays: SQLite would reuse the number, and
    a newcomer could then see what was theirs."""
    seen = [exists().where((kept.c.user_id == users.c.id) & (kept.c.used_at >= before)) for kept in (sessions, tokens)]
    newest = select(func.max(users.c.id)).scalar_subquery()
    seen.append(exists().where(audit_log.c.user_id == users.c.id))
    free = ~users.c.closed & ~users.c.muted & (users.c.id < newest)
    return and_(users.c.name_key.is_(None), users.c.created_at < before, free, *(~some for some in seen), _nowhere())


def count_expired(tx: Transaction, now: float) -> int:
    """The number of expired sessions."""
    return tx.execute(select(func.count()).where(sessions.c.expires_at < now)).scalar_one()


def delete_expired(tx: Transaction, now: float, limit: int) -> int:
    """Delete some expired sessions; returns how many."""
    ended = select(sessions.c.hash).where(sessions.c.expires_at < now).limit(limit)
    return tx.execute(delete(sessions).where(sessions.c.hash.in_(ended))).rowcount
