"""What a seat can infer: all of it. Nothing is hidden here, so the one state that fits a view is the truth."""

from __future__ import annotations

from sheepfold.games.sheep_dogs_wolves import rules
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import tile_of
from sheepfold.games.sheep_dogs_wolves.view import View


def imagine(view: View) -> State:
    """The state behind a view, laid again tile by tile."""
    tiles = tuple(tile for part in view.tiles if (tile := tile_of(part)) is not None)
    return rules.after(view.options, view.target, tiles)
