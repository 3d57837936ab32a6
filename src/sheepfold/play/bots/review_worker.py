"""A process that reviews one game: a record in, how far it is, then the review. Started by ``reviews``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import msgspec

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.record import from_json
from sheepfold.games import Shelf
from sheepfold.play.bots.worker import located
from sheepfold.play.host.worker_process import serve_telling
from sheepfold.review import attempt, review
from sheepfold.review.written import named


def answered(shelf: Shelf, request: bytes, tell: Callable[[bytes], None]) -> bytes:
    """A request is the record as JSON, then where and what another move is, if that is asked."""
    record, asked = msgspec.json.decode(request)
    try:
        return msgspec.json.encode(_judged(shelf, from_json(record), asked, tell))
    except SheepfoldError as error:
        return msgspec.json.encode({"refused": str(error)})


def _judged(shelf: Shelf, record: Any, asked: list[Any] | None, tell: Callable[[bytes], None]) -> Any:
    if asked is not None:
        return attempt(record, asked[0], asked[1], shelf=shelf)
    nobody = dict.fromkeys(range(1, len(record.seats) + 1), "")
    made = review(record, opened=True, shelf=shelf, progress=lambda done: tell(msgspec.json.encode(done)))
    return named(made, nobody)


if __name__ == "__main__":
    SHELF = located(sys.argv[1])
    serve_telling(lambda request, tell: answered(SHELF, request, tell))
