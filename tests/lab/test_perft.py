"""Perft counts what its contract says, checked by hand and against plain enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lab.toy import Sticks
from sheepfold.core.contract import Move, Seat
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF, game
from sheepfold.lab import perft


def sequences(chosen: AnyGame, state: Any, seat: Seat, so_far: Move, depth: int) -> Iterator[tuple[str, ...]]:
    """Every sequence of parts written out, with ``|`` before a part that begins a new move."""
    if depth == 0:
        yield ()
        return
    for part in chosen.parts(state, seat, so_far):
        for rest in sequences(chosen, state, seat, (*so_far, part), depth - 1):
            yield (part, *rest)
    if so_far and chosen.complete(state, seat, so_far):
        after, _ = chosen.apply(state, seat, so_far)
        if waiting := chosen.to_move(after):
            for first, *rest in sequences(chosen, after, min(waiting), (), depth):
                yield (f"|{first}", *rest)


def whole_moves(chosen: AnyGame, state: Any, so_far: Move = ()) -> Iterator[Move]:
    (seat,) = chosen.to_move(state)
    for part in chosen.parts(state, seat, so_far):
        if chosen.complete(state, seat, (*so_far, part)):
            yield (*so_far, part)
        yield from whole_moves(chosen, state, (*so_far, part))


def test_three_sticks_counted_by_hand() -> None:
    toy = Sticks()
    state = toy.start(toy.options(heap=3), 2)
    # One part: a stick. Two: the same move goes on, or the other player begins. Three: 1+2, 2+1, 1+1+1.
    assert [perft.parts(toy, state, depth) for depth in range(5)] == [1, 1, 2, 3, 0]
    # 1 or 2; then 1+1, 1+2, 2+1; then 1+1+1.
    assert [perft.moves(toy, state, depth) for depth in range(5)] == [1, 2, 3, 1, 0]


@pytest.mark.parametrize("name", SHELF)
@pytest.mark.parametrize("depth", range(3))
def test_sequences_of_parts_are_all_different_and_all_counted(name: str, depth: int) -> None:
    chosen = game(name)
    state = chosen.start(chosen.options(), chosen.seats[0])
    written = list(sequences(chosen, state, min(chosen.to_move(state)), (), depth))
    assert len(set(written)) == len(written) == perft.parts(chosen, state, depth)


def test_whole_moves_are_all_counted() -> None:
    chosen = game("mutton")
    state = chosen.start(chosen.options.read(["size=2", "num_sheep=3", "num_wolves=1"]), 2)
    assert perft.moves(chosen, state, 1) == len(set(whole_moves(chosen, state))) == 7 * 6 * 5
    assert perft.moves(chosen, state, 2) == 7 * 6 * 5 * 3
