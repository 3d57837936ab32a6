"""``sheepfold options GAME``: what can be set, to what, and what it means."""

from __future__ import annotations

from sheepfold.cli.arguments import Parser
from sheepfold.core.options import Choice, Flag, Maybe, Numbers, Option, Whole
from sheepfold.core.progress import AnyGame
from sheepfold.games import game as take_down


def parser() -> Parser:
    made = Parser("options", "List the options of a game: how each is typed, its default, what it means.")
    made.takes_game()
    return made


def described(game: AnyGame) -> str:
    """Every option of the game, two lines each."""
    lines = [f"{option.form}\n    {option.help} ({_range(option)})" for option in game.options.declared()]
    return f"Options of {game.title}:\n\n" + "\n".join(lines or ["None."])


def _range(option: Option) -> str:
    default = "off" if option.default is None else option.words(option.default).lstrip("-").partition("=")
    if isinstance(default, tuple):
        default = default[2] or default[0]
    match option:
        case Maybe(low=low, high=high) | Whole(low=low, high=high):
            return f"{low} to {high}; default {default}"
        case Numbers(length=length, high=high):
            return f"{length} numbers from 0 to {high}; default {default}"
        case Flag() | Choice():
            return f"default {default}"
    return f"default {default}"


def run(words: list[str]) -> int:
    print(described(take_down(parser().read(words).game)))
    return 0
