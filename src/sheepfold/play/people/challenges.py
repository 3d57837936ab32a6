"""Whom others may seat: at how many boards of a game at once somebody wants to sit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from sheepfold.play.errors import Forbidden
from sheepfold.play.tables.entries import Person
from sheepfold.play.terms import Challenge, Status, UserId, called
from sheepfold.store import Transaction
from sheepfold.store.people import friends as kept

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

MOST_WAITING: Final = 50
"""Challenges that somebody is told of."""
USUAL_BOARDS: Final = 20
"""Boards of a game, where somebody does not say."""
MOST_BOARDS: Final = 1_000


class Challenges:
    """One per service: ``service.challenges``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def limit(self, user: UserId, game: str) -> int:
        """At how many boards of the game the user may sit before others can seat them at no more."""
        return await self._engine.read(lambda tx: limit_of(tx, user, game))

    async def waiting(self, user: UserId) -> list[Challenge]:
        """Tables of others that wait for the user, the newest first."""
        rows = await self._engine.read(lambda tx: kept.expected_at(tx, user, str(Status.WAITING), MOST_WAITING))
        shelf = self._engine.setup.shelf
        return [
            Challenge(table, board, game, shelf.game(game).title, called(by, guest), at)
            for table, board, game, by, guest, at in rows
            if game in shelf
        ]

    async def set_limit(self, user: UserId, game: str, most: int | None) -> None:
        """None: as usual."""
        await self._engine.write(lambda tx: kept.set_challenge_limit(tx, user, game, most))


def limit_of(tx: Transaction, user: UserId, game: str) -> int:
    found = kept.challenge_limit(tx, user, game)
    return USUAL_BOARDS if found is None else found


def check_limits(tx: Transaction, game: str, guests: Iterable[Person]) -> None:
    """Whether all of them can be seated by others. Raises Forbidden."""
    for guest in guests:
        most = limit_of(tx, guest.id, game)
        if kept.boards_of(tx, guest.id, game) >= most:
            wish = "takes no challenges" if not most else "plays at as many boards as they want to"
            raise Forbidden(f"{guest.name} {wish} just now.")
