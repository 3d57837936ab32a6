"""The shelf: every game by its name, loaded when it is taken down."""

from __future__ import annotations

import os
from typing import Final

from sheepfold.games.shelf import BadShelf, Shelf, UnknownGame

__all__ = ["SHELF", "BadShelf", "Shelf", "UnknownGame", "game"]

SHELF: Final = Shelf(
    {
        "mutton": "sheepfold.games.mutton",
        "fold": "sheepfold.games.wolf_in_the_fold",
        "dogs": "sheepfold.games.sheep_dogs_wolves",
        "woolf": "sheepfold.games.woolf",
    }
).more(os.environ.get("SHEEPFOLD_GAMES", ""))
"""Command name to module. A new game is one folder and one line here; a host adds games of others by the setting
``SHEEPFOLD_GAMES``, which is read here once so that servers, workers and commands agree about it."""

game = SHELF.game
