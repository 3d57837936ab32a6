"""Self-play by the book: order, reproducibility, memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from sheepfold.bots.compiled import has_kernel
from sheepfold.core.records.record import to_row
from sheepfold.games import SHELF, game
from sheepfold.lab import farm, selfplay
from sheepfold.lab.fuzz import random_options
from sheepfold.lab.selfplay import BUNDLE, GamePlan, play_all, play_one, play_out, random_games


def plan(number: int) -> GamePlan:
    return GamePlan("dogs", {"tiles": 5}, ("random", "random"), "study", number, 1000)


def test_a_plan_decides_the_whole_game() -> None:
    assert play_out(plan(1)) == play_out(plan(1))
    assert play_out(plan(1)).moves != play_out(plan(2)).moves


def test_games_come_in_order_and_are_planned_only_a_little_ahead() -> None:
    planned: list[int] = []

    def plans() -> Iterator[GamePlan]:
        for number in range(1, 101):
            planned.append(number)
            yield plan(number)

    games = play_all(plans(), jobs=2)
    assert next(games).number == 1
    assert len(planned) <= 2 * farm.AHEAD + 1
    assert [played.number for played in games] == list(range(2, 101))


def test_a_game_ends_by_its_rules() -> None:
    outcome = play_out(plan(1)).outcome
    assert outcome is not None
    assert outcome.reason in game("dogs").endings


def wandering(name: str, number: int) -> GamePlan:
    """A random game with random options and seats, now and then broken off."""
    rng = Random(number)
    seats = rng.choice(game(name).seats)
    options = random_options(game(name), seats, rng).to_json()
    return GamePlan(name, options, ("random",) * seats, "study", number, 30 if number % 4 == 3 else 1000)


@pytest.mark.parametrize("name", SHELF)
def test_random_games_are_the_same_by_views_by_the_state_and_by_kernels(name: str) -> None:
    for number in range(4):
        plan = wandering(name, number)
        by_views = to_row(play_out(plan))
        assert play_one(plan).record == by_views
        assert play_one(replace(plan, compiled=True)).record == by_views


@pytest.mark.parametrize("name", [name for name in SHELF if has_kernel(SHELF, name)])
def test_a_kernel_plays_random_games_where_many_are_wanted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert random_games(name) is not None
    monkeypatch.setattr(selfplay, "random_move", lambda *_: pytest.fail("played by the rules"))
    assert play_one(replace(wandering(name, 1), compiled=True)).ended


def test_games_of_a_kernel_are_handed_over_together_and_come_in_order() -> None:
    plans = [replace(plan(number), compiled=True) for number in range(2 * BUNDLE + 3)]
    assert [len(bundle) for bundle in selfplay.bundled(plans)] == [BUNDLE, BUNDLE, 3]
    assert list(play_all(plans, jobs=2)) == list(map(play_one, plans))


def test_a_cluster_gives_the_games_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def spread(work, pieces, jobs, cluster, in_order):
        asked.append((jobs, cluster, in_order))
        return map(work, pieces)

    monkeypatch.setattr(selfplay.farm, "spread", spread)
    assert [played.number for played in play_all(map(plan, range(1, 4)), 3, "dask")] == [1, 2, 3]
    assert asked == [(3, "dask", True)]
