"""Looking back at finished games: practice from a position, shared replays, and reviews.

Practice is a private table that goes on from a position against house bots, and counts nowhere. In a shared replay
several people look at one position, and any of them goes to another: whoever has the link joins. Where they are is in
the database, and the bus tells that it changed. What they say to each other is the table's chat. Reviews are made on
request in a process of their own, one at a time, and kept with the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sheepfold.bots import usual
from sheepfold.core.contract import Seat
from sheepfold.core.records.progress import practised
from sheepfold.core.records.record import Record, from_either, to_json
from sheepfold.play.bots.worker import REVIEW
from sheepfold.play.errors import BadRequest, Busy, NotFound, NotNow
from sheepfold.play.host.background import WorkerDied, WorkerProcess
from sheepfold.play.people.users import NOWHERE, ClientInfo
from sheepfold.play.tables import access, lists, repository, seating
from sheepfold.play.tables.table import Table
from sheepfold.play.tables.tables import Tables
from sheepfold.play.terms import Access, Listed, Practice, SeatPlan, TableId, TableInfo, Terms, UserId, called
from sheepfold.review import Attempt
from sheepfold.review.terms import Review, from_json, named
from sheepfold.store.tables import lists as stored
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
        return await self._engine.read(lambda tx: lists.as_listed(tx, stored.practice_of(tx, user, table, SHOWN), user))

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


# -- reviews ---------------------------------------------------------------------------------------


LONGEST_REVIEW: Final = 180.0
"""Seconds after which a review is given up."""
IN_A_TREND: Final = 100
"""So many games make a trend."""
NOT_OVER: Final = "This game is not over: it can be reviewed when it is."


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far a review is: from 0 to 1; None: nobody has asked for it."""

    done: float | None
    kept: bool
    """Whether it is there to be read."""


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """How well somebody played one game."""

    at: float
    game: str
    accuracy: int


class Reviews:
    """For people who look back at a finished table."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._alone = asyncio.Semaphore(1)
        self._making: dict[TableId, asyncio.Task[Review]] = {}
        self._done: dict[TableId, float] = {}

    async def progress(self, table: TableId, user: UserId | None = None, invite: str | None = None) -> ReviewProgress:
        """Whether a review is there, or how far it is. Raises NotFound, NotNow (the game goes on)."""
        await self._over(table, user, invite)
        body = await self._engine.read(lambda tx: kept.review(tx, table))
        return ReviewProgress(self._done.get(table), body is not None)

    async def of(
        self,
        table: TableId,
        user: UserId | None = None,
        invite: str | None = None,
        seat: Seat | None = None,
        *,
        opened: bool = False,
    ) -> Review:
        """The table's review, made now if there is none. Raises NotFound, NotNow, BadRequest (no such seat)."""
        found = await self._over(table, user, invite)
        if seat is not None and not 1 <= seat <= len(found.seats):
            raise BadRequest(f"There is no seat {seat}; there are {len(found.seats)}.")
        body = await self._engine.read(lambda tx: kept.review(tx, table))
        whole = from_json(body) if body is not None else await self._made(found)
        return named(whole.only(seat, opened=opened), found.names())

    async def attempt(self, table: TableId, user: UserId | None, invite: str | None, at: int, text: str) -> Attempt:
        """Another move in the place of move ``at``. Raises NotFound, NotNow, BadRequest (no move, or none there)."""
        found = await self._over(table, user, invite)
        return msgspec.convert(await self._ask(found.record(), [at, text[:1000]], table), Attempt)

    async def trend(self, user: UserId) -> list[ReviewedGame]:
        """How well somebody played in reviewed games that everybody may see, the last first."""
        rows = await self._engine.read(lambda tx: kept.reviews_of(tx, user, IN_A_TREND))
        return [ReviewedGame(row.ended_at, row.game, int(row.accuracy.split()[row.seat - 1])) for row in rows]

    async def _over(self, table: TableId, user: UserId | None, invite: str | None) -> Table:
        return await access.finished(self._engine, table, user, invite, NOT_OVER)

    async def _made(self, table: Table) -> Review:
        """One review of a table is made at a time, however many ask for it."""
        name = table.header.id
        if name not in self._making:
            self._making[name] = asyncio.create_task(self._make(table), name=f"review-{name}")
            self._making[name].add_done_callback(lambda _: self._making.pop(name, None))
        return await asyncio.shield(self._making[name])

    async def _make(self, table: Table) -> Review:
        engine, name = self._engine, table.header.id
        made = msgspec.convert(await self._ask(table.record(), None, name), Review)
        accuracy = " ".join(str(seat.accuracy(made.currency)) for seat in made.seats)
        body = msgspec.json.encode(made).decode()
        await engine.write(lambda tx: kept.keep_review(tx, name, body, accuracy, engine.now))
        return made

    async def _ask(self, record: Record, asked: list[Any] | None, table: TableId) -> Any:
        setup = self._engine.setup
        if not setup.workers:
            raise NotNow("No bot is running on this server, so nobody can judge: try again later.")
        async with self._alone:
            self._done[table] = 0.0
            worker = WorkerProcess("sheepfold.play.bots.worker", setup.locate, REVIEW)
            request = msgspec.json.encode([to_json(record), asked])
            try:
                progress = partial(self._progressed, table)
                answer = msgspec.json.decode(await worker.ask(request, LONGEST_REVIEW, progress))
            except WorkerDied:
                raise NotNow("This game could not be reviewed just now: try again later.") from None
            finally:
                self._done.pop(table, None)
                await worker.close()
        if isinstance(answer, dict) and "refused" in answer:
            raise BadRequest(answer["refused"])
        return answer

    def _progressed(self, table: TableId, told: bytes) -> None:
        self._done[table] = float(msgspec.json.decode(told))

    async def close(self) -> None:
        """Cancels the review that is being made."""
        for task in tuple(self._making.values()):
            task.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)
