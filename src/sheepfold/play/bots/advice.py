"""What bots say to people, asked of them in their workers: why they moved as they did, and what they would do in
somebody's place.

A bot's reasons hold what its seat knows. While a game goes on they are told only where nothing is hidden from anybody,
and not where the result counts; once it is over everybody may know all. Advice is thought out from what the asker's own
seat may know, and is theirs alone.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheepfold.bots import strongest
from sheepfold.core.contract import Move, Seat
from sheepfold.core.contract.bot import SILENT, Level
from sheepfold.core.errors import MoveError
from sheepfold.core.records.progress import AnyGame
from sheepfold.play.errors import NotFound, NotNow
from sheepfold.play.tables import access, moves
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Status, TableId, Terms, UserId

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a bot says about one of its moves."""

    seat: Seat
    bot: str
    ply: int
    """How many moves had been made after it."""
    move: str
    """As it is written."""
    words: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What a strong bot would play in somebody's place, and why."""

    seat: Seat
    bot: str
    number: int
    """The position it is for: the number of the last event that the asker knew."""
    move: str
    """As it is written."""
    parts: Move
    words: str


def silence(status: Status, hides: bool, rated: bool) -> str:
    """Why bots do not explain their moves at such a table yet; empty: they do."""
    if status is Status.OVER:
        return ""
    if status is not Status.RUNNING:
        return "Nobody has moved yet."
    if hides:
        return "A bot says why when the game is over: now its reasons would give away what it knows."
    return "A bot says why when the game is over: this one counts for the ladder." if rated else ""


class Adviser:
    """Explains moves of bots and advises people at their tables."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def why(
        self, table: TableId, user: UserId | None = None, invite: str | None = None, ply: int | None = None
    ) -> Explanation:
        """Why a bot made its last move, or that of number ``ply``. Raises NotNow (it would tell too much), NotFound."""
        seen = await access.seen(self._engine, table, user, invite)
        if refused := silence(seen.status, seen.game.hides, seen.rated):
            raise NotNow(refused)
        found = [n for n, made in enumerate(seen.plies, 1) if made.seat in seen.bot_seats and ply in (None, n)]
        if not found:
            raise NotFound("No bot has moved here." if ply is None else f"Move {ply} was not a bot's.")
        self._check_awake()
        number = found[-1]
        made, name = seen.plies[number - 1], seen.seat(seen.plies[number - 1].seat).name
        before = await asyncio.to_thread(seen.progress_after, number - 1)
        step = before.step(made.seat, made.text)
        view = seen.game.view(before.state, made.seat)
        return Explanation(made.seat, name, number, made.text, await self._reason(seen, name, view, step.move))

    def adviser(self, game: AnyGame, terms: Terms, rated: bool) -> Level | None:
        """Who gives advice at such a table; None: nobody may, or no bots think here."""
        allowed = terms.aids and not rated and self._engine.bots(game)
        return strongest(game, self._engine.setup.shelf) if allowed else None

    async def advice(self, table: TableId, user: UserId) -> Advice:
        """What the strongest bot would play in the user's place. Raises NotNow, Forbidden, NotFound."""
        engine = self._engine
        seen = await access.seen(engine, table, user, None)
        if engine.bus.shared and seen.seat_of(user) not in seen.awaited:
            seen = await engine.fresh(table)  # perhaps it is the user's turn by now
        seat = moves.own_seat(seen, user)
        moves.running(seen, seat)
        adviser = self.adviser(seen.game, seen.header.terms, seen.rated)
        if adviser is None:
            raise NotNow("There is no advice here: it was not agreed, the result counts, or no bot plays this game.")
        if seat not in seen.awaited:
            raise NotNow("You get advice when it is your turn.")
        self._check_awake()
        game, state, number = seen.game, seen.state, seen.number(seat)
        name, view = adviser.name, game.view(state, seat)
        move = await engine.bot_workers.think(game.name, name, view, engine.owners.of(seen))
        try:
            written = "" if move is None else game.write(state, seat, move)
        except MoveError:
            written = ""
        if move is None or not written:
            raise NotNow("No bot has advice just now: try again later.")
        return Advice(seat, name, number, written, move, await self._reason(seen, name, view, move))

    async def _reason(self, table: Table, bot: str, view: object, move: Move) -> str:
        owners = self._engine.owners.of(table)
        return await self._engine.bot_workers.explain(table.game.name, bot, view, move, owners) or SILENT

    def _check_awake(self) -> None:
        if not self._engine.setup.workers:
            raise NotNow("No bot is running on this server: try again later.")
