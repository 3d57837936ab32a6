"""Worlds with what everybody heard in them, and beliefs by a policy."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sheepfold.core.contract import Move, Seat
from sheepfold.core.records.progress import Step
from sheepfold.env import worlds
from sheepfold.games import SHELF
from support import walk

MUTTON = SHELF.game("mutton")
SMALL = MUTTON.options.make({"size": 3, "num_sheep": 6, "num_wolves": 2, "quick": 3})
WOLF, FARMER = 1, 2


def in_the_middle(seed: int) -> tuple[Step, ...]:
    """A game after the flock was placed, the wolves were chosen, and the Wolf did something."""
    return tuple(walk(MUTTON, Random(seed), SMALL, 2))[:3]


def test_a_world_tells_what_everybody_heard_in_it() -> None:
    past = in_the_middle(1)
    told = [told for step in past for told in step.told]
    seen = set()
    for seed in range(20):
        world = worlds.imagined(MUTTON, past, FARMER, Random(seed))
        assert world.facts(FARMER) == tuple(each.fact for each in told if each.reaches(FARMER))
        assert MUTTON.view(world.state, FARMER) == MUTTON.view(past[-1].state, FARMER)
        seen.add(world.facts(WOLF))
    assert len(seen) > 1, "the Wolf heard which wolves are chosen"


def test_without_a_policy_beliefs_are_uniform_over_what_fits() -> None:
    view = MUTTON.view(in_the_middle(2)[-1].state, FARMER)
    assert worlds.beliefs(MUTTON, view) == MUTTON.beliefs(view)
    for one, other in zip(worlds.beliefs(MUTTON, view, lambda world: 1.0, 4000), MUTTON.beliefs(view), strict=True):
        assert dict(one.odds) == pytest.approx(dict(other.odds), abs=0.05)


def test_a_policy_weighs_worlds_by_what_the_players_would_have_done() -> None:
    past = in_the_middle(2)
    view = MUTTON.view(past[-1].state, FARMER)
    shy = next(about for about, odds in MUTTON.beliefs(view) if len(odds) == 2)

    def never_shy(view: Any, seat: Seat, move: Move) -> float:
        """Wolves that are chosen alike, but for one animal that nobody ever chooses."""
        return 0.0 if view.now.phase == "choose" and shy in move else 1.0

    policy = worlds.played_by(MUTTON, past, FARMER, {WOLF: never_shy})
    found = dict(worlds.beliefs(MUTTON, view, policy, 3000))
    fitting = [MUTTON.truth(MUTTON.imagine(view, Random(seed))) for seed in range(3000)]
    fitting = [truth for truth in fitting if truth[shy] == "sheep"]
    assert found[shy] == (("sheep", 1.0),)
    for about, odds in found.items():
        share = sum(truth[about] == "wolf" for truth in fitting) / len(fitting)
        assert dict(odds).get("wolf", 0.0) == pytest.approx(share, abs=0.06)


def test_a_policy_by_which_nothing_could_have_happened_is_named() -> None:
    view = MUTTON.view(in_the_middle(2)[-1].state, FARMER)
    with pytest.raises(worlds.ImpossiblePast, match="none of 10 worlds"):
        worlds.beliefs(MUTTON, view, lambda world: 0.0, 10)
