"""Bots: the protocol, the random player every game has, and each game's own."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from sheepfold.bots.random import RandomBot
from sheepfold.core.bot import Bot
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.progress import AnyGame
from sheepfold.games import SHELF

__all__ = ["UnknownBot", "bot", "bot_names"]


class UnknownBot(SheepfoldError):
    """The game has no bot of that name."""


def _own(game: AnyGame) -> Mapping[str, type[Bot]]:
    found: Mapping[str, type[Bot]] = import_module(f"sheepfold.games.{SHELF[game.name]}.bot").BOTS
    return found


def bot_names(game: AnyGame) -> tuple[str, ...]:
    """Every bot that plays this game; the first is the one to offer."""
    return (*_own(game), "random")


def bot(game: AnyGame, name: str) -> Bot:
    """A bot for one seat of one game. Raises UnknownBot."""
    if name == "random":
        return RandomBot(game)
    own = _own(game)
    if name not in own:
        raise UnknownBot(f"{game.title} has no bot {name[:40]!r}; there are {', '.join(bot_names(game))}.")
    return own[name]()
