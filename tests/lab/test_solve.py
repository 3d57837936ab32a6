"""Small games solved: by trying everything, and against bots that are no better than that."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sheepfold.bots import bot
from sheepfold.games import game
from sheepfold.lab.solve import SCORER, Solver, Unsolvable, opened, whole_moves

DOGS = game("dogs")
SMALL = DOGS.options.make({"tiles": 3, "mode": "single"})


def plainly(state: Any) -> float:
    """The value by minimax without any shortcut."""
    outcome = DOGS.outcome(state)
    if outcome is not None:
        return outcome.scores[SCORER]
    (seat,) = DOGS.to_move(state)
    worths = [plainly(DOGS.apply(state, seat, move)[0]) for move in whole_moves(DOGS, state, seat)]
    return max(worths) if seat == SCORER else min(worths)


def test_the_value_is_what_trying_everything_gives() -> None:
    solver = Solver(DOGS, opened(DOGS, SMALL, ()))
    assert solver.value == plainly(solver.first)


def test_nobody_does_better_than_a_perfect_player() -> None:
    solver = Solver(DOGS, opened(DOGS, SMALL, ()))
    for seed in range(3):
        assert solver.score(bot(DOGS, "random"), SCORER, Random(seed)) <= solver.value
        assert solver.score(bot(DOGS, "random"), 2, Random(seed)) >= solver.value
    found = solver.distance("random", bot(DOGS, "random"), 3)
    assert found.scoring >= 0
    assert found.against >= 0


@pytest.mark.parametrize("name", ["mutton", "fold"])
def test_what_hides_something_or_is_left_to_chance_is_refused(name: str) -> None:
    with pytest.raises(Unsolvable):
        assert Solver(game(name), opened(game(name), game(name).options(), ())).value


def test_what_is_not_for_two_is_refused() -> None:
    with pytest.raises(Unsolvable, match="not for two"):
        opened(game("woolf"), game("woolf").options(), ())
