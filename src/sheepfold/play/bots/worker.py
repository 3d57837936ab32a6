"""A bot's worker process: views in, moves out. Started by ``play.bots.workers``; knows nothing but what it is sent."""

from __future__ import annotations

import json
import os
import pickle
import resource
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

from sheepfold.bots.players import Players
from sheepfold.core.bot import reasons
from sheepfold.core.contract import Move
from sheepfold.games import Shelf

NICE = 5
"""Thinking yields to serving."""
MEMORY = 2 * 1024**3
"""Bytes that a worker may hold: a bot that takes more must fail before the server does."""


def main(locate: str, effort: str = "1") -> None:
    """Answer requests until the pipe closes."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not get between the answers
    be_modest()
    players = Players(located(locate), float(effort))
    while (request := read_frame(sys.stdin.buffer)) is not None:
        write_frame(answers, json.dumps(answered(players, *pickle.loads(request))).encode())


def answered(players: Players, game: str, name: str, times: float, view: Any, move: Move | None) -> Move | str:
    """Its move; where one was made, why; where there is no view yet, nothing: it only makes itself ready. It thinks so
    many ``times`` as long as usual."""
    if view is None:
        players.expect(game, name, times)
        return ""
    player = players.of(game, name, times)
    return player.choose(view, Random(os.urandom(16))) if move is None else reasons(player, view, move)


def be_modest() -> None:
    """Leave the machine to the server: its time, its memory, and its life where memory runs out."""
    os.nice(NICE)
    with suppress(ValueError):  # the host allows less already
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    with suppress(OSError):  # Linux only
        Path("/proc/self/oom_score_adj").write_text("1000")


def located(place: str) -> Shelf:
    module, _, name = place.partition(":")
    found: Shelf = getattr(import_module(module), name)
    return found


def read_frame(pipe: BinaryIO) -> bytes | None:
    head = pipe.read(4)
    return pipe.read(int.from_bytes(head, "big")) if len(head) == 4 else None


def write_frame(pipe: BinaryIO, body: bytes) -> None:
    pipe.write(len(body).to_bytes(4, "big") + body)
    pipe.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
