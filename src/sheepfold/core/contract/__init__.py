"""The contract between a game and everything around it: doors, bots, records, laws.

It has three parts, each built on the one before: what a game *is* (``rules.py``), how it is *written* (``written.py``)
and how it is *drawn* (``Game``). A new game begins with the first; everything on the shelf has all three. The other
modules say what a game may bring besides: bots, a face, a lesson, puzzles, numbers for learners, a judge for reviews.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sheepfold.core.contract.rules import (
    DECIDED,
    NATURE,
    NOTHING,
    TABLE_ENDINGS,
    Ahead,
    Legal,
    Marginal,
    Move,
    O,
    Outcome,
    Part,
    Rules,
    S,
    Seat,
    Told,
    V,
)
from sheepfold.core.contract.written import Prompt, WrittenGame

if TYPE_CHECKING:
    from sheepfold.core.drawing.scene import Scene, Symbol

__all__ = [
    "DECIDED",
    "NATURE",
    "NOTHING",
    "TABLE_ENDINGS",
    "Ahead",
    "Game",
    "Legal",
    "Marginal",
    "Move",
    "O",
    "Outcome",
    "Part",
    "Prompt",
    "Rules",
    "S",
    "Seat",
    "Told",
    "V",
    "WrittenGame",
]


class Game(WrittenGame[O, S, V]):
    """One game on the shelf. It imports its ``picture.py`` within these methods, so that whoever only plays loads no
    drawings."""

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
