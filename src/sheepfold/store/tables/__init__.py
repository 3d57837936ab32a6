"""Rows of tables: header, seats, log, queued moves. Their JSON is made and read by play."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import bindparam, case, delete, exists, func, insert, or_, select, update

from sheepfold.store import Lost, Transaction, Values, all_of, first_of, race
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


class Entry(NamedTuple):
    """One line of a table's log: the stored truth. ``text`` is a move's notation, else JSON; ``key`` and ``asked`` say
    under which key, and in which other words, a move was asked for."""

    number: int
    kind: str
    seat: int | None
    text: str
    at: float
    key: str | None = None
    asked: str | None = None


class SeatRow(NamedTuple):
    """Who sits in a seat (``sits``) or whom it is kept for; or which bot."""

    user_id: int | None
    sits: bool
    bot: str | None = None


COLUMNS: Final = [tables.c[name] for name in TableRow._fields]
_LOG: Final = [log.c[name] for name in Entry._fields]
_ADD_LINES: Final = insert(log)
_HAS_LAST: Final = exists().where(
    (log.c.table_id == tables.c.id) & (log.c.number == bindparam("last")) & (log.c.at == bindparam("last_at"))
)
_UPDATE_ROW: Final = update(tables).where(
    (tables.c.id == bindparam("table"))
    & (tables.c.length == bindparam("known_length"))
    & (tables.c.since == bindparam("known_since"))
    & _HAS_LAST
)
"""The statements of every move are constants: to put this one together took a third of a move's instructions
(docs/measurements/instructions.md)."""


# -- writing -----------------------------------------------------------------------------------


def add(tx: Transaction, values: Values, places: Sequence[SeatRow], ended_at: float | None) -> None:
    """Add a table and its seats; ``ended_at``: when it ended, if it has."""
    tx.execute(insert(tables).values(**values))
    rows = [{"seat": seat, **place._asdict()} for seat, place in enumerate(places, 1)]
    tx.execute(insert(seats), [{"table_id": values["id"], "ended_at": ended_at, **row} for row in rows])


def add_lines(tx: Transaction, table: str, lines: Sequence[Entry]) -> None:
    """Add lines to a table's log. Raises Lost if another write has added some, or if the table is gone."""
    if lines:
        with race():
            tx.execute(_ADD_LINES, [{"table_id": table, **line._asdict()} for line in lines])


def update_row(tx: Transaction, table: str, last: Entry, since: float, values: Values) -> None:
    """Update the table's row. Raises Lost unless the store agrees with memory on the log's last line (a database that
    lost some may have as many others by now) and on when clocks were charged: a reminder, a vacation and down time
    given back move them without a line."""
    known = {"table": table, "known_length": last.number + 1, "known_since": since}
    if tx.execute(_UPDATE_ROW, known | {"last": last.number, "last_at": last.at} | values).rowcount != 1:
        raise Lost


def set_seat(tx: Transaction, table: str, seat: int, row: SeatRow) -> None:
    own = (seats.c.table_id == table) & (seats.c.seat == seat)
    tx.execute(update(seats).where(own).values(row._asdict()))


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
    return first_of(tx, TableRow, select(*COLUMNS).where(tables.c.id == table))


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


def lines(tx: Transaction, table: str, start: int) -> list[Entry]:
    """Lines of the log from that one on."""
    where = (log.c.table_id == table) & (log.c.number >= start)
    return all_of(tx, Entry, select(*_LOG).where(where).order_by(log.c.number))


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
