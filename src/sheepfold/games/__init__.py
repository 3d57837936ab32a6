"""The shelf: games by the names that are typed, each a package (or one module) that is loaded when it is taken down."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Final

from sheepfold.core.contract import Game
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame

NAME: Final = re.compile("[a-z][a-z0-9_]{0,31}")


class UnknownGame(SheepfoldError):
    """There is no game of that name on the shelf."""


class BadShelf(SheepfoldError):
    """The setting that adds games cannot be used as it is written."""


@dataclass(frozen=True)
class Shelf:
    """``places`` says for each name which module holds the game: its ``GAME``, and beside it its other rooms."""

    places: Mapping[str, str]
    added: frozenset[str] = frozenset()
    """Games of others: one that cannot be used is left out."""

    @cached_property
    def faults(self) -> Mapping[str, str]:
        """By name, why games of others are left out, in a sentence each. Loads all of those games once."""
        found = {name: _fault(name, place) for name, place in self.places.items() if name in self.added}
        return {name: fault for name, fault in found.items() if fault}

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.places if name not in self.faults)

    def __len__(self) -> int:
        return len(self.places) - len(self.faults)

    def __contains__(self, name: object) -> bool:
        return name in self.places and name not in self.faults

    def game(self, name: str) -> AnyGame:
        """The game of that name. Raises UnknownGame."""
        if name not in self:
            raise UnknownGame(f"There is no game {name[:40]!r}; there are {', '.join(self)}.")
        found: AnyGame = import_module(self.places[name]).GAME
        return found

    def room(self, name: str, room: str) -> ModuleType | None:
        """A room of the game, such as ``bot``; a game in one module has all its rooms there. None: it has no such."""
        place = self.places[name]
        module = import_module(place)
        if not hasattr(module, "__path__"):
            return module
        try:
            return import_module(f"{place}.{room}")
        except ModuleNotFoundError as error:
            if error.name == f"{place}.{room}":
                return None
            raise

    def folder(self, name: str) -> Traversable | None:
        """The folder of the game, for what is not code: guide, templates, styles. None: it is one module."""
        place = self.places[name]
        return files(place) if hasattr(import_module(place), "__path__") else None

    def guide(self, name: str) -> str:
        """What a game says of its rules: Markdown, with ``!figure NAME`` and ``{NAME}`` for drawings of its face. One
        that brings no guide has its summary."""
        folder = self.folder(name)
        file = None if folder is None else folder.joinpath("guide.md")
        if file is not None and file.is_file():
            return file.read_text("utf-8")
        summary: str = self.game(name).summary
        return summary

    def more(self, setting: str) -> Shelf:
        """The same shelf with other people's games on it, written ``NAME=MODULE`` and separated by commas."""
        found: dict[str, str] = {}
        for entry in filter(None, (text.strip() for text in setting.split(","))):
            name, _, place = (text.strip() for text in entry.partition("="))
            if not NAME.fullmatch(name) or not all(word.isidentifier() for word in place.split(".")):
                raise BadShelf(f"SHEEPFOLD_GAMES must look like name=module,other=package.module, not {entry[:60]!r}.")
            found[name] = place
        return Shelf({**self.places, **found}, self.added.union(found))


def _fault(name: str, place: str) -> str:
    """Why the game that a module should hold cannot be used, in a sentence; empty: it can."""
    try:
        found = getattr(import_module(place), "GAME", None)
    except (Exception, SystemExit) as error:  # code of others can fail in any way
        reason = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
        return f"The game {name} is left out: its module {place} cannot be imported: {reason}."
    if not isinstance(found, Game):
        return f"The game {name} is left out: its module {place} has no GAME."
    if found.name != name:
        return f"The game {name} is left out: its module {place} holds the game {found.name}."
    try:
        found.kinds()
    except Exception as error:  # an annotation can name what there is not
        return f"The game {name} is left out: {error}."
    return ""


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
