"""Rows of friends: favourites, and recent opponents."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from sheepfold.store.drivers.port import Transaction, unless_there
from sheepfold.store.schema import challenge_limits as limits
from sheepfold.store.schema import favourites, seats, tables, users


def add(tx: Transaction, user: int, other: int) -> None:
    tx.execute(unless_there(tx.dialect.name, favourites), {"user_id": user, "other_id": other})


def drop(tx: Transaction, user: int, other: int) -> None:
    tx.execute(delete(favourites).where((favourites.c.user_id == user) & (favourites.c.other_id == other)))


def favourites_of(tx: Transaction, user: int) -> list[str]:
    """The user's favourites by name."""
    query = select(users.c.name).join(favourites, favourites.c.other_id == users.c.id)
    return list(tx.execute(query.where(favourites.c.user_id == user).order_by(users.c.name_key)).scalars())


def count(tx: Transaction, user: int) -> int:
    return int(tx.execute(select(func.count()).where(favourites.c.user_id == user)).scalar_one())


def played_with(tx: Transaction, user: int, games: int, most: int) -> list[str]:
    """Accounts that sat with the user in their last games, the last game first."""
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


def challenge_limit(tx: Transaction, user: int, game: str) -> int | None:
    """The user's limit of challenges; None: not set."""
    own = (limits.c.user_id == user) & (limits.c.game == game)
    found: int | None = tx.execute(select(limits.c.most).where(own)).scalar()
    return found


def set_challenge_limit(tx: Transaction, user: int, game: str, most: int | None) -> None:
    tx.execute(delete(limits).where((limits.c.user_id == user) & (limits.c.game == game)))
    if most is not None:
        tx.execute(insert(limits).values(user_id=user, game=game, most=most))


def boards_of(tx: Transaction, user: int, game: str) -> int:
    """At how many boards of the game the user sits."""
    mine = (seats.c.user_id == user) & seats.c.ended_at.is_(None) & seats.c.sits & (tables.c.game == game)
    return tx.execute(select(func.count()).select_from(seats.join(tables)).where(mine)).scalar_one()
