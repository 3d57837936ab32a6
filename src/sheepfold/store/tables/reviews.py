"""Rows of reviews."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select

from sheepfold.store.drivers.port import Transaction, unless_there
from sheepfold.store.schema import reviews, seats, tables


class ReviewedSeat(NamedTuple):
    """A seat that somebody had in a game that was reviewed."""

    ended_at: float
    game: str
    seat: int
    accuracy: str
    """Of all seats."""


def body(tx: Transaction, table: str) -> str | None:
    """The table's review; None: there is none yet."""
    found: str | None = tx.execute(select(reviews.c.body).where(reviews.c.table_id == table)).scalar()
    return found


def keep(tx: Transaction, table: str, body: str, accuracy: str, at: float) -> None:
    """Store a review, unless there is one."""
    row = {"table_id": table, "accuracy": accuracy, "body": body, "at": at}
    tx.execute(unless_there(tx.dialect.name, reviews), row)


def of_user(tx: Transaction, user: int, most: int) -> list[ReviewedSeat]:
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
    return [ReviewedSeat(*row) for row in tx.execute(query)]
