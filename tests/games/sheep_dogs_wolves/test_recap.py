"""What decided a round, and for whom it was good."""

from __future__ import annotations

from random import Random

from games.sheep_dogs_wolves.drawing import ROUND
from sheepfold.core.contract.bot import random_move
from sheepfold.core.scores import BAD, GOOD
from sheepfold.games.sheep_dogs_wolves import rules
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, WOLF, Options
from sheepfold.games.sheep_dogs_wolves.text import recap

NAMES = {SHEEP: "Ada", WOLF: "Bruno"}


def test_a_scare_is_good_for_the_sheep_a_meal_for_the_wolf_and_the_lack_of_either_for_the_other() -> None:
    seen = set()
    for seed in range(60):
        rng, state = Random(seed), rules.begin(Options(tiles=3), None)
        while (role := rules.turn(state)) is not None:
            state, _ = ROUND.apply(state, role, random_move(ROUND, state, role, rng))
        for role in (SHEEP, WOLF):
            view = ROUND.view(state, role)
            scare, meal = recap(view, NAMES)
            assert (scare.sign == GOOD) == ((view.scared > 0) == (role == SHEEP)), scare
            assert (meal.sign == GOOD) == ((view.score < len(view.tiles)) == (role == WOLF)), meal
            assert {scare.sign, meal.sign} <= {GOOD, BAD}
            assert (meal.words == "No sheep was eaten.") == (view.score == len(view.tiles)), meal
            assert meal.words.startswith(("No sheep", "The other wol" if view.scared else "3 wolves")), meal
            seen.add((view.scared > 0, view.score < len(view.tiles)))
    assert {scared for scared, _ in seen} == {eaten for _, eaten in seen} == {True, False}
