"""Small games with secrets solved: values that can be counted by hand, and bots that can be foreseen."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from counting import counted
from lab.kuhn import Kuhn, Options
from sheepfold.bots import bot
from sheepfold.core.contract import Move
from sheepfold.games import game
from sheepfold.lab.mixed import Perfect, Tree
from sheepfold.lab.solve import Unsolvable, after, whole_moves

MUTTON = game("mutton")


def tree(*moves: str, animals: int, most: int = 100_000) -> Tree:
    """All games of a flock with one wolf on seven cells."""
    options = MUTTON.options.make({"size": 2, "num_sheep": animals, "num_wolves": 1, "quick": 1})
    return Tree(MUTTON, after(MUTTON, MUTTON.start(options, 2), moves), most)


class Foreseeable:
    """Plays the first of all moves."""

    def choose(self, view: Any, rng: Random) -> Move:
        return min(whole_moves(MUTTON, MUTTON.imagine(view, rng), view.seat))


def test_of_two_animals_placed_apart_the_farmer_has_to_shoot_one() -> None:
    """Side by side the wolf would eat the other; apart it has to pass, and half of the shots hit."""
    perfect = Perfect(tree(animals=2))
    assert perfect.value == pytest.approx(0.5, abs=0.01)
    beside, apart = "a1,a2", "a1,c3"
    assert Perfect(tree(beside, animals=2)).value == pytest.approx(1)
    assert Perfect(tree(apart, animals=2)).value == pytest.approx(0.5, abs=0.01)


def test_neither_player_gains_by_knowing_how_perfect_players_mix() -> None:
    perfect = Perfect(tree("sparse", animals=4))
    assert 0 <= perfect.most - perfect.least <= 0.01
    once, again = (perfect.faults("random", bot(MUTTON, "random"), seat, 2, Random(1)) for seat in (1, 2))
    assert min(once.perfect, again.perfect) >= -0.01
    assert once.exploited >= once.perfect - 0.01
    assert again.exploited >= again.perfect - 0.01


def test_chance_sits_at_the_table_with_odds_that_are_known() -> None:
    kuhn = Kuhn()
    perfect = Perfect(Tree(kuhn, kuhn.start(Options(), 2)), near=0.002)
    assert perfect.value == pytest.approx(-1 / 18, abs=0.002)


def test_who_always_hides_in_the_same_animal_is_shot_by_those_who_know_it_alone() -> None:
    perfect = Perfect(tree("a1,c3", animals=2))
    found = perfect.faults("foreseeable", Foreseeable(), 1, 1, Random(1))
    assert found.perfect == pytest.approx(0, abs=0.01)
    assert found.exploited == pytest.approx(0.5, abs=0.01)


def test_what_is_too_large_is_refused_before_it_fills_the_memory() -> None:
    with pytest.raises(Unsolvable, match="more than 1,000 ways"):
        tree("sparse", animals=5, most=1000)


def test_what_is_far_too_large_is_refused_before_it_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    options = MUTTON.options.make({"size": 3, "num_sheep": 12, "num_wolves": 2, "quick": 6})
    first, moves = after(MUTTON, MUTTON.start(options, 2), ["sparse"]), Counter[str]()
    monkeypatch.setattr(MUTTON, "play", counted(moves, "played", MUTTON.play))
    with pytest.raises(Unsolvable, match="too large to be solved"):
        Tree(MUTTON, first)
    assert moves["played"] < 10_000


def test_what_is_not_for_two_is_refused() -> None:
    woolf = game("woolf")
    with pytest.raises(Unsolvable, match="not for two"):
        Tree(woolf, woolf.start(woolf.options(), 4))
