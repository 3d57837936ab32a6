"""What a game that ended is filed as: who came where, in which role, and whether it counts for ratings.

Only here do ratings ask a game anything, and they do so before the store is opened: what is filed is data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.ranking import opposed, places
from sheepfold.play.tables.table import Table
from sheepfold.store.people.ratings import SeatResult


@dataclass(frozen=True, slots=True)
class Result:
    """A game's end, as it is filed."""

    game: str
    rated: bool
    seats: tuple[SeatResult, ...]
    gave_up: Seat | None


def result_of(table: Table, final: Any, outcome: Outcome) -> Result | None:
    """The result of a table's game that ends so at that state; None: it was called off, and counts for nobody."""
    if outcome.reason == "aborted":
        return None
    game, seats = table.game, len(table.seats)
    view = None if game.swaps(table.options) else game.view(final, None)
    seated = tuple(
        SeatResult(
            f"bot:{info.name}" if info.kind == "bot" else f"user:{info.user}",
            "" if view is None else game.role(view, info.seat),
            place,
        )
        for info, place in zip(table.seats, places(outcome, seats), strict=True)
    )
    rated = table.rated and bool(outcome.winners) and opposed(game, final, seats)
    return Result(game.name, rated, seated, outcome.by)
