"""Looking back at finished games: practice from a position, and shared replays.

Practice is a private table that goes on from a position against house bots, and counts nowhere. In a shared replay
several people look at one position, and any of them goes to another: whoever has the link joins. Where they are is in
the database, and the bus tells that it changed. What they say to each other is the table's chat.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from sheepfold.bots import usual
from sheepfold.core.contract import Seat
from sheepfold.core.records.progress import practised
from sheepfold.core.records.record import Record, from_either
from sheepfold.play.errors import BadRequest, Busy, NotFound, NotNow
from sheepfold.play.people.users import NOWHERE, ClientInfo
from sheepfold.play.tables import access, lists, repository, seating
from sheepfold.play.tables.table import Table
from sheepfold.play.tables.tables import Tables
from sheepfold.play.terms import Access, Listed, Practice, SeatPlan, TableId, TableInfo, Terms, UserId, called
from sheepfold.store.tables import looking_back as kept
from sheepfold.store.tables.looking_back import SharedPosition

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine


LONGEST_RECORD: Final = 16_000
"""Characters of a record that is brought along."""
MOST_MOVES: Final = 2_000
"""Moves of it. No game on the shelf needs as many."""
SHOWN: Final = 5
"""So many of somebody's practice tables are named beside the game that they go on from."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """From where somebody wants to play on."""

    move: int
    """After how many moves of the record, chance's counted too."""
    seat: Seat
    anew: bool = False
    """Deal the world anew among those that fit what the seat knew."""
    bot: str = ""
    """Who plays the other seats; empty: the usual bot."""


class PracticeTables:
    """One per service: ``service.practice``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def from_table(
        self,
        user: UserId,
        table: TableId,
        wanted: Wanted,
        invite: str | None = None,
        key: str | None = None,
        client: ClientInfo = NOWHERE,
    ) -> TableInfo:
        """Go on from a finished game. Raises NotFound, NotNow (it goes on, no bots), RecordError (no such position),
        BadRequest (no such bot), TooMany."""
        found = await access.finished(self._engine, table, user, invite, "You can play on from a game that is over.")
        if not found.published(self._engine.now):
            raise NotNow("Others still play this deal today: go on from it tomorrow.")
        return await self._opened(user, found.record(), wanted, (table, found.header.board), key, client)

    async def from_record(
        self, user: UserId, text: str, wanted: Wanted, key: str | None = None, client: ClientInfo = NOWHERE
    ) -> TableInfo:
        """Go on from a record that somebody brought along. Raises RecordError, UnknownGame, and as ``from_table``."""
        return await self._opened(user, read(text), wanted, (None, 0), key, client)

    async def of(self, user: UserId | None, table: TableId) -> list[Listed]:
        """The user's last practice tables that go on from that game, the newest first."""
        if user is None:
            return []
        return await self._engine.read(lambda tx: lists.practice_of(tx, user, table, SHOWN))

    async def _opened(
        self,
        user: UserId,
        record: Record,
        wanted: Wanted,
        source: tuple[TableId | None, int],
        key: str | None,
        client: ClientInfo,
    ) -> TableInfo:
        engine, game = self._engine, self._engine.setup.shelf.game(record.game)
        rng = SystemRandom() if wanted.anew else None
        past, origin = await asyncio.to_thread(practised, game, record, wanted.move, wanted.seat, rng)
        if len(record.seats) > 1 and not engine.bots(game):
            raise NotNow("No bots play here.")
        bot = SeatPlan("bot", wanted.bot or usual(game, engine.setup.shelf))
        terms = Terms(
            game=game.name,
            options=record.options,
            seats=tuple(SeatPlan("me") if seat == wanted.seat else bot for seat, _ in enumerate(record.seats, 1)),
            access=Access.PRIVATE,
            practice=Practice(origin.commitment, origin.move, origin.seat, origin.anew, *source),
        )
        return await Tables(engine).open(user, terms, key, client, past=past)


def read(text: str) -> Record:
    """A record that somebody brought along. Raises RecordError, BadRequest (too long)."""
    if len(text) > LONGEST_RECORD:
        raise BadRequest(f"A record has at most {LONGEST_RECORD:,} characters here.")
    record = from_either(text)
    if len(record.moves) > MOST_MOVES:
        raise BadRequest(f"A record has at most {MOST_MOVES:,} moves here.")
    return record


MOST_SHARED: Final = 20
"""Shared replays of a table; when there are more, the one that was left alone longest ends."""
LOOK: Final = 15.0
"""Seconds after which it is looked whether they moved on, in case the word of it was lost."""
REFUSAL: Final = "A replay is for a game that is over."


class SharedReplays:
    """One per service: ``service.shared_replays``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def open(self, table: TableId, user: UserId, ply: int, invite: str | None = None) -> str:
        """A new shared replay at that position; its name is in the link. Raises NotFound, NotNow, BadRequest."""
        found, room, engine = await self._over(table, user, ply, invite), seating.new_id(), self._engine
        name = await self._name(user)
        await engine.write(lambda tx: kept.open_room(tx, found.header.id, room, ply, name, engine.now, MOST_SHARED))
        return room

    async def position(
        self, table: TableId, room: str, user: UserId | None = None, invite: str | None = None
    ) -> SharedPosition:
        """Where they are. Raises NotFound, NotNow."""
        await self._over(table, user, 0, invite)
        return await self._read(table, room)

    async def turn(self, table: TableId, room: str, user: UserId, ply: int, invite: str | None = None) -> None:
        """Go to that position, and take all others along. Raises NotFound, NotNow, BadRequest (no such position)."""
        await self._over(table, user, ply, invite)
        name, engine = await self._name(user), self._engine
        turns = await engine.write(lambda tx: kept.turn(tx, table, room, ply, name, engine.now))
        if turns is None:
            raise _gone()
        engine.announce("replay", room, turns)

    async def follow(
        self, table: TableId, room: str, user: UserId | None = None, invite: str | None = None
    ) -> AsyncGenerator[SharedPosition]:
        """Where they are now, then wherever they go. Raises NotFound, NotNow; NotFound when it ends."""
        await self._over(table, user, 0, invite)
        shown = -1
        with self._engine.shared_replays.of(room) as turned:
            while True:
                turned.clear()
                with suppress(Busy):
                    now = await self._read(table, room)
                    if now.turns != shown:
                        shown = now.turns
                        yield now
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK):
                        await turned.wait()

    async def _read(self, table: TableId, room: str) -> SharedPosition:
        found = await self._engine.read(lambda tx: kept.position(tx, table, room))
        if found is None:
            raise _gone()
        return found

    async def _over(self, table: TableId, user: UserId | None, ply: int, invite: str | None) -> Table:
        found = await access.finished(self._engine, table, user, invite, REFUSAL)
        if not 0 <= ply <= len(found.plies):
            raise BadRequest(f"This game has positions from 0 to {len(found.plies)}.")
        return found

    async def _name(self, user: UserId) -> str:
        person = await self._engine.read(lambda tx: repository.person(tx, user))
        return called(person.name, person.guest)


def _gone() -> NotFound:
    return NotFound("There is no such shared replay, or it is long over: start another one.")
