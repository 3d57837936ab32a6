"""Practice: a private table that goes on from a position of a finished game against house bots, and counts nowhere."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Final

from sheepfold.bots import usual
from sheepfold.core.contract import Seat
from sheepfold.core.records.progress import practised
from sheepfold.core.records.record import Record, from_either
from sheepfold.play.errors import BadRequest, NotNow
from sheepfold.play.people.client_info import NOWHERE, ClientInfo
from sheepfold.play.tables import lists, seating, watching
from sheepfold.play.terms import Access, Listed, Practice, SeatPlan, TableId, TableInfo, Terms, UserId

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
        found = await watching.finished(self._engine, table, user, invite, "You can play on from a game that is over.")
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
        opened = await seating.open_table(
            engine, user, terms, key, client, seated=False, unasked=False, seed=None, past=past
        )
        return opened.info()


def read(text: str) -> Record:
    """A record that somebody brought along. Raises RecordError, BadRequest (too long)."""
    if len(text) > LONGEST_RECORD:
        raise BadRequest(f"A record has at most {LONGEST_RECORD:,} characters here.")
    record = from_either(text)
    if len(record.moves) > MOST_MOVES:
        raise BadRequest(f"A record has at most {MOST_MOVES:,} moves here.")
    return record
