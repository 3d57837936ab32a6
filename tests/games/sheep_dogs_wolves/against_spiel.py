"""Duels of a bot against OpenSpiel's Monte Carlo tree search, with the same time to think.

    .venv/bin/python tests/games/sheep_dogs_wolves/against_spiel.py --duels 10 --bot sheepdog

OpenSpiel (extra ``lab``) is given the game as it wants it; our kernel finds its legal tiles and plays its random games,
so that it searches as fast as its own tree lets it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from time import process_time
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot

from sheepfold.bots import bot, compiled
from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot, Means
from sheepfold.games import SHELF
from sheepfold.games.sheep_dogs_wolves import GAME
from sheepfold.games.sheep_dogs_wolves.terms import Options, part_of, tiles_of


class Rules:
    """What OpenSpiel asks of a game."""

    def get_type(self) -> Any:
        """Moves in turn, points at the end: as in Hex."""
        return pyspiel.load_game("hex").get_type()

    def num_players(self) -> int:
        return 2

    def max_utility(self) -> float:
        return 1.0


class Field:
    """What it asks of a state: the Sheep is its player 0, and gets 1 for all sheep and -1 for none."""

    def __init__(self, kernel: ModuleType, tiles: Sequence[int], total: int) -> None:
        self.kernel, self.tiles, self.total = kernel, list(tiles), total

    def clone(self) -> Field:
        return Field(self.kernel, self.tiles, self.total)

    def current_player(self) -> int:
        return -4 if self.is_terminal() else 1 - len(self.tiles) % 2

    def is_terminal(self) -> bool:
        return len(self.tiles) == self.total

    def is_chance_node(self) -> bool:
        return False

    def apply_action(self, tile: int) -> None:
        self.tiles.append(tile)

    def laid(self) -> Any:
        field = self.kernel.ROOM
        while field.count:
            field.lift()
        for tile in self.tiles:
            field.lay(tile)
        return field

    def legal_actions(self, player: int | None = None) -> list[int]:
        found: list[int] = self.laid().legal()
        return found

    def returns(self) -> list[float]:
        return self.worth(self.laid().score())

    def worth(self, living: float) -> list[float]:
        value = 2 * living / self.total - 1
        return [value, -value]


class Rollouts:
    """One random game from a leaf, and no opinion about moves: what OpenSpiel's own evaluator does."""

    def __init__(self, rng: Random) -> None:
        self._rng = np.array([rng.getrandbits(63) | 1], np.uint64)

    def evaluate(self, state: Field) -> Any:
        return np.array(state.worth(state.laid().playout(state.total, self._rng)))

    def prior(self, state: Field) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(tile, 1 / len(legal)) for tile in legal]


class Spiel:
    """OpenSpiel's search as a bot."""

    def __init__(self, kernel: ModuleType, simulations: int, uct_c: float, rng: Random) -> None:
        luck = np.random.RandomState(rng.getrandbits(32))
        self._kernel = kernel
        self._search = MCTSBot(Rules(), uct_c, simulations, Rollouts(rng), random_state=luck)

    def choose(self, view: Any, rng: Random) -> Move:
        state = Field(self._kernel, tiles_of(view.now.tiles), view.options.tiles)
        return (part_of(self._search.mcts_search(state).best_child().action),)


class Timed:
    """A bot, and how long it thought on its processor."""

    def __init__(self, inner: Bot) -> None:
        self.inner, self.seconds, self.moves = inner, 0.0, 0

    def choose(self, view: Any, rng: Random) -> Move:
        begin = process_time()
        move = self.inner.choose(view, rng)
        self.seconds += process_time() - begin
        self.moves += 1
        return move


def duel(options: Options, players: Sequence[Any], rng: Random) -> Any:
    state = GAME.start(options, 2)
    while movers := GAME.to_move(state):
        (seat,) = movers
        state, _ = GAME.apply(state, seat, players[seat - 1].choose(GAME.view(state, seat), rng))
    return GAME.outcome(state)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--duels", type=int, default=10)
    asked.add_argument("--bot", default="sheepdog")
    asked.add_argument("--tiles", type=int, default=23)
    asked.add_argument("--simulations", type=int, default=1000)
    asked.add_argument("--uct", type=float, default=0.3, help="points lie close together: the usual 2 wanders")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    kernel = compiled.warm(SHELF, "dogs")
    assert kernel is not None
    kernel.ROOM = kernel.Field([])
    rng = Random(given.seed)
    ours = Timed(bot(GAME, given.bot, means=Means(kernel)))
    theirs = Timed(Spiel(kernel, given.simulations, given.uct, rng))
    won, points = [0.0, 0.0], [0, 0]
    for number in range(given.duels):
        seats = (1, 2) if number % 2 == 0 else (2, 1)
        players = (ours, theirs) if number % 2 == 0 else (theirs, ours)
        outcome = duel(Options(tiles=given.tiles), players, rng)
        for side, seat in enumerate(seats):
            won[side] += (seat in outcome.winners) / len(outcome.winners)
            points[side] += outcome.scores[seat]
        print(
            f"{number + 1} duels: {given.bot} won {won[0]}, OpenSpiel {won[1]}; sheep {points[0]} to {points[1]}; "
            f"seconds a move {ours.seconds / ours.moves:.3f} and {theirs.seconds / theirs.moves:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
