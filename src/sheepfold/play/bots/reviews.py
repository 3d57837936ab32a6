"""Reviews of finished tables: made on request in a process of their own, one at a time, and kept with the table."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sheepfold.core.contract import Seat
from sheepfold.core.records.record import Record, to_json
from sheepfold.play.bots.worker import REVIEW
from sheepfold.play.errors import BadRequest, NotNow
from sheepfold.play.host.worker_process import WorkerDied, WorkerProcess
from sheepfold.play.tables import access
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import TableId, UserId
from sheepfold.review import Attempt
from sheepfold.review.terms import Review, from_json, named
from sheepfold.store.tables import looking_back as kept

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

LONGEST: Final = 180.0
"""Seconds after which a review is given up."""
SHOWN: Final = 100
NOT_OVER: Final = "This game is not over: it can be reviewed when it is."
"""So many games make a trend."""


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
        rows = await self._engine.read(lambda tx: kept.reviews_of(tx, user, SHOWN))
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
                answer = msgspec.json.decode(await worker.ask(request, LONGEST, partial(self._progressed, table)))
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
