"""``sheepfold games``, ``options``, ``bots``, ``print``: what there is to play, and with whom."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from sheepfold.bots import bot_names, level, levels
from sheepfold.cli.arguments import Parser
from sheepfold.core.options import described
from sheepfold.core.records.progress import AnyGame, seat_range
from sheepfold.core.words.paragraphs import written
from sheepfold.games import SHELF
from sheepfold.games import game as take_down


def games_parser() -> Parser:
    return Parser("games", "List the games: name, title, number of players, what it is about.", _games)


def _games(asked: Namespace) -> int:
    print("\n\n".join(presented(take_down(name)) for name in SHELF))
    return 0


def presented(game: AnyGame) -> str:
    """A game in three lines."""
    players = "1 player" if game.seats == range(1, 2) else f"{seat_range(game)} players"
    return f"{game.name:<8}{game.title}, {players}\n        {game.summary}\n        {game.credits}"


def options_parser() -> Parser:
    made = Parser("options", "List the options of a game: how each is typed, its default, what it means.", _options)
    made.takes_game()
    return made


def _options(asked: Namespace) -> int:
    game = take_down(asked.game)
    print(written(described(game.options, game.title)))
    return 0


def bots_parser() -> Parser:
    about = "List the bots of a game, or of all: name, level, how long it thinks, how it plays."
    made = Parser("bots", about, _bots)
    made.add_argument("game", metavar="GAME", nargs="?", help="only of this game")
    return made


def _bots(asked: Namespace) -> int:
    names = list(SHELF) if asked.game is None else [asked.game]
    print("\n\n".join(_bots_of(take_down(name)) for name in names))
    return 0


def _bots_of(game: AnyGame) -> str:
    """A game's bots, one on a line: those of the ladder from the weakest on, then whoever is on none."""
    ladder = {one.name: place for place, one in enumerate(levels(game), 1)}
    lines = [f"{game.title} ({game.name})"]
    for name in sorted(bot_names(game), key=lambda each: ladder.get(each, len(ladder) + 1)):
        one = level(game, name)
        step = f"level {ladder[name]}" if name in ladder else ""
        thinks = f"{one.seconds:g} s" if one.thinks else "at once"
        usual = " Begin with this one." if one.usual else ""
        lines.append(f"  {name:<12}{step:<9}{thinks:<9}{one.words}{usual}".rstrip())
    return "\n".join(lines)


def print_parser() -> Parser:
    about = "Write the board, tiles, cards and sheets of a game as PDF, to scale, for private use."
    made = Parser("print", about, _print)
    made.takes_game()
    made.add_argument("--paper", metavar="SIZE", default="a4", help="a4 or letter (a4)")
    made.add_argument("--out", metavar="FILE", help="where to write (GAME.pdf)")
    return made


def _print(asked: Namespace) -> int:
    from sheepfold.cli.files import write_bytes
    from sheepfold.paper.sheets import game_sheet

    file = asked.out or f"{asked.game}.pdf"
    write_bytes(Path(file), game_sheet(asked.game, asked.paper))
    print(f"{file} is ready to print.")
    return 0
