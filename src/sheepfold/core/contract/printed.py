"""What of a game is printed to be played on a table: boards, tiles and cards to scale, and sheets to write on.

A game tells it in its room ``printed.py`` as ``PRINTED``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from sheepfold.core.drawing.scene import Scene

PAPERS: Final = {"a4": "A4", "letter": "Letter"}
"""Sizes of paper by the word that asks for them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A drawing, its width on paper, and how many of it the game needs."""

    scene: Scene
    millimetres: float
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Ruled:
    """A sheet to write on: columns with their heads, and empty rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """All of it, drawn when it is asked for."""

    pieces: Callable[[], Sequence[Piece]]
    sheets: tuple[Ruled, ...] = ()
    hint: str = ""
    """What else one needs."""
    link: str = ""
    """Where its designers tell of it, if they do."""
