"""``sheepfold bots [GAME]``: who plays a game, the weakest first."""

from __future__ import annotations

from sheepfold.bots import bot_names, level, levels
from sheepfold.cli.arguments import Parser
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF
from sheepfold.games import game as take_down


def parser() -> Parser:
    made = Parser("bots", "List the bots of a game, or of all: name, level, how long it thinks, how it plays.")
    made.add_argument("game", metavar="GAME", nargs="?", help="only of this game")
    return made


def described(game: AnyGame) -> str:
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


def run(words: list[str]) -> int:
    asked = parser().read(words)
    names = list(SHELF) if asked.game is None else [asked.game]
    print("\n\n".join(described(take_down(name)) for name in names))
    return 0
