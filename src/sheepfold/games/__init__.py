"""The shelf: every game by its name, loaded when it is taken down."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.progress import AnyGame

SHELF: Final[dict[str, str]] = {
    "mutton": "mutton",
    "fold": "wolf_in_the_fold",
    "dogs": "sheep_dogs_wolves",
    "woolf": "woolf",
}
"""Command name to folder. A new game is one folder and one line here."""


class UnknownGame(SheepfoldError):
    """There is no game of that name on the shelf."""


def game(name: str) -> AnyGame:
    """The game of that name. Raises UnknownGame."""
    if name not in SHELF:
        raise UnknownGame(f"There is no game {name[:40]!r}; there are {', '.join(SHELF)}.")
    found: AnyGame = import_module(f"sheepfold.games.{SHELF[name]}").GAME
    return found
