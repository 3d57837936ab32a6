"""The compiled room plays by the rules: the same choices, and from the same luck the same games."""

from __future__ import annotations

from types import ModuleType

import pytest

from sheepfold.bots import compiled
from sheepfold.core.contract import NATURE
from sheepfold.games import SHELF
from sheepfold.games.wolf_in_the_fold import GAME
from wanderers import Wandering


@pytest.fixture(scope="module")
def kernel() -> ModuleType:
    found = compiled.warm(SHELF, "fold")
    assert found is not None
    return found


@pytest.mark.parametrize("number", range(25))
def test_a_random_game_is_the_game_of_the_rules(kernel: ModuleType, number: int) -> None:
    wandering = Wandering(GAME, number)
    found = kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, 1000)
    assert found == wandering.told()


def test_one_game_leaves_no_trace_in_the_next(kernel: ModuleType) -> None:
    room = kernel.RandomGames()
    for number in (3, 4, 5, 3):
        wandering = Wandering(GAME, number)
        found = room.play(wandering.options, wandering.seats, wandering.luck, 1000)
        assert found == kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, 1000)


@pytest.mark.parametrize("number", [1, 2])
def test_every_tile_may_go_where_the_rules_let_it(kernel: ModuleType, number: int) -> None:
    wandering, room = Wandering(GAME, number), kernel.RandomGames()
    words, draws, log = kernel.luck_in_rows(wandering.luck, wandering.seats, 1)
    for step in wandering.steps():
        if step.seat != NATURE:  # luck that ends with this tile's draw: the game stops behind it
            room.run(wandering.options, words, draws[: step.ply], log)
            assert room.open() == list(step.state.open)
            if step.before.hand in ("shepherd", "wolf") and any(step.state.bag[:-1]):
                assert (room.legal() or step.before.open) == step.before.legal


def test_little_luck_is_no_other_luck(kernel: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    wandering = Wandering(GAME, 7)
    monkeypatch.setattr(kernel, "WORDS", 20)
    monkeypatch.setattr(kernel, "PLIES", 10)
    assert kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, 1000) == wandering.told()


def test_a_game_can_be_broken_off(kernel: ModuleType) -> None:
    wandering = Wandering(GAME, 8)
    moves, outcome = kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, 40)
    assert (moves, outcome) == (wandering.told()[0][:40], None)


def test_many_games_are_the_same_from_the_same_seed(kernel: ModuleType) -> None:
    assert kernel.playouts(20, 3) == kernel.playouts(20, 3) != kernel.playouts(20, 4)
