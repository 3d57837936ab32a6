"""How long the review of a game takes: one game between strong bots of each kind, on one core."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from sheepfold.bots import usual
from sheepfold.games import SHELF
from sheepfold.lab.selfplay import Batch, play_out
from sheepfold.review import judging_of, review


class ReviewCost(NamedTuple):
    """One game."""

    title: str
    moves: int
    decisions: int
    seconds: float


def measure() -> Iterator[ReviewCost]:
    """Every game on the shelf with its usual options and bots; the judge is ready before the clock runs."""
    for name in SHELF:
        game = SHELF.game(name)
        seats = game.seats[0] if game.seats[0] > 1 else game.seats[1]
        record = play_out(Batch(name, game.options().to_json(), (usual(game),) * seats, "review", 1, 10_000))
        judging = judging_of(game)
        before = time.process_time()
        found = review(record, judging=judging)
        spent = time.process_time() - before
        yield ReviewCost(game.title, len(record.moves), sum(len(seat.decisions) for seat in found.seats), spent)
