"""To print: the tiles of a usual game."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.face import Piece, Printed, Ruled
from sheepfold.core.drawing.scene import Box, Layer, Scene
from sheepfold.games.sheep_dogs_wolves.terms import Options

WIDTH: Final = 75.0
"""Millimetres from end to end of a tile: each animal has a square of 25."""


def pieces() -> list[Piece]:
    """One tile, as often as a usual game has it."""
    return [Piece(_tile(), WIDTH, Options.make({}).tiles)]


def _tile() -> Scene:
    from sheepfold.games.sheep_dogs_wolves.picture import BEASTS, S, lone_tile, symbols

    frame = Box(-1, -1, 3 * S + 2, S + 5)
    layers = (Layer("tile", lone_tile("0,0E")),)
    return Scene("tile", "tile", frame, frame, layers, (), BEASTS, symbols=symbols(), grid=((S, 0), (0, -S)))


PRINTED: Final = Printed(
    pieces, (Ruled("Sheep that live", ("", "First game", "Second game"), tuple(map(str, range(1, 13)))),)
)
