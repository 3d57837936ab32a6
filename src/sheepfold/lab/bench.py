"""Benchmarks, each beside a named peer that is measured in the same run: the command's start, random games, steps of
environments, reviews."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

from sheepfold import env
from sheepfold.bots import usual
from sheepfold.bots.compiled import warm
from sheepfold.core.contract import NATURE
from sheepfold.core.contract.bot import random_move
from sheepfold.core.records import chance
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF
from sheepfold.lab.selfplay import GamePlan, play_out
from sheepfold.review import judging_of, review


@dataclass(frozen=True, slots=True)
class Ratio:
    """Median seconds of ours and of the peer's runs."""

    ours: float
    peer: float

    @property
    def times(self) -> float:
        return self.ours / self.peer


def _seconds(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def start(runs: int) -> Ratio:
    """Starting ``sheepfold --help`` against starting Python with nothing to do, turn by turn."""
    ours, peer = [], []
    for _ in range(runs):
        peer.append(_seconds([sys.executable, "-c", "pass"]))
        ours.append(_seconds([sys.executable, "-m", "sheepfold", "--help"]))
    return Ratio(median(ours), median(peer))


# -- random games --------------------------------------------------------------------------------

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
    state, moves, seed = game.start(options, game.seats[0]), 0, rng.randbytes(chance.SEED_BYTES)
    while movers := game.to_move(state):
        seat = min(movers)
        move = chance.draw(game, state, seed, moves) if seat == NATURE else random_move(game, state, seat, rng)
        state, _ = game.apply(state, seat, move)
        moves += 1
    return moves


def rate(games: Callable[[int], object], seconds: float) -> float:
    """Games a second of processor time: ever more at a time, until they have taken so long."""
    number, done, begin = 1, 0, time.process_time()
    while True:
        games(number)
        done += number
        took = time.process_time() - begin
        if took >= seconds:
            return done / took
        number = max(1, min(2 * number, round(done / max(took, 1e-6) * seconds / 4)))


def playouts(seconds: float) -> Iterator[PlayoutRate]:
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


def playout_peers(seconds: float) -> Iterator[PeerRate]:
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


# -- steps of environments -----------------------------------------------------------------------

SEATS: Final = 5
"""Where so many may play; else the fewest."""
EPISODE: Final = 64
"""Steps that are counted together."""


class EnvRate(NamedTuple):
    """Steps a second of one core: masks, observations and random choice of an action included."""

    title: str
    single: float
    batch: float


def env_rates(seconds: float, lanes: int) -> Iterator[EnvRate]:
    """Every game on the shelf as it comes."""
    import numpy as np

    for name in SHELF:
        game = SHELF.game(name)
        seats = SEATS if SEATS in game.seats else game.seats[0]
        batch = env.vector(name, n=lanes, seats=seats)
        rng = np.random.default_rng(1)
        seen = [batch.step(batch.observe().sample(rng))]  # compiles what there is to compile

        def steps(number: int, batch: Any = batch, seen: Any = seen, rng: Any = rng) -> None:
            for _ in range(number):
                seen[0] = batch.step(seen[0].sample(rng))

        single = EPISODE * rate(episodes(env.aec(name, seats=seats)), seconds)
        yield EnvRate(game.title, single, lanes * rate(steps, seconds))


def episodes(made: Any) -> Callable[[int], None]:
    """Plays a PettingZoo environment at random, so many times ``EPISODE`` steps."""
    import numpy as np

    rng = np.random.default_rng(1)
    made.reset(seed=1)

    def run(number: int) -> None:
        for _ in range(EPISODE * number):
            seen, _, over, cut, _ = made.last()
            if over or cut:
                made.reset()
                seen = made.last()[0]
            made.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))

    return run


def env_peer(seconds: float) -> float | None:
    """PettingZoo's ``connect_four_v3``; None: it cannot be had here (it needs pygame)."""
    try:
        made = import_module("pettingzoo.classic.connect_four_v3").env()
    except Exception:  # its parts are missing in many ways
        return None
    return EPISODE * rate(episodes(made), seconds)


def batch_peer(seconds: float, lanes: int) -> float | None:
    """pgx's ``leduc_holdem``, so many at a time on the processor, with a random choice; None: it is not installed."""
    try:
        jax: Any = import_module("jax")
        made: Any = import_module("pgx").make("leduc_holdem")
        auto_reset: Any = import_module("pgx.experimental").auto_reset
    except ImportError:
        return None
    with jax.default_device(jax.devices("cpu")[0]):

        @jax.jit  # type: ignore[untyped-decorator]
        def step(state: Any, key: Any) -> Any:
            key, choice, chance = jax.random.split(key, 3)
            mask = state.legal_action_mask
            actions = jax.random.categorical(choice, jax.numpy.where(mask, 0.0, -jax.numpy.inf), axis=-1)
            keys = jax.random.split(chance, lanes)
            return jax.vmap(auto_reset(made.step, made.init))(state, actions, keys), key

        key = jax.random.PRNGKey(1)
        now = [step(jax.vmap(made.init)(jax.random.split(key, lanes)), key)]

        def steps(number: int) -> None:
            for _ in range(number):
                now[0] = step(*now[0])
            now[0][0].rewards.block_until_ready()

        return lanes * rate(steps, seconds)


# -- reviews -------------------------------------------------------------------------------------


class ReviewCost(NamedTuple):
    """One game."""

    title: str
    moves: int
    decisions: int
    seconds: float


def reviews() -> Iterator[ReviewCost]:
    """Every game on the shelf with its usual options and bots; the judge is ready before the clock runs."""
    for name in SHELF:
        game = SHELF.game(name)
        seats = game.seats[0] if game.seats[0] > 1 else game.seats[1]
        record = play_out(GamePlan(name, game.options().to_json(), (usual(game),) * seats, "review", 1, 10_000))
        judging = judging_of(game)
        before = time.process_time()
        found = review(record, judging=judging)
        spent = time.process_time() - before
        yield ReviewCost(game.title, len(record.moves), sum(len(seat.decisions) for seat in found.seats), spent)
