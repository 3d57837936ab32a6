"""Rows for looking back at finished games: reviews, and where those who look at one together are."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, update

from sheepfold.store import Transaction, all_of, first_of, insert_new
from sheepfold.store.schema import reviews, seats, shared_replays, tables

# -- reviews -----------------------------------------------------------------------------------


class ReviewedSeat(NamedTuple):
    """A seat that somebody had in a game that was reviewed."""

    ended_at: float
    game: str
    seat: int
    accuracy: str
    """Of all seats."""


def review(tx: Transaction, table: str) -> str | None:
    """The table's review; None: there is none yet."""
    found: str | None = tx.execute(select(reviews.c.body).where(reviews.c.table_id == table)).scalar()
    return found


def keep_review(tx: Transaction, table: str, body: str, accuracy: str, at: float) -> None:
    """Store a review, unless there is one."""
    row = {"table_id": table, "accuracy": accuracy, "body": body, "at": at}
    tx.execute(insert_new(tx, reviews), row)


def reviews_of(tx: Transaction, user: int, most: int) -> list[ReviewedSeat]:
    """Where somebody sat to the end, the last first, of what everybody may know of."""
    query = (
        select(seats.c.ended_at, tables.c.game, seats.c.seat, reviews.c.accuracy)
        .join(tables, tables.c.id == seats.c.table_id)
        .join(reviews, reviews.c.table_id == seats.c.table_id)
        .where(
            (seats.c.user_id == user)
            & seats.c.sits
            & seats.c.ended_at.is_not(None)
            & tables.c.front.is_not(None)
            & tables.c.origin.is_(None)
        )
        .order_by(seats.c.ended_at.desc())
        .limit(most)
    )
    return all_of(tx, ReviewedSeat, query)


# -- shared replays ----------------------------------------------------------------------------


class SharedPosition(NamedTuple):
    """The position that is looked at, who went there, and how many times somebody went somewhere."""

    ply: int
    by: str
    turns: int


def position(tx: Transaction, table: str, room: str) -> SharedPosition | None:
    """Where they are; None: that table has no such shared replay."""
    columns = (shared_replays.c.ply, shared_replays.c.by, shared_replays.c.turns)
    return first_of(tx, SharedPosition, select(*columns).where(_one(table, room)))


def open_room(tx: Transaction, table: str, room: str, ply: int, by: str, at: float, most: int) -> None:
    """A new one; of more than so many the oldest goes."""
    tx.execute(insert(shared_replays).values(id=room, table_id=table, ply=ply, by=by, turns=0, at=at))
    others = select(shared_replays.c.id).where(shared_replays.c.table_id == table)
    newest = others.order_by(shared_replays.c.at.desc(), shared_replays.c.id.desc()).limit(most)
    kept = list(tx.execute(newest).scalars())
    tx.execute(delete(shared_replays).where((shared_replays.c.table_id == table) & shared_replays.c.id.not_in(kept)))


def turn(tx: Transaction, table: str, room: str, ply: int, by: str, at: float) -> int | None:
    """Go to a position; how many times somebody did by now. None: there is no such shared replay."""
    values = {"ply": ply, "by": by, "turns": shared_replays.c.turns + 1, "at": at}
    changed = update(shared_replays).where(_one(table, room)).values(**values).returning(shared_replays.c.turns)
    found: int | None = tx.execute(changed).scalar()
    return found


def _one(table: str, room: str) -> ColumnElement[bool]:
    return (shared_replays.c.id == room) & (shared_replays.c.table_id == table)
