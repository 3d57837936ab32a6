"""Small games solved: by trying everything, and against bots that are no better than that."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest

import tiny
from counting import counted
from sheepfold.bots import bot
from sheepfold.core.contract import NATURE, Move, Outcome, Part, Seat
from sheepfold.core.records.progress import first_state, replay
from sheepfold.core.records.record import from_json
from sheepfold.core.scores import Scores
from sheepfold.core.verdict import points
from sheepfold.games import game
from sheepfold.lab.solve import SCORER, Solver, Unsolvable, whole_moves
from tiny import Tiny

DOGS = game("dogs")
RECORDS = Path(__file__).parents[1] / "records"
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
    solver = Solver(DOGS, DOGS.start(SMALL, 2))
    assert solver.value == plainly(solver.first)


def test_nobody_does_better_than_a_perfect_player() -> None:
    solver = Solver(DOGS, DOGS.start(SMALL, 2))
    for seed in range(3):
        assert solver.score(bot(DOGS, "random"), SCORER, Random(seed)) <= solver.value
        assert solver.score(bot(DOGS, "random"), 2, Random(seed)) >= solver.value
    found = solver.distance("random", bot(DOGS, "random"), 3)
    assert found.scoring >= 0
    assert found.against >= 0


@pytest.mark.parametrize(("name", "why"), [("mutton", "hides something"), ("fold", "too large")])
def test_what_hides_something_or_is_too_large_is_refused(name: str, why: str) -> None:
    with pytest.raises(Unsolvable, match=why):
        assert Solver(game(name), game(name).start(game(name).options(), 2)).value


def test_what_is_too_large_is_refused_before_it_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    first, moves = DOGS.start(DOGS.options(), 2), Counter[str]()
    monkeypatch.setattr(DOGS, "play", counted(moves, "played", DOGS.play))
    with pytest.raises(Unsolvable, match="too large to be solved"):
        Solver(DOGS, first)
    assert moves["played"] < 10_000


class Counting(Tiny):
    """Nothing hidden, and few positions, through which very many ways lead."""

    hides = False

    def parts(self, state: tiny.State, seat: Seat, so_far: Move) -> tuple[Part, ...]:
        return tuple(part for part in super().parts(state, seat, so_far) if part != "swap")

    def outcome(self, state: tiny.State) -> Outcome | None:
        found = super().outcome(state)
        return found and replace(found, scores=Scores({found.winners[0]: 1}))


def test_few_positions_are_solved_however_many_ways_lead_through_them() -> None:
    counting = Counting()
    first = counting.start(counting.options.make({"goal": 100}), 2)
    assert Solver(counting, first).value == -1, "the second always adds up to four"


@pytest.mark.parametrize("goal", [5, 8, 11])
def test_chance_counts_by_its_odds(goal: int) -> None:
    counting = Counting()
    first = counting.start(counting.options.make({"goal": goal, "dice": True}), 2)
    assert Solver(counting, first).value == pytest.approx(expected(counting, first))


def expected(counting: Counting, state: tiny.State) -> float:
    """The value by trying everything; a roll is the mean over its numbers."""
    outcome = counting.outcome(state)
    if outcome is not None:
        return outcome.scores.get(SCORER, 0) - outcome.scores.get(2, 0)
    (seat,) = counting.to_move(state)
    worths = [expected(counting, counting.apply(state, seat, move)[0]) for move in whole_moves(counting, state, seat)]
    return max(worths) if seat == SCORER else min(worths) if seat else fmean(worths)


def test_where_all_play_together_the_end_is_played_for_the_best_lead() -> None:
    fold, record = game("fold"), from_json((RECORDS / "fold/players-won-stack-empty.json").read_text())
    last = len(record.moves) - 1
    assert record.moves[last][0] != NATURE
    before = [first_state(fold, record), *(step.state for step in replay(fold, record))]
    leads = [
        points(outcome, 1)[0]
        for move in whole_moves(fold, before[last], record.moves[last][0])
        if (outcome := fold.outcome(fold.apply(before[last], record.moves[last][0], move)[0]))
    ]
    solver = Solver(fold, before[last], len(record.seats))
    assert solver.value == max(leads)
    assert not solver.low_players
    assert Solver(fold, before[last - 1], len(record.seats)).value == solver.value, "one tile was left to draw"
