"""Talk and notes at the table, as the store keeps them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sheepfold.core.options import shown
from sheepfold.play.errors import KeyUsed, NotFound
from sheepfold.play.seating import no_table
from sheepfold.play.terms import ChatLine, Status, TableId, UserId
from sheepfold.store import Lost, race, schema

chat, notes, tables, users = schema.chat, schema.notes, schema.tables, schema.users

MOST_LINES: Final = 500
"""So many lines are read at once."""

HOST: Final = "The host"
TAKEN_AWAY: Final = "removed a line."
REMOVED: Final = "(removed by the host)"

_SAY = {
    "sqlite": sqlite.insert(chat).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
    "postgresql": postgresql.insert(chat).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
}
_LINES = select(chat, users.c.name, users.c.name_key, users.c.deleted).join(users, users.c.id == chat.c.user_id)


def say(
    conn: Connection, table: TableId, user: UserId, seated: bool, text: str, at: float, key: str
) -> tuple[ChatLine, int]:
    """Store a line; the same key again gives the same line. Raises Lost in a race, KeyUsed for another line.

    Returns the line as its speaker reads it, and how many lines the store has up to it.
    """
    mine = (chat.c.table_id == table) & (chat.c.user_id == user) & (chat.c.key == key)
    known = conn.execute(select(chat.c.text).where(mine)).scalar()
    if known is None:
        last = conn.execute(select(func.max(chat.c.number)).where(chat.c.table_id == table)).scalar() or 0
        room = _room(conn, table, seated)
        row = {"table_id": table, "number": last + 1, "room": room, "user_id": user, "text": text, "at": at, "key": key}
        if conn.execute(_SAY[conn.dialect.name], row).rowcount != 1:
            raise Lost
    elif known not in (text, ""):
        raise KeyUsed("This key belongs to something else that you said; a new line needs a new key.")
    said = conn.execute(_LINES.where(mine)).one()
    return _line(conn, said, _number(conn, said, seated), seated), said.number


def _number(conn: Connection, said: Any, seated: bool) -> int:
    """The number that a line of the store has for a reader."""
    up_to, at_table = chat.c.number <= said.number, chat.c.room == "table"
    if seated:
        up_to = at_table & up_to if said.room == "table" else at_table | up_to
    return conn.execute(select(func.count()).where((chat.c.table_id == said.table_id) & up_to)).scalar_one()


def read_before(conn: Connection, table: TableId, over: bool, at: float) -> int:
    """How many of the lines that a seat may read now were said before that moment."""
    readable = (chat.c.table_id == table) & (chat.c.at < at)
    if not over:
        readable &= chat.c.room == "table"
    return conn.execute(select(func.count()).where(readable)).scalar_one()


def _room(conn: Connection, table: TableId, seated: bool) -> str:
    """Where somebody talks: all at the table until the game begins, and all in the gallery when it is over.

    The row is held until the line is in, so that the table falls silent at the very end of the game.
    """
    found = select(tables.c.status).where(tables.c.id == table).with_for_update(read=True)
    stands = conn.execute(found).scalar()
    if stands is None:  # it was cleaned away while somebody still had it before them
        raise no_table()
    status = Status(stands)
    return "table" if status is Status.WAITING or (seated and status is Status.RUNNING) else "gallery"


def lines(
    conn: Connection,
    table: TableId,
    *,
    seated: bool,
    over: bool,
    since: int,
    before: int | None = None,
    limit: int = MOST_LINES,
) -> list[ChatLine]:
    """What the reader may read after line ``since`` and before line ``before``: the last ``limit`` lines, in order.

    Numbers count what this reader may read, in the order in which it can be read, so nobody can count
    the rest and nothing that was read is numbered anew: seats read what the gallery said when the game is
    over, after all that was said at the table.
    """
    readable = chat.c.table_id == table
    if seated and not over:
        readable &= chat.c.room == "table"
    order = ((chat.c.room == "gallery").desc(), chat.c.number.desc()) if seated else (chat.c.number.desc(),)
    total: int = conn.execute(select(func.count()).where(readable)).scalar_one()
    last = total if before is None else min(total, before - 1)
    found = min(last - since, limit)
    if found <= 0:
        return []
    rows = conn.execute(_LINES.where(readable).order_by(*order).offset(total - last).limit(found)).all()
    return [_line(conn, row, last - back, seated) for back, row in reversed(list(enumerate(rows)))]


def _line(conn: Connection, row: Any, number: int, seated: bool) -> ChatLine:
    """A line of the store as one reader reads it."""
    if row.removes is not None:
        gone = conn.execute(_LINES.where((chat.c.table_id == row.table_id) & (chat.c.number == row.removes))).one()
        return ChatLine(number, row.at, row.room, HOST, None, TAKEN_AWAY, removes=_number(conn, gone, seated))
    guest = row.name_key is None and not row.deleted
    return ChatLine(number, row.at, row.room, row.name, row.user_id, row.text or REMOVED, guest)


# -- the host ----------------------------------------------------------------------------------


def all_of(conn: Connection, table: TableId, limit: int) -> list[Any]:
    """The last lines of all rooms, in order. Raises NotFound."""
    if conn.execute(select(tables.c.id).where(tables.c.id == table)).first() is None:
        raise NotFound(f"There is no table {shown(table)!r}.")
    said = _LINES.where((chat.c.table_id == table) & chat.c.removes.is_(None))
    return list(reversed(conn.execute(said.order_by(chat.c.number.desc()).limit(limit)).all()))


def remove(conn: Connection, table: TableId, number: int, at: float) -> tuple[UserId, int] | None:
    """Take a line away; a new one tells of it, in its place among all others, so that every reader hears of it.

    Returns whose it was and the number of the line that tells of it; None if it was gone. Raises NotFound, Lost.
    """
    line = conn.execute(_LINES.where((chat.c.table_id == table) & (chat.c.number == number))).first()
    if line is None or line.removes is not None:
        raise NotFound("Nothing was said under that number; see sheepfold admin talk.")
    own = (chat.c.table_id == table) & (chat.c.number == number) & (chat.c.text != "")
    if conn.execute(update(chat).where(own).values(text="")).rowcount != 1:
        return None
    last: int = conn.execute(select(func.max(chat.c.number)).where(chat.c.table_id == table)).scalar_one()
    row = {"table_id": table, "number": last + 1, "room": _room(conn, table, line.room == "table"), "at": at}
    row |= {"user_id": line.user_id, "text": "", "removes": number}
    if conn.execute(_SAY[conn.dialect.name], row).rowcount != 1:
        raise Lost
    return line.user_id, last + 1


# -- notes -------------------------------------------------------------------------------------


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
