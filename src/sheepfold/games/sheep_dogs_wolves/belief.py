"""What a seat can infer: all of it. Nothing is hidden here, so the one state that fits a view is the truth."""

from __future__ import annotations

from sheepfold.games.sheep_dogs_wolves.signs import ground
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import tile_of
from sheepfold.games.sheep_dogs_wolves.view import View


def imagine(view: View) -> State:
    """The state behind a view. Its ground is carried on from the view before, where that was imagined too."""
    tiles = tuple([tile for part in view.tiles if (tile := tile_of(part)) is not None])
    found = ground(view.tiles)
    return State(view.options, view.target, tiles, found.taken, found.choices)
