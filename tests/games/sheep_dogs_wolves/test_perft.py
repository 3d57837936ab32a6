"""How many games there are to a certain depth: numbers that move if any rule of placement does."""

from __future__ import annotations

import pytest

from games.sheep_dogs_wolves.drawing import ROUND
from sheepfold.games.sheep_dogs_wolves import GAME, rules
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import Options


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many tiles."""
    role = rules.turn(state)
    if role is None:
        return 0
    parts = ROUND.parts(state, role, ())
    if depth == 1:
        return len(parts)
    return sum(perft(ROUND.apply(state, role, (part,))[0], depth - 1) for part in parts)


@pytest.mark.parametrize(("depth", "count"), [(1, 48), (2, 3_072), (3, 241_920)])
def test_sequences_of_tiles(depth: int, count: int) -> None:
    assert perft(rules.begin(Options(tiles=23), None), depth) == count


def test_a_game_of_three_tiles_ends_after_two() -> None:
    start = rules.begin(Options(tiles=3), None)
    assert perft(start, 2) == perft(rules.begin(Options(tiles=23), None), 2)
    assert perft(start, 3) == 0


def auctions(tiles: int) -> int:
    """The number of ways to bid until somebody passes."""

    def count(state: object) -> int:
        (seat,) = GAME.to_move(state)
        if state.rounds:
            return 1
        return sum(count(GAME.apply(state, seat, (part,))[0]) for part in GAME.parts(state, seat, ()))

    return count(GAME.start(Options(tiles=tiles, mode="bid"), 2))


@pytest.mark.parametrize("tiles", [3, 5, 7])
def test_ways_to_bid(tiles: int) -> None:
    assert auctions(tiles) == 2 ** (tiles + 1) - 1  # any rising row of bids but the empty one
