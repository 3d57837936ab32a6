"""``sheepfold options GAME``: what can be set, to what, and what it means."""

from __future__ import annotations

from sheepfold.cli.arguments import Parser
from sheepfold.core.options import described
from sheepfold.core.words.paragraphs import written
from sheepfold.games import game as take_down


def parser() -> Parser:
    made = Parser("options", "List the options of a game: how each is typed, its default, what it means.")
    made.takes_game()
    return made


def run(words: list[str]) -> int:
    game = take_down(parser().read(words).game)
    print(written(described(game.options, game.title)))
    return 0
