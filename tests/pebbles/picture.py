"""Pebbles drawn: three heaps side by side, each a shape that stands for its part of a move."""

from __future__ import annotations

from collections.abc import Mapping

from pebbles.rules import HEAPS, View
from sheepfold.core.contract import Seat
from sheepfold.core.look.pen import element, ink, label
from sheepfold.core.look.scene import Box, Layer, Scene, Shape

WIDE = 120.0


def picture(view: View, names: Mapping[Seat, str]) -> Scene:
    frame = Box(0, 0, WIDE * len(HEAPS), WIDE * 1.6)
    heaps = tuple(_heap(n, heap, view.heaps[n]) for n, heap in enumerate(HEAPS))
    return Scene(
        "Pebbles", f"Heaps of {', '.join(map(str, view.heaps))}.", frame, frame, (Layer("heaps", heaps),), (), ()
    )


def _heap(place: int, heap: str, left: int) -> Shape:
    ground = element("rect", x=6, y=6, width=WIDE - 12, height=WIDE * 1.6 - 12, rx=10, fill=ink("pasture"))
    stones = [
        element("circle", cx=24 + 24 * (n % 4), cy=28 + 24 * (n // 4), r=9, fill=ink("stone")) for n in range(left)
    ]
    name = label(WIDE / 2, WIDE * 1.6 - 22, heap, 22, weight=700)
    return Shape(
        f"heap {heap}", (place * WIDE, 0.0), (ground, *stones, name), part=heap, cell=heap,
        label=f"heap {heap}, {left} pebbles",
    )  # fmt: skip
