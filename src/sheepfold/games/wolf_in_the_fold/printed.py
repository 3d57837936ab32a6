"""To print: all 77 tiles."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.face import Piece, Printed, Ruled
from sheepfold.core.drawing.scene import Box, Layer, Scene
from sheepfold.games.wolf_in_the_fold.board import ARMS, TILES

WIDTH: Final = 38.0
"""Millimetres from side to side of a tile."""


def pieces() -> list[Piece]:
    """Every kind of tile as often as it is in the bag."""
    return [Piece(_tile(kind), WIDTH, copies) for kind, copies in TILES.items()]


def _tile(kind: str) -> Scene:
    from sheepfold.games.wolf_in_the_fold.picture import APOTHEM, BEASTS, GRID, R, lone_tile, symbols

    frame = Box(-APOTHEM - 2, -R - 2, 2 * APOTHEM + 4, 2 * R + 6)
    drawn = lone_tile(kind, "0,0/0" if kind in ARMS else "0,0")
    layers = (Layer("tile", drawn),)
    return Scene(kind, kind, frame, frame, layers, (), BEASTS, symbols=symbols(), grid=GRID)


PRINTED: Final = Printed(
    pieces,
    (Ruled("Scores", ("", "Players", "Wolves"), tuple(map(str, range(1, 16)))),),
    "Cut the tiles out along their edges and draw them from a bag.",
)
