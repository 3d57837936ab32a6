"""Chat and private notes: who writes to which channel, who reads which lines, under which numbers."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from sheepfold.core.contract import Seat
from sheepfold.core.words.lookalikes import visible
from sheepfold.core.words.prose import shown
from sheepfold.play.errors import BadRequest, KeyUsed, NotFound
from sheepfold.play.notices import recipients
from sheepfold.play.tables import access, moves, repository
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import ChatLine, Status, TableId, UserId
from sheepfold.store import Transaction
from sheepfold.store.tables import chat as kept
from sheepfold.store.tables.chat import ChatRow

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

MOST_LINES: Final = 500
"""So many lines are read at once."""

HOST: Final = "The host"
TAKEN_AWAY: Final = "removed a line."
REMOVED: Final = "(removed by the host)"


def store_line(
    tx: Transaction, table: TableId, user: UserId, seated: bool, text: str, at: float, key: str
) -> tuple[ChatLine, int]:
    """Store a line; the same key again gives the same line. Raises Lost in a race, KeyUsed for another line.

    Returns the line as its speaker reads it, and how many lines the store has up to it.
    """
    said = kept.under_key(tx, table, user, key)
    if said is None:
        kept.add(tx, table, kept.last(tx, table) + 1, _channel(tx, table, seated), user, text, at, key)
        said = kept.under_key(tx, table, user, key)
        assert said is not None
    elif said.text not in (text, ""):
        raise KeyUsed("This key belongs to something else that you said; a new line needs a new key.")
    return _read(tx, table, said, kept.place(tx, table, said, seated), seated), said.number


def read_before(tx: Transaction, table: TableId, over: bool, at: float) -> int:
    """How many of the lines that a seat may read now were said before that moment."""
    return kept.count(tx, table, spectators=over, before=at)


def _channel(tx: Transaction, table: TableId, seated: bool) -> str:
    """Where somebody talks: all at the table until the game begins, and all among the spectators when it is over.

    The row is held until the line is in, so that the table falls silent at the very end of the game.
    """
    stands = kept.status(tx, table)
    if stands is None:  # it was cleaned away while somebody still had it before them
        raise access.no_table()
    status = Status(stands)
    return "table" if status is Status.WAITING or (seated and status is Status.RUNNING) else "gallery"


async def read(
    engine: Engine,
    table: Table,
    viewer: Seat | None,
    since: int,
    before: int | None = None,
    limit: int = MOST_LINES,
) -> tuple[ChatLine, ...]:
    """What the viewer may read after line ``since`` and before line ``before``: the last ``limit`` lines, in order.

    Numbers count what this reader may read, in the order in which it can be read, so nobody can count
    the rest and nothing that was read is numbered anew: seats read what spectators said when the game is
    over, after all that was said at the table.
    """
    id, seated = table.header.id, viewer is not None
    spectators = table.status is Status.OVER or not seated

    def work(tx: Transaction) -> tuple[ChatLine, ...]:
        total = kept.count(tx, id, spectators=spectators)
        last = total if before is None else min(total, before - 1)
        found = min(last - since, limit)
        if found <= 0:
            return ()
        newest = kept.latest(tx, id, spectators=spectators, spectators_last=seated, skip=total - last, limit=found)
        return tuple(_read(tx, id, line, last - back, seated) for back, line in reversed(list(enumerate(newest))))

    return await engine.read(work)


def _read(tx: Transaction, table: TableId, line: ChatRow, number: int, seated: bool) -> ChatLine:
    """Converts a stored line to how one reader reads it."""
    if line.removes is not None:
        gone = kept.numbered(tx, table, line.removes)
        assert gone is not None
        removes = kept.place(tx, table, gone, seated)
        return ChatLine(number, line.at, line.room, HOST, None, TAKEN_AWAY, removes=removes)
    return ChatLine(number, line.at, line.room, line.name, line.user, line.text or REMOVED, line.guest)


# -- the host ----------------------------------------------------------------------------------


def all_of(tx: Transaction, table: TableId, limit: int) -> list[ChatRow]:
    """The last lines of all rooms, in order. Raises NotFound."""
    if not kept.exists(tx, table):
        raise NotFound(f"There is no table {shown(table)!r}; see sheepfold admin tables.")
    return kept.said(tx, table, limit)


def remove(tx: Transaction, table: TableId, number: int, at: float) -> tuple[UserId, int] | None:
    """Take a line away; a new one tells of it, in its place among all others, so that every reader hears of it.

    Returns whose it was and the number of the line that tells of it; None if it was gone. Raises NotFound, Lost.
    """
    line = kept.numbered(tx, table, number)
    if line is None or line.removes is not None:
        raise NotFound("Nothing was said under that number; see sheepfold admin talk.")
    if not kept.blank(tx, table, number):
        return None
    told = kept.last(tx, table) + 1
    kept.add(tx, table, told, _channel(tx, table, line.room == "table"), line.user, "", at, removes=number)
    return line.user, told


class Chat:
    """One per service: ``service.chat``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def say(
        self, table: TableId, user: UserId, text: str, key: str | None = None, invite: str | None = None
    ) -> ChatLine:
        """Say something of 1 to 500 characters. While the game is on, seats talk in the room ``table`` and others
        in the ``gallery``; before it all talk at the table, after it all in the gallery. Raises NotFound, BadRequest,
        Forbidden, KeyUsed."""
        engine, text = self._engine, visible(text)
        found = await access.seen(engine, table, user, invite)
        if not 1 <= len(text) <= 500:
            raise BadRequest("Write 1 to 500 characters.")
        seated = found.seat_of(user) is not None
        at, key = engine.now, key or secrets.token_hex(8)

        def work(tx: Transaction) -> tuple[ChatLine, int]:
            said = store_line(tx, table, user, seated, text, at, key)
            recipients.chat(tx, found, said[0], at)
            return said

        await engine.read(lambda tx: repository.check_voice(tx, user))
        line, number = await engine.write(work)
        engine.announce("chat", table, number)
        return line

    async def read(
        self,
        table: TableId,
        user: UserId | None = None,
        invite: str | None = None,
        since: int = 0,
        before: int | None = None,
        limit: int = MOST_LINES,
    ) -> tuple[ChatLine, ...]:
        """The last lines that the user may read, after line ``since`` and before line ``before``. Seats read the
        gallery when the game is over."""
        found = await access.seen(self._engine, table, user, invite)
        return await read(self._engine, found, found.seat_of(user), since, before, limit)

    async def note(self, table: TableId, user: UserId) -> str:
        """The user's private note at their seat; "" when there is none. Raises Forbidden (no seat)."""
        moves.own_seat(await access.seen(self._engine, table, user, None), user)
        return await self._engine.read(lambda tx: kept.note(tx, table, user))

    async def set_note(self, table: TableId, user: UserId, text: str) -> None:
        """Keep a private note, at most 10,000 characters. Raises Forbidden (no seat), BadRequest."""
        moves.own_seat(await access.seen(self._engine, table, user, None), user)
        if len(text) > 10_000:
            raise BadRequest("A note has at most 10,000 characters.")
        await self._engine.write(lambda tx: kept.save_note(tx, table, user, text))
