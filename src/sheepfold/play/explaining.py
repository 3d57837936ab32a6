"""Why a bot moved as it did: asked of the bot in its worker, and told where it gives nothing away.

A bot's reasons hold what its seat knows. While a game goes on they are told only where nothing is hidden from anybody,
and not where the result counts, since they would be advice; once it is over everybody may know all.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sheepfold.core.contract import Seat
from sheepfold.play.errors import NotFound, NotNow
from sheepfold.play.table import Table
from sheepfold.play.terms import Status

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

SILENT = "It gives no reasons."


@dataclass(frozen=True, slots=True)
class Reason:
    """What a bot says about one of its moves."""

    seat: Seat
    bot: str
    ply: int
    """How many moves had been made after it."""
    move: str
    """As it is written."""
    words: str


def check_may_ask(table: Table) -> None:
    """Raises NotNow where a reason would give something away."""
    if table.status is Status.OVER:
        return
    if table.status is not Status.RUNNING:
        raise NotNow("Nobody has moved yet.")
    if table.game.hides:
        raise NotNow("A bot says why when the game is over: now its reasons would give away what it knows.")
    if table.rated:
        raise NotNow("A bot says why when the game is over: this one counts for the ladder.")


async def why(engine: Engine, table: Table, ply: int | None = None) -> Reason:
    """Why a bot made its last move, or the one that was the ``ply``-th. Raises NotNow, NotFound."""
    check_may_ask(table)
    seats = table.bot_seats
    found = [n for n, made in enumerate(table.plies, 1) if made.seat in seats and ply in (None, n)]
    if not found:
        raise NotFound("No bot has moved here." if ply is None else f"Move {ply} was not a bot's.")
    if not engine.setup.workers:
        raise NotNow("No bot thinks at this server: ask again later.")
    number = found[-1]
    made, name = table.plies[number - 1], table.seat(table.plies[number - 1].seat).name
    before = await asyncio.to_thread(table.progress_after, number - 1)
    step = before.step(made.seat, made.text)
    view = table.game.view(before.state, made.seat)
    words = await engine.thinkers.explain(table.game.name, name, view, step.move, engine.owners.of(table))
    return Reason(made.seat, name, number, made.text, words or SILENT)
