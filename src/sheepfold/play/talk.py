"""Talk and notes at the table, as the store keeps them."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from sheepfold.play.terms import ChatLine, TableId, UserId
from sheepfold.store import Lost, race, schema

chat, notes, users = schema.chat, schema.notes, schema.users

_SAY = {
    "sqlite": sqlite.insert(chat).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
    "postgresql": postgresql.insert(chat).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
}
_LINES = select(chat, users.c.name.label("name")).join(users, users.c.id == chat.c.user_id)


def say(conn: Connection, table: TableId, user: UserId, room: str, text: str, at: float, key: str) -> ChatLine:
    """Store a line under the next number; the same key again gives the same line. Raises Lost in a race."""
    mine = (chat.c.table_id == table) & (chat.c.user_id == user) & (chat.c.key == key)
    if not conn.execute(select(chat.c.number).where(mine)).first():
        last = conn.execute(select(func.max(chat.c.number)).where(chat.c.table_id == table)).scalar() or 0
        row = {"table_id": table, "number": last + 1, "room": room, "user_id": user, "text": text, "at": at, "key": key}
        if conn.execute(_SAY[conn.dialect.name], row).rowcount != 1:
            raise Lost
    return _line(conn.execute(_LINES.where(mine)).one())


def lines(conn: Connection, table: TableId, rooms: tuple[str, ...], since: int, limit: int = 500) -> list[ChatLine]:
    """The talk of these rooms after line ``since``: the last ``limit`` lines, in order."""
    where = (chat.c.table_id == table) & chat.c.room.in_(rooms) & (chat.c.number > since)
    rows = conn.execute(_LINES.where(where).order_by(chat.c.number.desc()).limit(limit)).all()
    return [_line(row) for row in reversed(rows)]


def _line(row: object) -> ChatLine:
    number, at, room, name, user, text = (getattr(row, n) for n in ("number", "at", "room", "name", "user_id", "text"))
    return ChatLine(number, at, room, name, user, text)


def note(conn: Connection, table: TableId, user: UserId) -> str:
    where = (notes.c.table_id == table) & (notes.c.user_id == user)
    found: str | None = conn.execute(select(notes.c.text).where(where)).scalar()
    return found or ""


def save_note(conn: Connection, table: TableId, user: UserId, text: str) -> None:
    """Keep it in place of an older one. Raises Lost in a race."""
    conn.execute(delete(notes).where((notes.c.table_id == table) & (notes.c.user_id == user)))
    if text:
        with race():
            conn.execute(insert(notes).values(table_id=table, user_id=user, text=text))
