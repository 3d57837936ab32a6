"""Shared replays: several people look at one position of a finished game, and any of them goes to another.

Whoever has the link joins. Where they are is kept in the store; the bus says that it changed, as of everything else.
What they say to each other is the table's talk.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sheepfold.live import Word
from sheepfold.play.errors import BadRequest, Busy, NotFound
from sheepfold.play.tables import repository, seating, watching
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import TableId, UserId, called
from sheepfold.store.tables import together as kept
from sheepfold.store.tables.together import SharedPosition

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

MOST: Final = 20
"""Shared replays of a table; when there are more, the one that was left alone longest ends."""
LOOK: Final = 15.0
"""Seconds after which it is looked whether they moved on, in case the word of it was lost."""
REFUSAL: Final = "A replay is for a game that is over."


class SharedReplays:
    """One per service: ``service.together``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def open(self, table: TableId, user: UserId, ply: int, invite: str | None = None) -> str:
        """A new shared replay at that position; its name is in the link. Raises NotFound, NotNow, BadRequest."""
        found, room, engine = await self._over(table, user, ply, invite), seating.new_id(), self._engine
        name = await self._name(user)
        await engine.write(lambda tx: kept.open_room(tx, found.header.id, room, ply, name, engine.now, MOST))
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
        engine.shared_replays.turned(room)
        engine.bus.publish(Word(room, "replay", turns))

    async def follow(
        self, table: TableId, room: str, user: UserId | None = None, invite: str | None = None
    ) -> AsyncGenerator[SharedPosition]:
        """Where they are now, then wherever they go. Raises NotFound, NotNow; NotFound when it ends."""
        await self._over(table, user, 0, invite)
        shown = -1
        with self._engine.shared_replays.heard(room) as turned:
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
        found = await watching.finished(self._engine, table, user, invite, REFUSAL)
        if not 0 <= ply <= len(found.plies):
            raise BadRequest(f"This game has positions from 0 to {len(found.plies)}.")
        return found

    async def _name(self, user: UserId) -> str:
        person = await self._engine.read(lambda tx: repository.person(tx, user))
        return called(person.name, person.guest)


def _gone() -> NotFound:
    return NotFound("There is no such shared replay, or it is long over: start another one.")
