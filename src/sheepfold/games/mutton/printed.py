"""To print: the field, an animal for every letter, and sheets on which to track who ran."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.face import Piece, Printed, Ruled
from sheepfold.core.drawing.scene import Box, Layer, Scene, Sprite
from sheepfold.games.mutton.terms import LETTERS, Options

FIELD: Final = 184.0
"""Millimetres across the field: it fits on A4 and on Letter."""


def pieces() -> list[Piece]:
    """The field of the usual size, and the flock in the scale of its cells."""
    from sheepfold.games.mutton.picture import R, empty_field

    field = empty_field(Options.make({}).size)
    scale = FIELD / field.frame.width
    return [Piece(field, FIELD), *[Piece(_animal(letter), 1.5 * R * scale) for letter in LETTERS]]


def _animal(letter: str) -> Scene:
    from sheepfold.games.mutton.picture import BEASTS, R, symbols

    frame = Box(-0.75 * R, -0.75 * R, 1.5 * R, 1.5 * R)
    layers = (Layer("animal", (Sprite(letter, "ewe"),)),)
    return Scene(letter, letter, frame, frame, layers, (), BEASTS, symbols=symbols())


PRINTED: Final = Printed(
    pieces,
    (Ruled("Who ran", ("", *LETTERS), tuple(map(str, range(1, 23)))),),
    "The Wolf writes down in secret which four letters are wolves. Mark who ran with +, who had to stay with =, "
    "who died with x.",
    "http://www.cameronius.com/games/mutton/",
)
