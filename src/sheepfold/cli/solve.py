"""``sheepfold solve GAME``: what perfect players reach in a small game, and how near bots come to it."""

from __future__ import annotations

from sheepfold.bots import bot
from sheepfold.cli.arguments import Parser, whole, words
from sheepfold.games import game as take_down


def parser() -> Parser:
    made = Parser(
        "solve",
        "Search a small game to its end: the score that two perfect players reach, and what bots lose against one. "
        "Only games for two in which nothing is hidden and nothing is left to chance.",
    )
    made.takes_game()
    made.takes_game_options()
    made.add_argument("--bots", metavar="A,B", type=words, default=[], help="how far these are from perfect play")
    made.add_argument("--games", metavar="N", type=whole(1, 10**6), default=10, help="of each bot in each seat (10)")
    return made


def run(given: list[str]) -> int:
    asked = parser().read(given)
    game = take_down(asked.game)
    for name in asked.bots:
        bot(game, name)
    from sheepfold.lab.selfplay import equipped
    from sheepfold.lab.solve import Solver

    solver = Solver(game, game.options.read(asked.options))
    print(f"{game.title}: perfect players reach a score of {solver.value:g}.")
    for name in asked.bots:
        found = solver.distance(name, equipped(game, name), asked.games)
        print(f"{name:<12} loses {found.scoring:.2f} points where it scores, {found.against:.2f} against the scorer")
    return 0
