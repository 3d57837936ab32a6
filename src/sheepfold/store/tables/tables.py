"""Rows of tables: header, seats, log, queued moves. Their JSON is made and read by play."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, TypedDict

from sqlalchemy import Insert, Update, bindparam, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.dialects import sqlite

from sheepfold.store.drivers.port import Lost, Transaction, race, unless_there
from sheepfold.store.schema import boards, log, queues, seats, tables


class TableRow(NamedTuple):
    """A table's row."""

    id: str
    game: str
    version: int
    terms: str
    access: str
    host: int | None
    invite: str
    seed: bytes
    opened_at: float
    status: str
    length: int
    moved_at: float
    to_move: str
    clock: str
    since: float
    due: float | None
    outcome: str | None
    together: bool
    front: bool | None
    listed_at: float


class TableValues(TypedDict, total=False):
    """Columns of a table."""

    id: str
    game: str
    version: int
    terms: str
    access: str
    host: int | None
    open_key: str | None
    invite: str
    seed: bytes
    opened_at: float
    status: str
    length: int
    moved_at: float
    to_move: str
    clock: str
    since: float
    due: float | None
    outcome: str | None
    crowd: int
    together: bool
    front: bool | None
    listed_at: float
    origin: str | None


class LogLine(NamedTuple):
    """One line of a table's log."""

    number: int
    kind: str
    seat: int | None
    text: str
    at: float
    key: str | None
    asked: str | None


class NewSeatRow(NamedTuple):
    """A seat of a new table: a bot's, reserved, or free."""

    seat: int
    user_id: int | None
    bot: str | None
    ended_at: float | None


class InMemory(NamedTuple):
    """What memory knows of a table: the log's length, when clocks were charged, and the last line's number and time."""

    length: int
    since: float
    newest: tuple[int, float] | None


COLUMNS: Final = [tables.c[name] for name in TableRow._fields]
_LOG: Final = [log.c[name] for name in LogLine._fields]
_STAND: Final = update(tables).where(
    (tables.c.id == bindparam("table"))
    & (tables.c.length == bindparam("before"))
    & (tables.c.since == bindparam("charged"))
)
"""Both must be as they were: a reminder, a vacation and down time given back move the clock without a line."""
_ON: Final = _STAND.where(
    exists().where(
        (log.c.table_id == tables.c.id) & (log.c.number == bindparam("newest")) & (log.c.at == bindparam("last_at"))
    )
)
"""And the last line must be the one that we know: a database that lost some may have as many others by now."""


# -- writing -----------------------------------------------------------------------------------


def add(tx: Transaction, values: TableValues, places: Sequence[NewSeatRow]) -> None:
    """Add a table."""
    tx.execute(insert(tables).values(**values))
    tx.execute(insert(seats), [{"table_id": values["id"], **place._asdict()} for place in places])


def begin_log(tx: Transaction, table: str, lines: Iterable[LogLine]) -> None:
    """Add the first lines of a new table's log."""
    tx.execute(insert(log), [{"table_id": table, **line._asdict()} for line in lines])


def append(tx: Transaction, table: str, lines: Iterable[LogLine], known: InMemory, values: TableValues) -> None:
    """Append lines to the log and update the table's row. Raises Lost, and stores nothing, if another write came first,
    or if the store has less than memory knows."""
    with race():  # the table itself may be gone
        appending = unless_there(tx.dialect.name, log)
        for line in lines:  # one row each: only so the count tells on every driver whether it is in
            if _touched(tx, appending, {"table_id": table, **line._asdict()}) != 1:
                raise Lost
    if not _stands(tx, table, known, values):
        raise Lost


def _stands(tx: Transaction, table: str, known: InMemory, values: TableValues) -> bool:
    """Update the table's row, if the store agrees with memory. SQLite has one server, so the log's last line is not
    compared there."""
    given = {"table": table, "before": known.length, "charged": known.since, **values}
    if tx.dialect.name == "sqlite" or known.newest is None:
        return _touched(tx, _STAND, given) == 1
    number, at = known.newest
    return _touched(tx, _ON, given | {"newest": number, "last_at": at}) == 1


def _touched(tx: Transaction, statement: Insert | Update, values: dict[str, Any]) -> int:
    """Run one of the two statements of every move; returns the row count. On SQLite the compiled text goes to the
    driver directly: SQLAlchemy's own way costs three times the statement."""
    if tx.dialect.name != "sqlite":
        return tx.execute(statement, values).rowcount
    text, names = _compiled(statement, tuple(values))
    driver: Any = tx.connection.dbapi_connection
    return int(driver.execute(text, [values[name] for name in names]).rowcount)


@cache
def _compiled(statement: Insert | Update, columns: tuple[str, ...]) -> tuple[str, list[str]]:
    """A statement's SQL and the order of its parameters."""
    made: Any = statement.compile(dialect=sqlite.dialect(), column_keys=columns)
    return made.string, made.positiontup


def set_seat(tx: Transaction, table: str, seat: int, user: int | None, sits: bool, bot: str | None) -> None:
    own = (seats.c.table_id == table) & (seats.c.seat == seat)
    tx.execute(update(seats).where(own).values(user_id=user, sits=sits, bot=bot))


def end_seats(tx: Transaction, table: str, at: float, went: Mapping[int, str]) -> None:
    """The game is over: every seat knows when, and how it went for it, if it counts."""
    how = case(went, value=seats.c.seat) if went else None
    tx.execute(update(seats).where(seats.c.table_id == table).values(ended_at=at, went=how))


def drop_queues(tx: Transaction, table: str) -> None:
    tx.execute(delete(queues).where(queues.c.table_id == table))


def save_queue(tx: Transaction, table: str, seat: int, moves: str | None) -> None:
    """Replace a seat's queued moves, as JSON; None: delete them."""
    tx.execute(delete(queues).where((queues.c.table_id == table) & (queues.c.seat == seat)))
    if moves is not None:
        tx.execute(insert(queues).values(table_id=table, seat=seat, moves=moves))


# -- reading -----------------------------------------------------------------------------------


def by_id(tx: Transaction, table: str) -> TableRow | None:
    row = tx.execute(select(*COLUMNS).where(tables.c.id == table)).first()
    return None if row is None else TableRow(*row)


def opened_under(tx: Transaction, host: int | None, key: str) -> tuple[str, str] | None:
    """The table that the host opened under that idempotency key, and its terms."""
    own = (tables.c.host == host) & (tables.c.open_key == key)
    row = tx.execute(select(tables.c.id, tables.c.terms).where(own)).first()
    return None if row is None else (row.id, row.terms)


def count_of(tx: Transaction, host: int | None, status: str) -> int:
    """How many tables of that status the host has."""
    own = (tables.c.host == host) & (tables.c.status == status)
    return tx.execute(select(func.count()).where(own)).scalar_one()


def clock(tx: Transaction, table: str) -> tuple[str, float] | None:
    """A table's clocks as JSON, and when they were last charged."""
    row = tx.execute(select(tables.c.clock, tables.c.since).where(tables.c.id == table)).first()
    return None if row is None else (row.clock, row.since)


def lines(tx: Transaction, table: str, start: int) -> list[LogLine]:
    """Lines of the log from that one on."""
    where = (log.c.table_id == table) & (log.c.number >= start)
    return [LogLine(*row) for row in tx.execute(select(*_LOG).where(where).order_by(log.c.number))]


def kept_ready(tx: Transaction, table: str) -> dict[int, str]:
    """The queued moves of all seats, as JSON."""
    rows = tx.execute(select(queues.c.seat, queues.c.moves).where(queues.c.table_id == table))
    return {row.seat: row.moves for row in rows}


def take_number(tx: Transaction, table: str) -> None:
    """Give the table the next board number. On PostgreSQL this waits for no other transaction, so a table that is
    rolled back leaves a gap."""
    tx.execute(insert(boards).values(table_id=table))


def numbers_of(tx: Transaction, tables: Collection[str]) -> dict[str, int]:
    """The board numbers of these tables."""
    query = select(boards.c.table_id, boards.c.id).where(boards.c.table_id.in_(tables))
    return {row.table_id: row.id for row in tx.execute(query)}


def numbered(tx: Transaction, number: int) -> str | None:
    """The table of that board number; None: there is none, or it was deleted."""
    found: str | None = tx.execute(select(boards.c.table_id).where(boards.c.id == number)).scalar()
    return found


def naming(tx: Transaction, user: int, name: str) -> list[tuple[str, str]]:
    """Tables where the user sits or is expected, or whose terms contain the name, with their terms as JSON."""
    seated = select(seats.c.table_id).where(seats.c.user_id == user)
    named = tables.c.terms.contains(json.dumps(name), autoescape=True)
    query = select(tables.c.id, tables.c.terms).where(or_(tables.c.id.in_(seated), named))
    return [(row.id, row.terms) for row in tx.execute(query).all()]


def set_terms(tx: Transaction, table: str, terms: str) -> None:
    tx.execute(update(tables).where(tables.c.id == table).values(terms=terms))
