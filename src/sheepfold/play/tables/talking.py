"""What is said at a table and what a seat notes for itself: who may, how long it is, and who is told."""

from __future__ import annotations

import secrets

from sheepfold.core.unseen import visible
from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest
from sheepfold.play.notices import recipients
from sheepfold.play.tables import chat, moves, repository, watching
from sheepfold.play.terms import ChatLine, TableId, UserId
from sheepfold.store import Transaction
from sheepfold.store.tables import chat as notes


async def say(engine: Engine, table: TableId, user: UserId, text: str, key: str | None, invite: str | None) -> ChatLine:
    """Say something, in the room where the user talks now. Raises NotFound, BadRequest, Forbidden, KeyUsed."""
    found = await watching.seen(engine, table, user, invite)
    text = visible(text)
    if not 1 <= len(text) <= 500:
        raise BadRequest("Say something of 1 to 500 characters.")
    await engine.read(lambda conn: repository.person(conn, user))  # closed accounts say nothing
    await engine.read(lambda conn: repository.check_voice(conn, user))
    seated = found.seat_of(user) is not None
    at, key = engine.now, key or secrets.token_hex(8)

    def work(tx: Transaction) -> tuple[ChatLine, int]:
        said = chat.say(tx, table, user, seated, text, at, key)
        recipients.talk(tx, found, said[0], at)
        return said

    line, number = await engine.write(work)
    engine.talked(table, number)
    return line


async def note(engine: Engine, table: TableId, user: UserId) -> str:
    """What the user noted at their seat. Raises NotFound, Forbidden (no seat)."""
    moves.own_seat(await watching.seen(engine, table, user, None), user)
    return await engine.read(lambda conn: notes.note(conn, table, user))


async def set_note(engine: Engine, table: TableId, user: UserId, text: str) -> None:
    """Keep a note in place of the last. Raises NotFound, Forbidden (no seat), BadRequest."""
    moves.own_seat(await watching.seen(engine, table, user, None), user)
    if len(text) > 10_000:
        raise BadRequest("A note has at most 10,000 characters.")
    await engine.write(lambda conn: notes.save_note(conn, table, user, text))
