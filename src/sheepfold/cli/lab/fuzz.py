"""``sheepfold fuzz``: random games with random options, until something breaks."""

from __future__ import annotations

from pathlib import Path

from sheepfold.cli.arguments import Parser, whole
from sheepfold.cli.files import write_file
from sheepfold.cli.output import complain
from sheepfold.core.records.record import to_json
from sheepfold.core.words.prose import plural
from sheepfold.games import SHELF
from sheepfold.games import game as take_down
from sheepfold.lab.fuzz import hunt


def parser() -> Parser:
    made = Parser(
        "fuzz",
        "Play random games with random options and look for crashes, dead ends and endless games. "
        "Each find is written to a file; the exit code is 1 if there were any.",
    )
    made.takes_game(required=False)
    made.add_argument(
        "--games", metavar="N", type=whole(1, 10**9), default=100, help="how many games to play of each (100)"
    )
    made.add_argument("--seed", metavar="WORD", default="0", help="seed of all chance: any word (0)")
    made.add_argument(
        "--max-moves", metavar="N", type=whole(1, 10**9), default=10_000, help="a longer game counts as endless (10000)"
    )
    made.add_argument("--out", metavar="FOLDER", default="failed", help="where finds are written (failed)")
    return made


def run(words: list[str]) -> int:
    asked = parser().read(words)
    finds = 0
    for name in [asked.game] if asked.game else SHELF:
        game = take_down(name)
        for number in range(1, asked.games + 1):
            fault = hunt(game, asked.seed, number, asked.max_moves)
            if fault is not None:
                finds += 1
                path = Path(asked.out) / f"{name}-{number}.json"
                write_file(path, to_json(fault.record) + "\n")
                complain(f"{name}, game {number}, after move {len(fault.record.moves)}: {fault.reason}; see {path}.")
        print(f"{name}: {plural(asked.games, 'game')} played.")
    print("No fault found." if finds == 0 else f"Faults found: {finds}.")
    return 1 if finds else 0
