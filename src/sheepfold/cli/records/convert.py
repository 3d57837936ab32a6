"""``sheepfold convert FILE``: a record in the other form."""

from __future__ import annotations

from pathlib import Path

from sheepfold.cli.arguments import Parser, whole
from sheepfold.cli.files import read_record, write_file
from sheepfold.core.records.record import to_json, to_text


def parser() -> Parser:
    made = Parser("convert", "Turn a record into readable text, or into one line of JSON. Moves are not checked here.")
    made.add_argument("file", metavar="FILE", help="a record in either form; - reads stdin")
    form = made.add_mutually_exclusive_group()
    form.add_argument("--to-text", action="store_true", help="headers and numbered moves (the default)")
    form.add_argument("--to-json", action="store_true", help="one line of JSON")
    made.add_argument("--game", metavar="N", type=whole(1, 10**9), default=1, help="the Nth record of the file")
    made.add_argument("--out", metavar="FILE", help="write there instead of standard output")
    return made


def run(words: list[str]) -> int:
    asked = parser().read(words)
    record = read_record(asked.file, asked.game)
    text = to_json(record) + "\n" if asked.to_json else to_text(record)
    if asked.out is None:
        print(text, end="")
    else:
        write_file(Path(asked.out), text)
    return 0
