"""Messages from one person to another, beside all tables: kept until they are read, and a month longer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.core.words.lookalikes import visible
from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest, TooMany
from sheepfold.play.notices import outbox
from sheepfold.play.tables import repository
from sheepfold.play.terms import DAY, UserId
from sheepfold.store import Transaction
from sheepfold.store.notices.outbox import know
from sheepfold.store.people import friends as kept
from sheepfold.store.people.friends import MessageRow

LONGEST: Final = 4_000
MOST_UNREAD: Final = 50
"""Messages that wait for one reader."""
KEPT: Final = 30 * DAY
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
        if not 1 <= len(text) <= LONGEST:
            raise BadRequest(f"A message has 1 to {LONGEST:,} characters. Write it into the body.")
        now = self._engine.now

        def work(tx: Transaction) -> None:
            repository.check_voice(tx, sender)
            if key is not None and not know(tx, f"message {sender} {key}", now, now - outbox.REMEMBERED):
                return
            for user in to:
                kept.forget_read(tx, user, now - KEPT)
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
