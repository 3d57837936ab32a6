"""A process that reviews one game: a record in, how far it is line by line, then the review. Started by ``reviews``."""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.record import from_json
from sheepfold.play.bots.worker import located
from sheepfold.play.host.worker_process import yield_to_the_server
from sheepfold.review import attempt, review
from sheepfold.review.written import named


def main(locate: str) -> None:
    """One request of JSON lines: the record, then where and what another move is, if that is asked."""
    yield_to_the_server()
    said = sys.stdin.read().split("\n")
    try:
        answer = _answered(located(locate), from_json(said[0]), json.loads(said[1]))
    except SheepfoldError as error:
        answer = {"refused": str(error)}
    _say(answer)


def _answered(shelf: Any, record: Any, asked: list[Any] | None) -> Any:
    if asked is not None:
        return attempt(record, asked[0], asked[1], shelf=shelf)
    nobody = dict.fromkeys(range(1, len(record.seats) + 1), "")
    return named(review(record, opened=True, shelf=shelf, progress=_say), nobody)


def _say(value: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
