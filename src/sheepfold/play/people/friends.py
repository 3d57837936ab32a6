"""Favourites, whom somebody keeps for themselves; those they played with last; and friends, who are each other's
favourites. Only friends learn of it: they see whether the other is here, and may watch tables that allow it.

And challenges: tables of others that wait for somebody, and at how many boards of a game others may seat them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sheepfold.play.errors import BadRequest, TooMany
from sheepfold.play.notices.recipients import ABSENT
from sheepfold.play.tables import lists, repository
from sheepfold.play.terms import Access, Challenge, Friend, Status, UserId, called
from sheepfold.store import Transaction
from sheepfold.store.people import friends as kept
from sheepfold.store.people import users
from sheepfold.store.tables import lists as stored

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine


MOST_FAVOURITES: Final = 200
"""Favourites of one person."""
GAMES: Final = 200
"""Games that are looked through for whom somebody played with."""
PLAYED: Final = 20
MOST_TABLES: Final = 50
"""Tables of all friends together."""


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

    async def around(self, user: UserId) -> list[Friend]:
        """The user's friends: who is here now, and which of their tables can be watched."""
        now = self._engine.now

        def work(tx: Transaction) -> list[Friend]:
            found = kept.friends_of(tx, user)
            seen = [friend.id for friend in found if friend.visible]
            here_at = users.here_at(tx, seen)
            playing = kept.playing(tx, seen, str(Status.RUNNING), str(Access.FRIENDS), MOST_TABLES)
            rows = stored.by_ids(tx, {table for _, table in playing})
            cards = {card.info.id: card for card in lists.as_listed(tx, list(rows.values()), None)}
            at = {friend: tuple(cards[table] for who, table in playing if who == friend) for friend in seen}
            return [Friend(row.name, now - here_at.get(row.id, 0.0) < ABSENT, at.get(row.id, ())) for row in found]

        return await self._engine.read(work)

    async def show(self, user: UserId, *, visible: bool) -> None:
        """Whether friends may see that the user is here, and where they play. Repeatable."""
        await self._engine.write(lambda tx: users.change(tx, user, {"visible": visible}))

    async def like(self, user: UserId, other: UserId, *, yes: bool) -> None:
        """Whether the other is a favourite. Repeatable. Raises BadRequest, TooMany."""
        if user == other:
            raise BadRequest("You cannot be your own favourite.")

        def work(tx: Transaction) -> None:
            if not yes:
                kept.drop(tx, user, other)
            elif kept.count(tx, user) >= MOST_FAVOURITES:
                raise TooMany(f"You can have {MOST_FAVOURITES} favourites at most. Remove one first.")
            else:
                kept.add(tx, user, other)

        await self._engine.write(work)


# -- challenges ------------------------------------------------------------------------------------


MOST_WAITING: Final = 50
"""Challenges that somebody is told of."""
MOST_BOARDS: Final = 1_000


class Challenges:
    """One per service: ``service.challenges``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def limit(self, user: UserId, game: str) -> int:
        """At how many boards of the game the user may sit before others can seat them at no more."""
        return await self._engine.read(lambda tx: repository.challenge_limit(tx, user, game))

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
