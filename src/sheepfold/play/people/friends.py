"""Friends: favourites that somebody keeps for themselves, and whom they played with last. Nobody else learns of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sheepfold.play.errors import BadRequest, TooMany
from sheepfold.play.terms import UserId
from sheepfold.store import Transaction
from sheepfold.store.people import friends as kept

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

MOST: Final = 200
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
            raise BadRequest("Everybody is a friend of their own.")

        def work(tx: Transaction) -> None:
            if not yes:
                kept.drop(tx, user, other)
            elif kept.count(tx, user) >= MOST:
                raise TooMany(f"{MOST} favourites are enough: take one away first.")
            else:
                kept.add(tx, user, other)

        await self._engine.write(work)
