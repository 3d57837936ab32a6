"""How a move that is being built may go on, and what it would do once it is complete."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from sheepfold.core.contract import Move
from sheepfold.core.errors import SheepfoldError
from sheepfold.play.engine import Engine
from sheepfold.play.tables import moves, watching
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Choices, TableId, UserId


async def choices(engine: Engine, table: TableId, user: UserId, so_far: Move) -> Choices:
    """The legal next parts of the user's move after ``so_far``. Raises IllegalNow when ``so_far`` is no path."""
    seen, shared = await watching.seen(engine, table, user, None), engine.bus.shared
    try:
        if not shared or seen.seat_of(user) in seen.awaited:
            return await _foretold(seen, user, so_far)
    except SheepfoldError:
        if not shared:
            raise
    return await _foretold(await engine.fresh(table), user, so_far)  # perhaps it is the user's turn by now


async def _foretold(table: Table, user: UserId, so_far: Move) -> Choices:
    """With what a complete move would do: worked out in a thread, from the user's own view and nothing else."""
    found = moves.choices(table, user, so_far)
    if not found.complete:
        return found
    view = table.game.view(table.state, moves.own_seat(table, user))
    foresee = partial(table.game.consequence, view, so_far, aids=table.header.terms.aids and not table.rated)
    return replace(found, consequence=await asyncio.to_thread(foresee))
