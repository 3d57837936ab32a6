"""Lines of talk and notes at tables, by the numbers that the store has for them."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from sheepfold.store.drivers.port import Lost, Transaction, race, unless_there
from sheepfold.store.schema import chat, notes, tables, users

_LINES: Final = select(chat, users.c.name, users.c.name_key, users.c.deleted).join(users, users.c.id == chat.c.user_id)


class ChatRow(NamedTuple):
    """Something that was said; ``text`` is empty where the host removed it."""

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
    """How the table stands, and stays until this transaction ends; None: there is no such table."""
    found: str | None = tx.execute(
        select(tables.c.status).where(tables.c.id == table).with_for_update(read=True)
    ).scalar()
    return found


def exists(tx: Transaction, table: str) -> bool:
    return tx.execute(select(tables.c.id).where(tables.c.id == table)).first() is not None


def last(tx: Transaction, table: str) -> int:
    """The number of the last line; 0: nothing was said."""
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
    """Raises Lost if that number is another line's already."""
    row = {"table_id": table, "number": number, "room": room, "user_id": user, "text": text, "at": at}
    if tx.execute(unless_there(tx.dialect.name, chat), row | {"key": key, "removes": removes}).rowcount != 1:
        raise Lost


def under_key(tx: Transaction, table: str, user: int, key: str) -> ChatRow | None:
    """What the user said there under that key."""
    return _one(tx, (chat.c.table_id == table) & (chat.c.user_id == user) & (chat.c.key == key))


def numbered(tx: Transaction, table: str, number: int) -> ChatRow | None:
    return _one(tx, (chat.c.table_id == table) & (chat.c.number == number))


def _one(tx: Transaction, which: ColumnElement[bool]) -> ChatRow | None:
    row = tx.execute(_LINES.where(which)).first()
    return None if row is None else _line(row)


def place(tx: Transaction, table: str, line: ChatRow, seated: bool) -> int:
    """The number that a line has for a reader: of all lines; for a seat those of spectators come last."""
    up_to, at_table = chat.c.number <= line.number, chat.c.room == "table"
    if seated:
        up_to = at_table & up_to if line.room == "table" else at_table | up_to
    return tx.execute(select(func.count()).where((chat.c.table_id == table) & up_to)).scalar_one()


def _readable(table: str, spectators: bool) -> ColumnElement[bool]:
    """The lines of a table; ``spectators``: not only those that were said at the table itself."""
    every = chat.c.table_id == table
    return every if spectators else every & (chat.c.room == "table")


def count(tx: Transaction, table: str, *, spectators: bool, before: float | None = None) -> int:
    """How many lines there are, or were said before that moment."""
    readable = _readable(table, spectators)
    if before is not None:
        readable &= chat.c.at < before
    return tx.execute(select(func.count()).where(readable)).scalar_one()


def latest(
    tx: Transaction, table: str, *, spectators: bool, spectators_last: bool, skip: int, limit: int
) -> list[ChatRow]:
    """Some lines, the last first; ``spectators_last``: what spectators said comes after all else."""
    newest = chat.c.number.desc()
    order = ((chat.c.room == "gallery").desc(), newest) if spectators_last else (newest,)
    rows = tx.execute(_LINES.where(_readable(table, spectators)).order_by(*order).offset(skip).limit(limit))
    return [_line(row) for row in rows]


def said(tx: Transaction, table: str, limit: int) -> list[ChatRow]:
    """The last lines of all rooms, in order, without those that tell of a removal."""
    lines = _LINES.where((chat.c.table_id == table) & chat.c.removes.is_(None))
    return [_line(row) for row in reversed(tx.execute(lines.order_by(chat.c.number.desc()).limit(limit)).all())]


def blank(tx: Transaction, table: str, number: int) -> bool:
    """Take the words of a line away; whether there were any."""
    own = (chat.c.table_id == table) & (chat.c.number == number) & (chat.c.text != "")
    return tx.execute(update(chat).where(own).values(text="")).rowcount == 1


# -- notes -------------------------------------------------------------------------------------


def note(tx: Transaction, table: str, user: int) -> str:
    where = (notes.c.table_id == table) & (notes.c.user_id == user)
    found: str | None = tx.execute(select(notes.c.text).where(where)).scalar()
    return found or ""


def save_note(tx: Transaction, table: str, user: int, text: str) -> None:
    """Keep it in place of an older one. Raises Lost in a race."""
    tx.execute(delete(notes).where((notes.c.table_id == table) & (notes.c.user_id == user)))
    if text:
        with race():
            tx.execute(insert(notes).values(table_id=table, user_id=user, text=text))
