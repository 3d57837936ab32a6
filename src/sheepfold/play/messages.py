"""Messages from one person to another, beside all tables: kept until they are read, and a month longer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from sheepfold.core.unseen import visible
from sheepfold.play import outbox, repository
from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest, TooMany
from sheepfold.play.terms import DAY, UserId
from sheepfold.store import schema

messages, users = schema.messages, schema.users

LONGEST: Final = 4_000
MOST_UNREAD: Final = 50
"""Messages that wait for one reader."""
KEPT: Final = 30 * DAY
"""Seconds for which a message is kept that was read."""

_MESSAGES: Final = select(messages.c.id, users.c.name, messages.c.text, messages.c.at, messages.c.read_at).join(
    users, users.c.id == messages.c.sender_id
)


@dataclass(frozen=True, slots=True)
class Message:
    """A message as its reader gets it."""

    sender: str
    text: str
    at: float


class Messages:
    """One per service: ``service.messages``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def send(self, sender: UserId, to: Sequence[UserId], text: str) -> None:
        """Raises BadRequest (empty, too long), Forbidden (muted), TooMany (somebody reads none of theirs)."""
        lines = [visible(line) for line in text.strip().split("\n")]
        text = "\n".join(lines).strip()
        if not 1 <= len(text) <= LONGEST:
            raise BadRequest(f"A message has 1 to {LONGEST:,} characters; it stands in the body.")
        now = self._engine.now

        def work(conn: Connection) -> None:
            repository.check_voice(conn, sender)
            for user in to:
                old = (messages.c.user_id == user) & (messages.c.read_at < now - KEPT)
                conn.execute(delete(messages).where(old))
                waiting = (messages.c.user_id == user) & messages.c.read_at.is_(None)
                if conn.execute(select(func.count()).where(waiting)).scalar_one() >= MOST_UNREAD:
                    raise TooMany("Somebody of those has many messages that wait to be read: write again later.")
                new = insert(messages).values(user_id=user, sender_id=sender, text=text, at=now)
                number = conn.execute(new.returning(messages.c.id)).scalar_one()
                if self._engine.setup.mail:
                    kind = outbox.Kind.MESSAGE
                    outbox.put(conn, f"{kind} {number}", kind, now=now, user=user, content=str(number))

        await self._engine.read(lambda conn: repository.person(conn, sender))
        await self._engine.write(work)

    async def mailed(self, user: UserId, number: int, *, again: bool) -> Message | None:
        """A message that goes to its reader by mail, and so is read; None: it is gone, or was read before it could be
        sent (unless it is sent ``again``)."""
        own = (messages.c.id == number) & (messages.c.user_id == user)
        found = await self._engine.read(lambda conn: conn.execute(_MESSAGES.where(own)).first())
        if found is None or (found.read_at is not None and not again):
            return None
        now = self._engine.now
        await self._engine.write(lambda conn: conn.execute(update(messages).where(own).values(read_at=now)))
        return Message(found.name, found.text, found.at)

    async def unread(self, user: UserId) -> tuple[Message, ...]:
        """What waits for the user, the oldest first; from now on it is read."""
        new = (messages.c.user_id == user) & messages.c.read_at.is_(None)
        query = _MESSAGES.where(new).order_by(messages.c.id)
        found = await self._engine.read(lambda conn: conn.execute(query).all())
        if found:
            seen = messages.c.id.in_([row.id for row in found])
            now = self._engine.now
            await self._engine.write(lambda conn: conn.execute(update(messages).where(seen).values(read_at=now)))
        return tuple(Message(row.name, row.text, row.at) for row in found)


def of(conn: Connection, user: UserId) -> list[dict[str, object]]:
    """What somebody wrote or was written, for their own data."""
    mine = (messages.c.user_id == user) | (messages.c.sender_id == user)
    rows = conn.execute(select(messages).where(mine).order_by(messages.c.id)).mappings()
    return [{"to": row["user_id"], "from": row["sender_id"], "text": row["text"], "at": row["at"]} for row in rows]
