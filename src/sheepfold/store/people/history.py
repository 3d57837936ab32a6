"""Queries of somebody's finished games: which there are, how they went, and with whom. Those of lessons and practice,
and those that were called off, do not count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, case, func, select, tuple_

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import seats, tables, users
from sheepfold.store.tables.lists import COUNTS


@dataclass(frozen=True, slots=True)
class Sought:
    """Which of somebody's games; None: it does not matter."""

    public: bool = False
    """Only those that everybody may know of."""
    game: str | None = None
    opponent: int | None = None
    """Somebody who sat there to the end, too."""
    went: str | None = None
    since: float | None = None
    until: float | None = None
    """They ended at ``since`` or later, and before ``until``."""


class PastSeat(NamedTuple):
    """A seat that somebody had to the end, and how the game went for it."""

    ended_at: float
    table: str
    went: str


class TallyRow(NamedTuple):
    """How many games went how, of one game or with one person, who is named."""

    name: str
    won: int
    drawn: int
    lost: int
    played: int


def games(tx: Transaction, user: int, sought: Sought, limit: int, after: tuple[float, str] | None) -> list[PastSeat]:
    """The last to end first."""
    order = (seats.c.ended_at, seats.c.table_id)
    query = _of(select(*order, seats.c.went), user, sought)
    if after is not None:
        query = query.where(tuple_(*order) < after)
    rows = tx.execute(query.order_by(*(column.desc() for column in order)).limit(limit))
    return [PastSeat(*row) for row in rows]


def tally(tx: Transaction, user: int, sought: Sought) -> list[TallyRow]:
    """For each game that was played."""
    query = _of(select(tables.c.game, *_counts()), user, sought)
    return [TallyRow(*row) for row in tx.execute(query.group_by(tables.c.game))]


def opponents(tx: Transaction, user: int, sought: Sought, limit: int) -> list[TallyRow]:
    """For each account that the user played with, those of the most games first."""
    theirs = seats.alias()
    met = (theirs.c.table_id == seats.c.table_id) & (theirs.c.user_id != user) & theirs.c.sits
    query = _of(select(users.c.name, *_counts()), user, sought)
    query = query.join(theirs, met).join(users, (users.c.id == theirs.c.user_id) & users.c.name_key.is_not(None))
    query = query.group_by(users.c.id, users.c.name)
    most_first = (func.count().desc(), func.max(seats.c.ended_at).desc(), users.c.id)
    return [TallyRow(*row) for row in tx.execute(query.order_by(*most_first).limit(limit))]


def _counts() -> list[ColumnElement[int]]:
    return [func.sum(case((seats.c.went == way, 1), else_=0)) for way in TallyRow._fields[1:]]


def _of(query: Select[Any], user: int, sought: Sought) -> Select[Any]:
    """A query of the user's seats at tables, for those games alone."""
    query = query.select_from(seats).join(tables, tables.c.id == seats.c.table_id)
    query = query.where((seats.c.user_id == user) & seats.c.sits & seats.c.went.is_not(None))
    query = query.where(COUNTS)
    if sought.public:
        query = query.where(tables.c.front.is_not(None))
    if sought.game is not None:
        query = query.where(tables.c.game == sought.game)
    if sought.opponent is not None:
        theirs = seats.alias()
        sat = (theirs.c.table_id == seats.c.table_id) & (theirs.c.user_id == sought.opponent) & theirs.c.sits
        query = query.where(select(theirs.c.seat).where(sat).exists())
    if sought.went is not None:
        query = query.where(seats.c.went == sought.went)
    if sought.since is not None:
        query = query.where(seats.c.ended_at >= sought.since)
    if sought.until is not None:
        query = query.where(seats.c.ended_at < sought.until)
    return query
