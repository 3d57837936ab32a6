"""The row of the heartbeat, clocks moved on by down time, and tables by when they are due."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import case, insert, select, update

from sheepfold.store import Transaction, first_of, race
from sheepfold.store.schema import heartbeat, seats, tables, users


class LastBeat(NamedTuple):
    """When a server last beat, and how far that was ahead of the shared clock."""

    at: float
    ahead: float


class RestingTable(NamedTuple):
    """A table with a vacation, now or at another time; terms and clocks as JSON."""

    id: str
    terms: str
    clock: str
    since: float
    to_move: str
    rests: dict[int, tuple[float, float] | None]
    """Every seat that somebody sits in, with their vacation."""


def hold(tx: Transaction) -> LastBeat | None:
    """The last beat, locked until this transaction ends; None: there was none."""
    return first_of(tx, LastBeat, select(heartbeat.c.at, heartbeat.c.ahead).with_for_update())


def begin(tx: Transaction, at: float) -> None:
    """Store the first beat. Raises Lost in a race."""
    with race():
        tx.execute(insert(heartbeat).values(id=1, at=at, ahead=0.0))


def move_on(tx: Transaction, beat: LastBeat) -> None:
    tx.execute(update(heartbeat).values(at=beat.at, ahead=beat.ahead))


def shift(tx: Transaction, start: float, end: float) -> None:
    """Move every running clock on by the time from ``start`` to ``end``."""
    running = tables.c.due.is_not(None) & (tables.c.since < end)  # where nothing is due, nobody's time runs
    by = case((tables.c.since <= start, end - start), else_=end - tables.c.since)
    tx.execute(update(tables).where(running).values(since=tables.c.since + by, due=tables.c.due + by))


def charge(tx: Transaction, table: str, clock: str, since: float, due: float) -> None:
    """Set a table's clocks, as JSON, and when it is due next."""
    tx.execute(update(tables).where(tables.c.id == table).values(clock=clock, since=since, due=due))


def resting(tx: Transaction, end: float) -> Iterable[RestingTable]:
    """Running tables with a vacation between the last charge of their clocks and ``end``."""
    lately = (users.c.vacation_until > tables.c.since) & (users.c.vacation_from < end)
    query = (
        select(tables.c.id, tables.c.terms, tables.c.clock, tables.c.since, tables.c.to_move)
        .join_from(tables, seats)
        .join(users, users.c.id == seats.c.user_id)
        .where(tables.c.due.is_not(None) & (tables.c.since < end) & seats.c.sits & lately)
        .distinct()
    )
    people = select(seats.c.seat, users.c.vacation_from, users.c.vacation_until).join_from(seats, users)
    for row in tx.execute(query).all():
        sitting = tx.execute(people.where((seats.c.table_id == row.id) & seats.c.sits)).all()
        rests = {seat: None if until is None else (start, until) for seat, start, until in sitting}
        yield RestingTable(*row, rests)


def tables_due(tx: Transaction, moment: float, most: int) -> list[str]:
    """Tables due by then, the longest due first."""
    query = select(tables.c.id).where(tables.c.due <= moment).order_by(tables.c.due).limit(most)
    return list(tx.execute(query).scalars())


def put_off(tx: Transaction, table: str, until: float) -> None:
    tx.execute(update(tables).where(tables.c.id == table).values(due=until))


def answers(tx: Transaction) -> None:
    """A query that only shows whether the database answers."""
    tx.exec_driver_sql("SELECT 1")
