"""``sheepfold golden GAME``: the records and the perft table that the tests ask of a game."""

from __future__ import annotations

import json
import re
from pathlib import Path

from sheepfold.cli.arguments import Parser, whole
from sheepfold.cli.files import read_record, write_file
from sheepfold.cli.output import complain
from sheepfold.core.records.record import to_json
from sheepfold.core.words.prose import listed, plural
from sheepfold.games import game as take_down


def parser() -> Parser:
    made = Parser(
        "golden",
        "Play random games until every way of ending was seen, and write a golden record for each that has none yet "
        "(FOLDER/records/GAME/) and a perft table if there is none (FOLDER/perft/GAME.json). The exit code is 1 if an "
        "ending was not found.",
    )
    made.takes_game()
    made.add_argument("--games", metavar="N", type=whole(1, 10**9), default=1000, help="random games at most (1000)")
    made.add_argument("--seed", metavar="WORD", default="0", help="seed of all chance: any word (0)")
    made.add_argument("--out", metavar="FOLDER", default="tests", help="where to write (tests)")
    return made


def run(words: list[str]) -> int:
    from sheepfold.lab.fuzz import ended, endings, golden_records
    from sheepfold.lab.perft import table

    asked = parser().read(words)
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
        rows = table(game, [*found.values(), *kept])
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
