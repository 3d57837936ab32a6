"""Pebbles drawn: three heaps side by side, each a sprite that stands for its part of a move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pebbles.rules import HEAPS, MOST_IN_HEAP, View
from sheepfold.core.contract import Seat
from sheepfold.core.drawing.pen import element, ink
from sheepfold.core.drawing.scene import Box, Layer, Lettering, Scene, Sprite, Symbol

WIDE, HIGH = 120.0, 192.0


def picture(view: View, names: Mapping[Seat, str]) -> Scene:
    frame = Box(0, 0, WIDE * len(HEAPS), HIGH)
    heaps = tuple(_heap(n, heap, view.heaps[n]) for n, heap in enumerate(HEAPS))
    told = f"Heaps of {', '.join(map(str, view.heaps))}."
    return Scene("Pebbles", told, frame, frame, (Layer("heaps", heaps),), (), (), symbols=symbols())


def _heap(place: int, heap: str, left: int) -> Sprite:
    said = f"heap {heap}, {left} pebbles"
    return Sprite(heap, f"heap-{left}", (place * WIDE, 0.0), part=heap, cell=heap, label=said)


@cache
def symbols() -> Mapping[str, Symbol]:
    """A heap of every size."""
    ground = element("rect", x=6, y=6, width=WIDE - 12, height=HIGH - 12, rx=10, fill=ink("pasture"))
    stones = [
        element("circle", cx=24 + 24 * (n % 4), cy=28 + 24 * (n // 4), r=9, fill=ink("stone"))
        for n in range(MOST_IN_HEAP)
    ]
    name, outline = Lettering(WIDE / 2, HIGH - 22, 22, weight=700), f"M6 6H{WIDE - 6:g}V{HIGH - 6:g}H6Z"
    return {
        f"heap-{left}": Symbol(
            f"heap-{left}", (ground, *stones[:left]), name, outline=outline, middle=(WIDE / 2, HIGH / 2)
        )
        for left in range(MOST_IN_HEAP + 1)
    }
