"""At how many boards others may seat somebody, and at how many they sit."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from sheepfold.store.drivers.port import Transaction
from sheepfold.store.schema import challenge_limits as limits
from sheepfold.store.schema import seats, tables


def limit(tx: Transaction, user: int, game: str) -> int | None:
    """What the user said; None: nothing."""
    own = (limits.c.user_id == user) & (limits.c.game == game)
    found: int | None = tx.execute(select(limits.c.most).where(own)).scalar()
    return found


def set_limit(tx: Transaction, user: int, game: str, most: int | None) -> None:
    tx.execute(delete(limits).where((limits.c.user_id == user) & (limits.c.game == game)))
    if most is not None:
        tx.execute(insert(limits).values(user_id=user, game=game, most=most))


def playing(tx: Transaction, user: int, game: str) -> int:
    """At how many boards of the game the user sits now."""
    mine = (seats.c.user_id == user) & seats.c.ended_at.is_(None) & seats.c.sits & (tables.c.game == game)
    return tx.execute(select(func.count()).select_from(seats.join(tables)).where(mine)).scalar_one()
