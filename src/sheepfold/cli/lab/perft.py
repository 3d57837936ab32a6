"""``sheepfold perft GAME DEPTH``: how many ways there are to play on."""

from __future__ import annotations

from typing import Any

from sheepfold.cli.arguments import Parser, UsageError, seat_count, whole
from sheepfold.cli.files import read_record
from sheepfold.cli.output import at_work
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import game as take_down


def parser() -> Parser:
    made = Parser("perft", "Count the sequences of DEPTH parts of moves (or of whole moves) from a position.")
    made.takes_game()
    made.add_argument("depth", metavar="DEPTH", type=whole(0, 99), help="how deep to count")
    made.takes_game_options()
    made.add_argument("--seats", metavar="N", type=whole(1, 99), help="number of seats (the fewest possible)")
    made.add_argument("--moves", action="store_true", help="count whole moves instead of parts")
    made.add_argument("--from", dest="file", metavar="FILE", help="start from a position of this record")
    made.add_argument("--game", dest="number", metavar="N", type=whole(1, 10**9), default=1, help="its Nth record")
    made.add_argument("--at", metavar="N", type=whole(0, 10**9), help="the position after move N (the last)")
    return made


def run(words: list[str]) -> int:
    from sheepfold.lab import perft

    asked = parser().read(words)
    game = take_down(asked.game)
    count = perft.moves if asked.moves else perft.parts
    with at_work("Counting"):
        found = count(game, _position(game, asked), asked.depth)
    print(found)
    return 0


def _position(game: AnyGame, asked: Any) -> Any:
    if asked.file is None:
        if asked.at is not None:
            raise UsageError("--at needs a record: give one with --from FILE.")
        return game.start(game.options.read(asked.options), seat_count(game, asked.seats))
    if asked.options or asked.seats:
        raise UsageError("The record given with --from has its own options and seats.")
    from sheepfold.cli.records.replay import position

    return position(game, read_record(asked.file, asked.number), asked.at).state
