"""At how many boards others may seat somebody: whoever wants fewer, or none, says so for each game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, delete, func, insert, select

from sheepfold.play.errors import Forbidden
from sheepfold.play.table import Person
from sheepfold.play.terms import UserId
from sheepfold.store import schema

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

limits, seats, tables = schema.challenge_limits, schema.seats, schema.tables

USUAL: Final = 20
"""Boards of a game, where somebody does not say."""
MOST: Final = 1_000


class Challenges:
    """One per service: ``service.challenges``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def limit(self, user: UserId, game: str) -> int:
        """At how many boards of the game the user may sit before others can seat them at no more."""
        return await self._engine.read(lambda conn: limit(conn, user, game))

    async def set_limit(self, user: UserId, game: str, most: int | None) -> None:
        """None: as usual."""
        own = (limits.c.user_id == user) & (limits.c.game == game)

        def work(conn: Connection) -> None:
            conn.execute(delete(limits).where(own))
            if most is not None:
                conn.execute(insert(limits).values(user_id=user, game=game, most=most))

        await self._engine.write(work)


def limit(conn: Connection, user: UserId, game: str) -> int:
    own = (limits.c.user_id == user) & (limits.c.game == game)
    found: int | None = conn.execute(select(limits.c.most).where(own)).scalar()
    return USUAL if found is None else found


def check(conn: Connection, game: str, guests: Iterable[Person]) -> None:
    """Whether all of them can be seated by others. Raises Forbidden."""
    for guest in guests:
        most = limit(conn, guest.id, game)
        mine = (seats.c.user_id == guest.id) & seats.c.ended_at.is_(None) & seats.c.sits & (tables.c.game == game)
        playing = conn.execute(select(func.count()).select_from(seats.join(tables)).where(mine)).scalar_one()
        if playing >= most:
            wish = "takes no challenges" if not most else "plays at as many boards as they want to"
            raise Forbidden(f"{guest.name} {wish} just now.")
