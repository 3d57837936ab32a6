"""``sheepfold perft GAME DEPTH``: how many ways there are to play on."""

from __future__ import annotations

from sheepfold.cli.arguments import Parser, whole
from sheepfold.cli.output import at_work
from sheepfold.cli.records.replay import asked_position
from sheepfold.games import game as take_down


def parser() -> Parser:
    made = Parser("perft", "Count the sequences of DEPTH parts of moves (or of whole moves) from a position.")
    made.takes_game()
    made.add_argument("depth", metavar="DEPTH", type=whole(0, 99), help="how deep to count")
    made.takes_game_options()
    made.add_argument("--seats", metavar="N", type=whole(1, 99), help="number of seats (the fewest possible)")
    made.add_argument("--moves", action="store_true", help="count whole moves instead of parts")
    made.takes_position()
    return made


def run(words: list[str]) -> int:
    from sheepfold.lab import perft

    asked = parser().read(words)
    game = take_down(asked.game)
    count = perft.moves if asked.moves else perft.parts
    with at_work("Counting"):
        found = count(game, asked_position(game, asked)[0], asked.depth)
    print(found)
    return 0
