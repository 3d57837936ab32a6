"""``sheepfold perft``, ``golden``, ``fuzz``: whether the rules are right."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from pathlib import Path

from sheepfold.cli.arguments import Parser, whole
from sheepfold.cli.files import read_record, write_file
from sheepfold.cli.lab import takes_seed
from sheepfold.cli.output import at_work, complain
from sheepfold.cli.records import asked_position
from sheepfold.core.records.record import to_json
from sheepfold.core.words.prose import listed, plural
from sheepfold.games import SHELF
from sheepfold.games import game as take_down
from sheepfold.lab import perft
from sheepfold.lab.fuzz import ended, endings, golden_records, hunt


def perft_parser() -> Parser:
    about = "Count the sequences of DEPTH parts of moves (or of whole moves) from a position."
    made = Parser("perft", about, _perft)
    made.takes_game()
    made.add_argument("depth", metavar="DEPTH", type=whole(0, 99), help="how deep to count")
    made.takes_game_options()
    made.add_argument("--seats", metavar="N", type=whole(1, 99), help="number of seats (the fewest possible)")
    made.add_argument("--moves", action="store_true", help="count whole moves instead of parts")
    made.takes_position()
    return made


def _perft(asked: Namespace) -> int:
    game = take_down(asked.game)
    count = perft.moves if asked.moves else perft.parts
    with at_work("Counting"):
        found = count(game, asked_position(game, asked)[0], asked.depth)
    print(found)
    return 0


def golden_parser() -> Parser:
    made = Parser(
        "golden",
        "Play random games until every way of ending was seen, and write a golden record for each that has none yet "
        "(FOLDER/records/GAME/) and a perft table if there is none (FOLDER/perft/GAME.json). The exit code is 1 if an "
        "ending was not found.",
        _golden,
    )
    made.takes_game()
    made.add_argument("--games", metavar="N", type=whole(1, 10**9), default=1000, help="random games at most (1000)")
    takes_seed(made)
    made.add_argument("--out", metavar="FOLDER", default="tests", help="where to write (tests)")
    return made


def _golden(asked: Namespace) -> int:
    game = take_down(asked.game)
    folder, counts = Path(asked.out) / "records" / game.name, Path(asked.out) / "perft" / f"{game.name}.json"
    kept = [read_record(str(path), 1) for path in sorted(folder.glob("*.json"))]
    wanted = endings(game).difference(*(ended(game, record) for record in kept))
    found = golden_records(game, wanted, asked.seed, asked.games)
    for ending, record in found.items():
        path = folder / f"{re.sub('[^a-z0-9]+', '-', ending.lower()).strip('-')}.json"
        write_file(path, to_json(record) + "\n")
        print(f"{path}: {plural(len(record.moves), 'move')}.")
    if not counts.exists():
        rows = perft.table(game, [*found.values(), *kept])
        write_file(counts, "[\n" + ",\n".join(json.dumps(row.data()) for row in rows) + "\n]\n")
        print(f"{counts}: {plural(len(rows), 'row')}.")
    missing = sorted(wanted - set(found))
    if missing:
        complain(
            f"No game of {asked.games} ended with {listed([repr(each) for each in missing], 'or')}: "
            f"put a record of a game that did into {folder}."
        )
    elif not wanted:
        print("Every way of ending has its record.")
    return 1 if missing else 0


def fuzz_parser() -> Parser:
    made = Parser(
        "fuzz",
        "Play random games with random options and look for crashes, dead ends and endless games. "
        "Each find is written to a file; the exit code is 1 if there were any.",
        _fuzz,
    )
    made.takes_game(required=False)
    made.add_argument(
        "--games", metavar="N", type=whole(1, 10**9), default=100, help="how many games to play of each (100)"
    )
    takes_seed(made)
    made.add_argument(
        "--max-moves", metavar="N", type=whole(1, 10**9), default=10_000, help="a longer game counts as endless (10000)"
    )
    made.add_argument("--out", metavar="FOLDER", default="failed", help="where finds are written (failed)")
    return made


def _fuzz(asked: Namespace) -> int:
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
