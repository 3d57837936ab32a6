"""The compiled room plays by the rules: the same games by the same luck."""

from __future__ import annotations

from types import ModuleType

import pytest

from sheepfold.bots import compiled
from sheepfold.games import SHELF
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.terms import Options
from wanderers import Wandering


@pytest.fixture(scope="module")
def kernel() -> ModuleType:
    found = compiled.warm(SHELF, "mutton")
    assert found is not None
    return found


def test_many_games_are_the_same_from_the_same_seed(kernel: ModuleType) -> None:
    assert kernel.playouts(20, 3) == kernel.playouts(20, 3) != kernel.playouts(20, 4)


@pytest.mark.parametrize("number", range(60))
def test_the_same_luck_gives_the_game_of_the_rules(kernel: ModuleType, number: int) -> None:
    wandering = Wandering(GAME, number)
    found = kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, 1000)
    assert found == wandering.told()


class Usual(Wandering):
    """Games as they are usually played."""

    @property
    def options(self) -> Options:
        return Options(bid=self.number % 2 == 1)


@pytest.mark.parametrize("number", range(6))
def test_usual_games_are_those_of_the_rules(kernel: ModuleType, number: int) -> None:
    usual = Usual(GAME, number)
    assert kernel.RandomGames().play(usual.options, usual.seats, usual.luck, 1000) == usual.told()


def test_little_luck_is_no_other_luck(kernel: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "WORDS", 6)
    for number in range(4):
        wandering = Wandering(GAME, number)
        assert kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, 1000) == wandering.told()


def test_a_game_can_be_broken_off(kernel: ModuleType) -> None:
    wandering = Wandering(GAME, 8)
    moves = wandering.told()[0]
    for longest in (0, 1, len(moves) - 1):
        found = kernel.RandomGames().play(wandering.options, wandering.seats, wandering.luck, longest)
        assert found == (moves[:longest], None)
