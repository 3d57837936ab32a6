"""Sheep, Dogs and Wolves as numbers: every tile within a window, and the animals on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sheepfold.core.contract.numbers import WINDOW, Mark, NumberedGame, Plane, UtilityBounds, duel
from sheepfold.games.sheep_dogs_wolves import GAME
from sheepfold.games.sheep_dogs_wolves.board import tile_at
from sheepfold.games.sheep_dogs_wolves.terms import Options, part_of
from sheepfold.games.sheep_dogs_wolves.view import KINDS, View

SIGNS: Final = ("scared", "safe", "lost", "danger", "saved")
REACH: Final = 2
"""So far a tile reaches from its sheep."""


def numbers(options: Options, seats: int, window: int = WINDOW) -> NumberedGame:
    """Tiles by the place of their sheep, at most ``window`` from the middle: west to east in rows from the south, four
    ways each. Nobody can lay a tile further away than three cells for each: such a window holds the whole game."""
    across = range(-window, window + 1)
    parts = tuple(part_of(tile_at(x, y, way)) for y in across for x in across for way in range(4))
    edge = window + REACH
    side = 2 * edge + 1
    planes = (
        Plane("animals", (len(KINDS), side, side)),
        Plane("signs", (len(SIGNS), side, side)),
        Plane("left", (1,)),
        Plane("target", (1,)),
    )

    def marks(view: View) -> Iterator[Mark]:
        for animal in view.animals:
            if max(abs(animal.x), abs(animal.y)) <= edge:
                place = (animal.y + edge) * side + animal.x + edge
                yield "animals", KINDS.index(animal.kind) * side * side + place, 1.0
                if animal.sign in SIGNS:
                    yield "signs", SIGNS.index(animal.sign) * side * side + place, 1.0
        yield "left", 0, view.left / options.tiles
        yield "target", 0, (view.target or 0) / options.tiles

    one = NumberedGame(
        seats=2,
        parts=parts,
        chance=(),
        longest=options.tiles - 1,
        longest_chance=0,
        planes=planes,
        marks=marks,
        points=UtilityBounds(0.0, float(options.tiles), zero_sum=False),
    )
    return duel(GAME.inner, options, one, options.tiles)
