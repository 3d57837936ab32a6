"""Small games solved: by trying everything, and against bots that are no better than that."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import tiny
from counting import counted
from sheepfold.bots import bot
from sheepfold.core.contract import Move, Part, Seat
from sheepfold.games import game
from sheepfold.lab.solve import SCORER, Solver, Unsolvable, opened, whole_moves
from tiny import Tiny

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


def test_what_is_too_large_is_refused_before_it_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    first, moves = opened(DOGS, DOGS.options(), ()), Counter[str]()
    monkeypatch.setattr(DOGS, "play", counted(moves, "played", DOGS.play))
    with pytest.raises(Unsolvable, match="too large to be solved"):
        Solver(DOGS, first)
    assert moves["played"] < 10_000


class Counting(Tiny):
    """Nothing hidden, and few positions, through which very many ways lead."""

    hides = False

    def parts(self, state: tiny.State, seat: Seat, so_far: Move) -> tuple[Part, ...]:
        return tuple(part for part in super().parts(state, seat, so_far) if part != "swap")


def test_few_positions_are_solved_however_many_ways_lead_through_them() -> None:
    counting = Counting()
    first = opened(counting, counting.options.make({"goal": 100}), ())
    assert Solver(counting, first).value == 0


def test_what_is_not_for_two_is_refused() -> None:
    with pytest.raises(Unsolvable, match="not for two"):
        opened(game("woolf"), game("woolf").options(), ())
