"""Friends: favourites that somebody keeps for themselves, and whom they played with last. Nobody else learns of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sheepfold.play.errors import BadRequest, Forbidden, TooMany
from sheepfold.play.tables.entries import Person
from sheepfold.play.terms import UserId
from sheepfold.store import Transaction
from sheepfold.store.people import friends as kept

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

MOST_FAVOURITES: Final = 200
"""Favourites of one person."""
GAMES: Final = 200
"""Games that are looked through for whom somebody played with."""
PLAYED: Final = 20


@dataclass(frozen=True, slots=True)
class FriendList:
    """Names; whoever is a favourite is not told again among those played with."""

    favourites: tuple[str, ...] = ()
    played: tuple[str, ...] = ()


class Friends:
    """One per service: ``service.friends``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def of(self, user: UserId) -> FriendList:
        def work(tx: Transaction) -> FriendList:
            liked = kept.favourites_of(tx, user)
            met = kept.played_with(tx, user, GAMES, PLAYED + len(liked))
            return FriendList(tuple(liked), tuple(name for name in met if name not in liked)[:PLAYED])

        return await self._engine.read(work)

    async def like(self, user: UserId, other: UserId, *, yes: bool) -> None:
        """Whether the other is a favourite. Repeatable. Raises BadRequest, TooMany."""
        if user == other:
            raise BadRequest("You cannot be your own favourite.")

        def work(tx: Transaction) -> None:
            if not yes:
                kept.drop(tx, user, other)
            elif kept.count(tx, user) >= MOST_FAVOURITES:
                raise TooMany(f"{MOST_FAVOURITES} favourites are the most. Take one away first.")
            else:
                kept.add(tx, user, other)

        await self._engine.write(work)


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
