"""A bot's worker process: views in, moves out. Started by ``play.bots.workers``; knows nothing but what it is sent."""

from __future__ import annotations

import json
import os
import pickle
import sys
from importlib import import_module
from random import Random
from typing import Any

from sheepfold.bots.players import Players
from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Means, reasons
from sheepfold.games import Shelf
from sheepfold.play.host.worker_process import serve


def main(locate: str, effort: str = "1") -> None:
    """Answer requests until the pipe closes."""
    players = Players(located(locate), float(effort))
    serve(lambda request: json.dumps(answered(players, *pickle.loads(request))).encode())


def answered(
    players: Players, game: str, name: str, means: Means, view: Any, move: Move | None, luck: bytes | None = None
) -> Move | str:
    """Its move; where one was made, why; where there is no view yet, nothing: it only makes itself ready."""
    if view is None:
        players.expect(game, name, means)
        return ""
    player = players.of(game, name, means)
    return player.choose(view, Random(luck or os.urandom(16))) if move is None else reasons(player, view, move)


def located(place: str) -> Shelf:
    module, _, name = place.partition(":")
    found: Shelf = getattr(import_module(module), name)
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
