"""Bots: the protocol, the random player every game has, and each game's own."""

from __future__ import annotations

from collections.abc import Mapping

from sheepfold.bots.random import RandomBot
from sheepfold.core.bot import Bot
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.progress import AnyGame
from sheepfold.games import SHELF, Shelf

__all__ = ["UnknownBot", "bot", "bot_names"]


class UnknownBot(SheepfoldError):
    """The game has no bot of that name."""


def _own(game: AnyGame, shelf: Shelf) -> Mapping[str, type[Bot]]:
    """The game's own bots; a game without a room for them has none."""
    return getattr(shelf.room(game.name, "bot"), "BOTS", {})


def bot_names(game: AnyGame, shelf: Shelf = SHELF) -> tuple[str, ...]:
    """Every bot that plays this game; the first is the one to offer."""
    return (*_own(game, shelf), "random")


def bot(game: AnyGame, name: str, shelf: Shelf = SHELF) -> Bot:
    """A bot for one seat of one game. Raises UnknownBot."""
    if name == "random":
        return RandomBot(game)
    own = _own(game, shelf)
    if name not in own:
        raise UnknownBot(f"{game.title} has no bot {name[:40]!r}; there are {', '.join(bot_names(game, shelf))}.")
    return own[name]()
