"""Pebbles as numbers."""

from __future__ import annotations

from collections.abc import Iterator

from pebbles.rules import HEAPS, MOST, Options, View
from sheepfold.core.contract.numbers import WINDOW, Mark, NumberedGame, Plane, UtilityBounds, one_hot, so_far_plane


def numbers(options: Options, seats: int, window: int = WINDOW) -> NumberedGame:
    parts = (*HEAPS, *map(str, range(1, MOST + 1)))
    total = len(HEAPS) * options.heap

    def marks(view: View) -> Iterator[Mark]:
        for heap, left in enumerate(view.heaps):
            yield "heaps", heap, left / options.heap
        for seat, taken in enumerate(view.taken):
            for heap, number in enumerate(taken):
                yield "taken", seat * len(HEAPS) + heap, number / options.heap
        yield from one_hot("turn", tuple(range(1, seats + 1)), view.turn)
        if view.seat is not None and view.lucky:
            yield from one_hot("lucky", HEAPS, view.lucky[view.seat - 1])

    return NumberedGame(
        seats=seats,
        parts=parts,
        chance=HEAPS,
        longest=2 * total,
        longest_chance=seats,
        planes=(
            Plane("heaps", (len(HEAPS),)),
            Plane("taken", (seats, len(HEAPS))),
            Plane("turn", (seats,)),
            Plane("lucky", (len(HEAPS),)),
            so_far_plane(parts),
        ),
        marks=marks,
        points=UtilityBounds(0.0, float(total + options.heap), zero_sum=False),
        hidden=tuple(map(str, range(1, seats + 1))),
        ways=HEAPS,
    )
