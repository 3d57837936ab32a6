"""Whom somebody likes to play with: their favourites, and those they played with last."""

from __future__ import annotations

from sqlalchemy import delete, func, select

from sheepfold.store.drivers.inserts import unless_there
from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import favourites, seats, users


def add(tx: Transaction, user: int, other: int) -> None:
    tx.execute(unless_there(tx.dialect.name, favourites), {"user_id": user, "other_id": other})


def drop(tx: Transaction, user: int, other: int) -> None:
    tx.execute(delete(favourites).where((favourites.c.user_id == user) & (favourites.c.other_id == other)))


def favourites_of(tx: Transaction, user: int) -> list[str]:
    """By name."""
    query = select(users.c.name).join(favourites, favourites.c.other_id == users.c.id)
    return list(tx.execute(query.where(favourites.c.user_id == user).order_by(users.c.name_key)).scalars())


def count(tx: Transaction, user: int) -> int:
    return int(tx.execute(select(func.count()).where(favourites.c.user_id == user)).scalar_one())


def played_with(tx: Transaction, user: int, games: int, most: int) -> list[str]:
    """Accounts that sat with the user at so many of their last games, those of the last one first."""
    mine = select(seats.c.table_id).where((seats.c.user_id == user) & seats.c.ended_at.is_not(None))
    last = mine.order_by(seats.c.ended_at.desc()).limit(games).subquery()
    query = (
        select(users.c.name)
        .join(seats, seats.c.user_id == users.c.id)
        .join(last, last.c.table_id == seats.c.table_id)
        .where((users.c.id != user) & users.c.name_key.is_not(None) & ~users.c.closed & seats.c.sits)
        .group_by(users.c.id, users.c.name)
        .order_by(func.max(seats.c.ended_at).desc(), users.c.id)
        .limit(most)
    )
    return list(tx.execute(query).scalars())
