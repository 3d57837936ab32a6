"""How a game is drawn: its symbols, a view as a scene, and what is printed to be played on a table.

A game imports its ``picture.py`` within the methods of ``DrawnGame``, so that whoever only plays loads no drawings. A
game that can be printed says so in its room ``printed.py`` as ``PRINTED``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sheepfold.core.contract.rules import O, Rules, S, Seat, V

if TYPE_CHECKING:
    from sheepfold.core.drawing.scene import Scene, Symbol


class DrawnGame(Rules[O, S, V]):
    """The third part of the contract: enough for pictures and pages."""

    @abstractmethod
    def picture(self, view: V, names: Mapping[Seat, str]) -> Scene:
        """The view as a scene: sprites with keys that last, in layers that are the same in all pictures of the game.

        It depends on view and names alone. ``core.drawing.svg`` writes it.
        """

    def symbols(self) -> Mapping[str, Symbol]:
        """The symbols that its boards are made of, by their names."""
        return {}

    def board(self, view: V, names: Mapping[Seat, str]) -> Scene:
        """The same without its margin, as pages show it: ``picture(view, names).inside()``. A page is drawn at every
        move, so a game does not draw there what nobody will see."""
        return self.picture(view, names).inside()


# -- printed on paper --------------------------------------------------------------------------

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
