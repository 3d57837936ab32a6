"""``sheepfold verify FILE``: was chance dealt as the seed, committed to at the start, demands?"""

from __future__ import annotations

from sheepfold.cli.arguments import Parser, whole
from sheepfold.cli.files import read_record, read_records
from sheepfold.core.errors import RecordError, SheepfoldError
from sheepfold.core.records.progress import Verified, verify
from sheepfold.games import game as take_down


def parser() -> Parser:
    made = Parser(
        "verify",
        "Replay a record, check every move, and check that its seed matches the commitment published at the start "
        "and yields every draw of chance.",
    )
    made.add_argument("file", metavar="FILE", help="a record in either form, or many as JSON lines; - reads stdin")
    made.add_argument("--game", metavar="N", type=whole(1, 10**9), help="only the Nth record of the file")
    return made


def in_words(verdict: Verified) -> str:
    if verdict.draws == 0:
        return "Fair: every move is legal, and nothing was left to chance."
    draws = "1 draw" if verdict.draws == 1 else f"{verdict.draws} draws"
    if not verdict.seed_known:
        return f"Every move is legal. The seed is not published, so {draws} of chance could not be checked."
    return f"Fair: every move is legal, the seed matches the commitment, and {draws} of chance match the seed."


def run(words: list[str]) -> int:
    asked = parser().read(words)
    if asked.game is not None:
        record = read_record(asked.file, asked.game)
        print(in_words(verify(take_down(record.game), record)))
        return 0
    games, found = 0, Verified(0, True)
    for number, record in enumerate(read_records(asked.file), 1):
        try:
            verdict = verify(take_down(record.game), record)
        except SheepfoldError as error:
            raise RecordError(f"Game {number}: {error}" if number > 1 else str(error)) from None
        games, found = number, Verified(found.draws + verdict.draws, found.seed_known and verdict.seed_known)
    if not games:
        raise RecordError("There is no record in this file.")
    print(in_words(found) if games == 1 else f"{games} games. {in_words(found)}")
    return 0
