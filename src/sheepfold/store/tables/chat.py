"""Rows of chat and notes at tables."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from sheepfold.store import Lost, Transaction, insert_new, race
from sheepfold.store.schema import chat, notes, tables, users

_LINES: Final = select(chat, users.c.name, users.c.name_key, users.c.deleted).join(users, users.c.id == chat.c.user_id)


class ChatRow(NamedTuple):
    """A line of chat; ``text`` is empty where the host removed it."""

    number: int
    room: Literal["table", "gallery"]
    user: int
    text: str
    at: float
    removes: int | None
    """The line of whose removal this one tells."""
    name: str
    guest: bool


def _line(row: Any) -> ChatRow:
    guest = row.name_key is None and not row.deleted
    return ChatRow(row.number, row.room, row.user_id, row.text, row.at, row.removes, row.name, guest)


def status(tx: Transaction, table: str) -> str | None:
    """The table's status, locked until this transaction ends; None: there is no such table."""
    found: str | None = tx.execute(
        select(tables.c.status).where(tables.c.id == table).with_for_update(read=True)
    ).scalar()
    return found


def exists(tx: Transaction, table: str) -> bool:
    return tx.execute(select(tables.c.id).where(tables.c.id == table)).first() is not None


def last(tx: Transaction, table: str) -> int:
    """The number of the last line; 0: there is none."""
    return tx.execute(select(func.max(chat.c.number)).where(chat.c.table_id == table)).scalar() or 0


def add(
    tx: Transaction,
    table: str,
    number: int,
    room: str,
    user: int,
    text: str,
    at: float,
    key: str | None = None,
    removes: int | None = None,
) -> None:
    """Add a line. Raises Lost if its number is taken."""
    row = {"table_id": table, "number": number, "room": room, "user_id": user, "text": text, "at": at}
    if tx.execute(insert_new(tx, chat), row | {"key": key, "removes": removes}).rowcount != 1:
        raise Lost


def under_key(tx: Transaction, table: str, user: int, key: str) -> ChatRow | None:
    """The user's line with that idempotency key."""
    return _one(tx, (chat.c.table_id == table) & (chat.c.user_id == user) & (chat.c.key == key))


def numbered(tx: Transaction, table: str, number: int) -> ChatRow | None:
    return _one(tx, (chat.c.table_id == table) & (chat.c.number == number))


def _one(tx: Transaction, which: ColumnElement[bool]) -> ChatRow | None:
    row = tx.execute(_LINES.where(which)).first()
    return None if row is None else _line(row)


def place(tx: Transaction, table: str, line: ChatRow, seated: bool) -> int:
    """A line's number for its reader: among all lines; for a seat those of spectators come last."""
    up_to, at_table = chat.c.number <= line.number, chat.c.room == "table"
    if seated:
        up_to = at_table & up_to if line.room == "table" else at_table | up_to
    return tx.execute(select(func.count()).where((chat.c.table_id == table) & up_to)).scalar_one()


def _readable(table: str, spectators: bool) -> ColumnElement[bool]:
    """Lines of a table; ``spectators``: those of spectators, too."""
    every = chat.c.table_id == table
    return every if spectators else every & (chat.c.room == "table")


def count(tx: Transaction, table: str, *, spectators: bool, before: float | None = None) -> int:
    """How many lines there are, or were before that moment."""
    readable = _readable(table, spectators)
    if before is not None:
        readable &= chat.c.at < before
    return tx.execute(select(func.count()).where(readable)).scalar_one()


def latest(
    tx: Transaction, table: str, *, spectators: bool, spectators_last: bool, skip: int, limit: int
) -> list[ChatRow]:
    """The latest lines, the last first; ``spectators_last``: those of spectators after all others."""
    newest = chat.c.number.desc()
    order = ((chat.c.room == "gallery").desc(), newest) if spectators_last else (newest,)
    rows = tx.execute(_LINES.where(_readable(table, spectators)).order_by(*order).offset(skip).limit(limit))
    return [_line(row) for row in rows]


def said(tx: Transaction, table: str, limit: int) -> list[ChatRow]:
    """The last lines of all channels in order, without notices of removals."""
    lines = _LINES.where((chat.c.table_id == table) & chat.c.removes.is_(None))
    return [_line(row) for row in reversed(tx.execute(lines.order_by(chat.c.number.desc()).limit(limit)).all())]


def blank(tx: Transaction, table: str, number: int) -> bool:
    """Remove the text of a line; whether there was any."""
    own = (chat.c.table_id == table) & (chat.c.number == number) & (chat.c.text != "")
    return tx.execute(update(chat).where(own).values(text="")).rowcount == 1


# -- notes -------------------------------------------------------------------------------------


def note(tx: Transaction, table: str, user: int) -> str:
    where = (notes.c.table_id == table) & (notes.c.user_id == user)
    found: str | None = tx.execute(select(notes.c.text).where(where)).scalar()
    return found or ""


def save_note(tx: Transaction, table: str, user: int, text: str) -> None:
    """Insert or replace a note. Raises Lost in a race."""
    tx.execute(delete(notes).where((notes.c.table_id == table) & (notes.c.user_id == user)))
    if text:
        with race():
            tx.execute(insert(notes).values(table_id=table, user_id=user, text=text))
