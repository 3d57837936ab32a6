"""Collie: always legal, the same for the same luck, and far from random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sheepfold.bots.random import RandomBot
from sheepfold.games.sheep_dogs_wolves import GAME
from sheepfold.games.sheep_dogs_wolves.bot import BOTS, Collie
from sheepfold.games.sheep_dogs_wolves.terms import Options


def play(options: Options, bots: tuple[Any, Any], seed: int) -> Any:
    """The final state of a game between these two."""
    rng, state = Random(seed), GAME.start(options, 2)
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        move = bots[seat - 1].choose(GAME.view(state, seat), rng)
        assert move[0] in GAME.parts(state, seat, ())
        state, _ = GAME.apply(state, seat, move)
    return state


def points(options: Options, bots: tuple[Any, Any], seed: int) -> int:
    state = play(options, bots, seed)
    return GAME.inner.points(state.rounds[0])


def test_collie_is_on_the_list() -> None:
    assert isinstance(BOTS["collie"](), Collie)


@pytest.mark.parametrize("seed", range(3))
def test_collie_saves_and_eats_far_more_than_a_random_player(seed: int) -> None:
    options, random = Options(tiles=15, mode="single"), RandomBot(GAME)
    assert points(options, (Collie(), random), seed) >= 12
    assert points(options, (random, Collie()), seed) <= 5


@pytest.mark.parametrize("mode", ["duel", "bid", "single"])
def test_collie_plays_every_mode(mode: str) -> None:
    assert GAME.outcome(play(Options(tiles=5, mode=mode), (Collie(), Collie()), 1)) is not None


def test_collie_bids_no_more_than_a_flock_it_can_keep() -> None:
    for seed in range(5):
        state = play(Options(tiles=7, mode="bid"), (Collie(), Collie()), seed)
        assert 2 <= state.bids[-1] <= 4


def test_collie_passes_when_the_bid_is_too_high() -> None:
    state = GAME.start(Options(mode="bid"), 2)
    state, _ = GAME.apply(state, 1, ("bid 20",))
    assert Collie().choose(GAME.view(state, 2), Random(1)) == ("pass",)


def test_collie_finds_the_best_last_tile() -> None:
    for seed in range(3):
        rng, state = Random(seed), GAME.start(Options(tiles=9, mode="single"), 2)
        for seat in (1, 2, 1, 2, 1, 2, 1):
            state, _ = GAME.apply(state, seat, RandomBot(GAME).choose(GAME.view(state, seat), rng))
        ends = {part: GAME.apply(state, 2, (part,))[0] for part in GAME.parts(state, 2, ())}
        lowest = min(GAME.inner.points(end.rounds[0]) for end in ends.values())
        (chosen,) = Collie().choose(GAME.view(state, 2), rng)
        assert GAME.inner.points(ends[chosen].rounds[0]) == lowest


def test_the_same_luck_gives_the_same_move() -> None:
    view = GAME.view(GAME.start(Options(), 2), 1)
    assert Collie().choose(view, Random(5)) == Collie().choose(view, Random(5))
