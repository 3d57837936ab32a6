"""At how many boards others may seat somebody: whoever wants fewer, or none, says so for each game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from sheepfold.play.errors import Forbidden
from sheepfold.play.tables.entries import Person
from sheepfold.play.terms import UserId
from sheepfold.store import Transaction
from sheepfold.store.people import challenges as kept

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

USUAL: Final = 20
"""Boards of a game, where somebody does not say."""
MOST: Final = 1_000


class Challenges:
    """One per service: ``service.challenges``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def limit(self, user: UserId, game: str) -> int:
        """At how many boards of the game the user may sit before others can seat them at no more."""
        return await self._engine.read(lambda tx: limit(tx, user, game))

    async def set_limit(self, user: UserId, game: str, most: int | None) -> None:
        """None: as usual."""
        await self._engine.write(lambda tx: kept.set_limit(tx, user, game, most))


def limit(tx: Transaction, user: UserId, game: str) -> int:
    found = kept.limit(tx, user, game)
    return USUAL if found is None else found


def check(tx: Transaction, game: str, guests: Iterable[Person]) -> None:
    """Whether all of them can be seated by others. Raises Forbidden."""
    for guest in guests:
        most = limit(tx, guest.id, game)
        if kept.playing(tx, guest.id, game) >= most:
            wish = "takes no challenges" if not most else "plays at as many boards as they want to"
            raise Forbidden(f"{guest.name} {wish} just now.")
