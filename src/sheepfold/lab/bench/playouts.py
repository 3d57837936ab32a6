"""How many random games a second: by the rules as everybody plays them, by compiled kernels, and by OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from sheepfold.bots.compiled import warm
from sheepfold.core.contract import NATURE, Move
from sheepfold.core.contract.bot import random_move
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF

PEERS: Final = ("havannah(board_size=4)", "hex(board_size=11)", "phantom_ttt")
"""Games of OpenSpiel's: one with the 37 cells of Mutton's field, a larger board, and one with secrets."""


@dataclass(frozen=True, slots=True)
class PlayoutRate:
    """Random games a second on one core."""

    name: str
    contract: float
    kernel: float | None
    """None: the game has none, or it cannot be compiled here."""


def playout(game: AnyGame, options: Any, rng: Random) -> int:
    """One random game by the rules; how many moves it had."""
    state, moves = game.start(options, game.seats[0]), 0
    while movers := game.to_move(state):
        seat = min(movers)
        move = _drawn(game, state, rng) if seat == NATURE else random_move(game, state, seat, rng)
        state, _ = game.play(game.check(state, seat, move))
        moves += 1
    return moves


def _drawn(game: AnyGame, state: Any, rng: Random) -> Move:
    move: Move = ()
    ahead = game.ahead(state, NATURE, move)
    while ahead.parts:
        move += (rng.choices(ahead.parts, ahead.weights)[0],)
        ahead = game.ahead(state, NATURE, move, ahead)
    return move


def rate(games: Callable[[int], object], seconds: float) -> float:
    """Games a second of processor time: ever more at a time, until they have taken so long."""
    number, done, begin = 1, 0, process_time()
    while True:
        games(number)
        done += number
        took = process_time() - begin
        if took >= seconds:
            return done / took
        number = max(1, min(2 * number, round(done / max(took, 1e-6) * seconds / 4)))


def ours(seconds: float) -> Iterator[PlayoutRate]:
    """Every game on the shelf, as it is usually played; a kernel says by ``OPTIONS`` how its playouts are."""
    for name in SHELF:
        game, kernel, rng = SHELF.game(name), warm(SHELF, name), Random(1)
        options = game.options.make(getattr(kernel, "OPTIONS", {}))

        def by_rules(number: int, game: AnyGame = game, options: Any = options, rng: Random = rng) -> None:
            for _ in range(number):
                playout(game, options, rng)

        compiled = getattr(kernel, "playouts", None)
        if compiled is not None:
            compiled(2, 1)
        yield PlayoutRate(
            game.title,
            rate(by_rules, seconds),
            None if compiled is None else rate(lambda number, run=compiled: run(number, number), seconds),  # type: ignore[misc]
        )


class PeerRate(NamedTuple):
    """Random games of OpenSpiel's a second on one core: driven from Python, and by its own rollouts in C++."""

    name: str
    driven: float
    rollouts: float


def peers(seconds: float) -> Iterator[PeerRate]:
    """OpenSpiel, where it is installed."""
    try:
        spiel: Any = import_module("pyspiel")
    except ImportError:
        return
    for name in PEERS:
        game, rng = spiel.load_game(name), Random(1)

        def walk(number: int, game: Any = game, rng: Random = rng) -> None:
            for _ in range(number):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(rng.choice(state.legal_actions()))

        def roll_out(number: int, game: Any = game) -> None:
            evaluator = spiel.RandomRolloutEvaluator(number, 1)
            spiel.MCTSBot(game, evaluator, 2.0, 1, 0, False, 1, False).mcts_search(game.new_initial_state())

        yield PeerRate(name, rate(walk, seconds), rate(roll_out, seconds))
