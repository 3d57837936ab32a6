"""The compiled room plays by the rules: the same legal moves, and the same results of every game it plays."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest

from sheepfold.bots import compiled
from sheepfold.games import SHELF
from sheepfold.games.mutton import GAME, rules
from sheepfold.games.mutton.board import bits, hexagon
from sheepfold.games.mutton.check import check
from sheepfold.games.mutton.rules import scare
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import LETTERS, PASS, Options
from sheepfold.lab.fuzz import random_options
from wanderers import Wandering


@pytest.fixture(scope="module")
def kernel() -> ModuleType:
    found = compiled.warm(SHELF, "mutton")
    assert found is not None
    return found


def begun(options: Options, rng: Random) -> State:
    """A game with a random layout and random wolves, the Wolf to move."""
    state = rules.begin(options, None, None)
    names = list(hexagon(options.size).names)
    state, _ = rules.play(check(state, 2, tuple(rng.sample(names, options.num_sheep))))
    while True:
        wolves = sorted(rng.sample(LETTERS[: options.num_sheep], options.num_wolves))
        if not options.dictionary or rules.is_word(options, wolves):
            state, _ = rules.play(check(state, 1, tuple(wolves)))
            return state


def moves(kernel: ModuleType, log: list[int], names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A log as moves in words."""
    found = []
    while log[0] != kernel.END:
        end = log.index(kernel.END)
        (word, *rest), log = log[:end], log[end + 1 :]
        kind, animal = word - word % 100, word % 100
        if kind == kernel.PASSED:
            found.append((PASS,))
        elif kind in (kernel.KILLED, kernel.SCARED):
            found.append((f"{LETTERS[animal]}:", *(names[run % kernel.RUN] for run in rest)))
        else:
            found.append((LETTERS[animal], *(LETTERS[other] for other in rest if other != kernel.STOPPED)))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_a_random_game_is_a_game_by_the_rules(kernel: ModuleType, seed: int) -> None:
    rng = Random(seed)
    options = random_options(GAME, 2, rng)
    state = begun(options, rng)
    flock = kernel.FlockArrays(state.options, state.cells, state.alive, state.wolves)
    points = flock.playout(*kernel.own_luck(rng.getrandbits(60)))
    for move in moves(kernel, [int(word) for word in flock.log], hexagon(options.size).names):
        (seat,) = rules.to_move(state)
        if seat == 1:
            same_choices(kernel, state)
        state, _ = rules.play(check(state, seat, move))
    assert state.ended
    assert points == rules.points(state)
    assert tuple(int(x) for x in flock.secret) == (state.alive, state.wolves, state.home)
    standing = [(cell if state.alive >> i & 1 or not options.remove else -1) for i, cell in enumerate(state.cells)]
    assert [int(cell) for cell in flock.cells] == standing


def same_choices(kernel: ModuleType, state: State) -> None:
    """What the Wolf may do is the same, and where each first runner may go."""
    flock = kernel.FlockArrays(state.options, state.cells, state.alive, state.wolves, state.home)
    assert flock.prey() == rules.prey(state)
    assert flock.loners() == rules.loners(state)
    for victim in bits(rules.prey(state)):
        flight = scare(state.options, state.cells, state.alive, victim)
        if flight.runner is not None:
            assert flock.havens(victim, flight.runner) == bits(flight.havens)


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
