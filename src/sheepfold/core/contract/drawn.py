"""How a game is drawn: its symbols, and a view as a scene.

A game imports its ``picture.py`` within these methods, so that whoever only plays loads no drawings.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

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
