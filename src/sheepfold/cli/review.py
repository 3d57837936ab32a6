"""``sheepfold review FILE``: look back at a finished game."""

from __future__ import annotations

from sheepfold.cli.arguments import Parser, whole
from sheepfold.cli.files import read_record
from sheepfold.cli.output import at_work
from sheepfold.games import game as take_down
from sheepfold.review import review
from sheepfold.review.terms import to_json, to_text


def parser() -> Parser:
    made = Parser("review", "Review a finished game: what was skill, what was luck.")
    made.add_argument("file", metavar="FILE", help="a record in either form, or many as JSON lines; - reads stdin")
    made.add_argument("--game", metavar="N", type=whole(1, 10**9), default=1, help="the Nth record of the file (1)")
    made.add_argument("--seat", metavar="SEAT", type=whole(1, 99), help="only this seat's decisions (all)")
    made.add_argument("--open", action="store_true", help="show everything: also what was true")
    made.add_argument("--json", action="store_true", help="as JSON")
    return made


def run(words: list[str]) -> int:
    asked = parser().read(words)
    record = read_record(asked.file, asked.game)
    with at_work("Reviewing", measured=True) as progress:
        found = review(record, asked.seat, opened=asked.open, progress=progress)
    print(to_json(found) if asked.json else to_text(found, take_down(record.game).title).rstrip("\n"))
    return 0
