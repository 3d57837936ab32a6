"""The compiled room plays by the rules: from the same luck the same games, whatever the options."""

from __future__ import annotations

from types import ModuleType

import pytest

from sheepfold.bots import compiled
from sheepfold.games import SHELF
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.terms import Options
from wanderers import Wandering


@pytest.fixture(scope="module")
def kernel() -> ModuleType:
    found = compiled.warm(SHELF, "woolf")
    assert found is not None
    return found


@pytest.mark.parametrize("number", range(60))
def test_a_random_game_is_the_game_of_the_rules(kernel: ModuleType, number: int) -> None:
    wandering = Wandering(GAME, number)
    found = kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, 1000)
    assert found == wandering.told()


class Boys(Wandering):
    """Games with three shepherd boys, and no wolf."""

    @property
    def seats(self) -> int:
        return 5

    @property
    def options(self) -> Options:
        return Options(cards=(2, 2, 1, 1, 1, 3, 0), turn_limit=self.number % 3 or None)


@pytest.mark.parametrize("number", range(12))
def test_any_deck_is_played_with(kernel: ModuleType, number: int) -> None:
    boys = Boys(GAME, number)
    assert kernel.RandomGames().play(boys.options, boys.seats, boys.luck, 1000) == boys.told()


def test_little_luck_is_no_other_luck(kernel: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "WORDS", 6)
    monkeypatch.setattr(kernel, "PLIES", 4)
    for number in range(4):
        wandering = Wandering(GAME, number)
        assert kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, 1000) == wandering.told()


def test_a_game_can_be_broken_off(kernel: ModuleType) -> None:
    wandering = Wandering(GAME, 8)
    moves = wandering.told()[0]
    for longest in (0, 1, 5, len(moves) - 1):
        found = kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, longest)
        assert found == (moves[:longest], None)


def test_many_games_are_the_same_from_the_same_seed(kernel: ModuleType) -> None:
    assert kernel.playouts(40, 3) == kernel.playouts(40, 3) != kernel.playouts(40, 5)
