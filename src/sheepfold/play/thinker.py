"""A bot's worker process: views in, moves out. Started by ``play.thinkers``; knows nothing but what it is sent."""

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

from sheepfold.bots import bot
from sheepfold.bots.compiled import Warming
from sheepfold.core.bot import Bot, Equipped, Explaining, Means
from sheepfold.core.contract import Move
from sheepfold.games import Shelf

NICE = 5
"""Thinking yields to serving."""
MEMORY = 2 * 1024**3
"""Bytes that a worker may hold: a bot that takes more must fail before the server does."""

FIRST_WAIT = 3.0
"""Seconds that the first move of a game waits for a kernel, which is long enough to read one that was compiled before;
while one is being compiled bots think without it."""


def main(locate: str) -> None:
    """Answer requests until the pipe closes."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not get between the answers
    be_modest()
    players = Players(located(locate))
    while (request := read_frame(sys.stdin.buffer)) is not None:
        game, name, view, move = pickle.loads(request)
        player = players.of(game, name)
        answer = player.choose(view, Random(os.urandom(16))) if move is None else explained(player, view, move)
        write_frame(answers, json.dumps(answer).encode())


def explained(player: Bot, view: Any, move: Move) -> str:
    """Why it moved so; nothing if it cannot say."""
    return player.explain(view, move) if isinstance(player, Explaining) else ""


class Players:
    """The bots of this worker, each with its game's kernel as soon as that is compiled."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._bots: dict[tuple[str, str], Bot] = {}
        self._warming: dict[str, Warming] = {}
        self._equipped: set[tuple[str, str]] = set()

    def of(self, game: str, name: str) -> Bot:
        if game not in self._warming:
            self._warming[game] = Warming(self._shelf, game)
            self._warming[game].wait(FIRST_WAIT)
        if (game, name) not in self._bots:
            self._bots[game, name] = bot(self._shelf.game(game), name, self._shelf)
        found, kernel = self._bots[game, name], self._warming[game].kernel
        if kernel is not None and (game, name) not in self._equipped and isinstance(found, Equipped):
            found.equip(Means(kernel))
            self._equipped.add((game, name))
        return found


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
