"""The worker process of the bots: views in, moves out; records in, reviews out. It knows nothing but what it is sent.

``python -m sheepfold.play.bots.worker SHELF [JOB [EFFORT]]``: ``JOB`` is ``play`` or ``review``.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, Final

import msgspec

from sheepfold.bots.players import Players
from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Means, reasons
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.record import Record, from_json
from sheepfold.games import Shelf
from sheepfold.play.host.background import serve

PLAY: Final = "play"
REVIEW: Final = "review"


def main(shelf: str, job: str = PLAY, effort: str = "1") -> None:
    """Answers requests until the pipe closes."""
    module, _, name = shelf.partition(":")
    games: Shelf = getattr(import_module(module), name)
    if job == REVIEW:
        serve(lambda request, tell: reviewed(games, request, tell))
        return
    players = Players(games, float(effort))
    serve(lambda request, tell: json.dumps(played(players, *pickle.loads(request))).encode())


def played(
    players: Players, game: str, name: str, means: Means, view: Any, move: Move | None, luck: bytes | None = None
) -> Move | str:
    """A bot's move; where one was made, its reasons; without a view nothing: the bot only prepares itself."""
    if view is None:
        players.expect(game, name, means)
        return ""
    player = players.of(game, name, means)
    return player.choose(view, Random(luck or os.urandom(16))) if move is None else reasons(player, view, move)


def reviewed(shelf: Shelf, request: bytes, tell: Callable[[bytes], None]) -> bytes:
    """A review, with its progress told before. The request is the record as JSON, then where and what another move is,
    if that is asked."""
    record, asked = msgspec.json.decode(request)
    try:
        return msgspec.json.encode(_judged(shelf, from_json(record), asked, tell))
    except SheepfoldError as error:
        return msgspec.json.encode({"refused": str(error)})


def _judged(shelf: Shelf, record: Record, asked: list[Any] | None, tell: Callable[[bytes], None]) -> Any:
    from sheepfold.review import attempt, review  # here: most workers play, and load none of it
    from sheepfold.review.terms import named

    if asked is not None:
        return attempt(record, asked[0], asked[1], shelf=shelf)
    nobody = dict.fromkeys(range(1, len(record.seats) + 1), "")
    made = review(record, opened=True, shelf=shelf, progress=lambda done: tell(msgspec.json.encode(done)))
    return named(made, nobody)


if __name__ == "__main__":
    main(*sys.argv[1:])
