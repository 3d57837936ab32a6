"""Favourites, whom somebody keeps for themselves; those they played with last; and friends, who are each other's
favourites. Only friends learn of it: they see whether the other is here, and may watch tables that allow it.

Challenges: tables of others that wait for somebody, and at how many boards of a game others may seat them. And messages
from one person to another, beside all tables: kept until they are read, and a month longer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sheepfold.core.words.lookalikes import visible
from sheepfold.play.errors import BadRequest, TooMany
from sheepfold.play.notices import outbox
from sheepfold.play.notices.recipients import ABSENT
from sheepfold.play.tables import lists, repository
from sheepfold.play.terms import DAY, Access, Challenge, Friend, Status, UserId, called
from sheepfold.store import Transaction
from sheepfold.store.notices.outbox import know
from sheepfold.store.people import friends as kept
from sheepfold.store.people import users
from sheepfold.store.people.friends import MessageRow
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


# -- messages --------------------------------------------------------------------------------------


LONGEST_MESSAGE: Final = 4_000
MOST_UNREAD: Final = 50
"""Messages that wait for one reader."""
KEPT_READ: Final = 30 * DAY
"""Seconds for which a message is kept that was read."""


class Messages:
    """One per service: ``service.messages``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def send(self, sender: UserId, to: Sequence[UserId], text: str, key: str | None = None) -> None:
        """Write to these people; once, however often it is asked for under the same key.

        Raises BadRequest (empty, too long), Forbidden (muted), TooMany (somebody reads none of theirs).
        """
        lines = [visible(line) for line in text.strip().split("\n")]
        text = "\n".join(lines).strip()
        if not 1 <= len(text) <= LONGEST_MESSAGE:
            raise BadRequest(f"A message has 1 to {LONGEST_MESSAGE:,} characters. Write it into the body.")
        now = self._engine.now

        def work(tx: Transaction) -> None:
            repository.check_voice(tx, sender)
            if key is not None and not know(tx, f"message {sender} {key}", now, now - outbox.REMEMBERED):
                return
            for user in to:
                kept.forget_read(tx, user, now - KEPT_READ)
                if kept.count_unread(tx, user) >= MOST_UNREAD:
                    raise TooMany("One of your readers has too many unread messages. Write again later.")
                number = kept.add_message(tx, user, sender, text, now)
                if self._engine.setup.mail:
                    kind = outbox.Kind.MESSAGE
                    outbox.put(tx, f"{kind} {number}", kind, now=now, user=user, content=str(number))

        await self._engine.write(work)

    async def unread_one(self, user: UserId, number: int) -> MessageRow | None:
        """A message that is to go to its reader by mail, and is read when it has gone; None: it was read before, or is
        not there any more."""
        found = await self._engine.read(lambda tx: kept.message_to(tx, user, number))
        return None if found is None or found.read_at is not None else found

    async def unread(self, user: UserId) -> tuple[MessageRow, ...]:
        """What waits for the user, the oldest first; from now on it is read."""
        found = await self._engine.read(lambda tx: kept.unread(tx, user))
        if found:
            ids, now = [message.id for message in found], self._engine.now
            await self._engine.write(lambda tx: kept.set_read(tx, ids, now))
        return tuple(found)
