"""The server under load: what a move costs, how soon the others hear of it, and what a game leaves in memory.

The server runs in a process and on a core of its own; this process plays both seats of every table over
two sockets. Every move is on disk before anybody is told of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from sheepfold.core.bot import random_move
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.progress import play
from sheepfold.games import game as take_down

GAME, OPTIONS = "dogs", {"tiles": 61, "mode": "single"}
WARM_UP = 5
"""Moves at every table before anything is measured."""


class BenchError(SheepfoldError):
    """The server could not be measured."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one run measured. Seconds, bytes, moves."""

    tables: int
    moves: int
    cpu_per_move: float
    rate: float
    waits: Sequence[float]
    """Sorted: from sending a move until both sockets have heard of it, at the steady pace."""
    moves_per_second: float
    running_bytes: float
    finished_bytes: float

    def wait(self, share: float) -> float:
        return self.waits[min(len(self.waits) - 1, int(len(self.waits) * share))]


# -- the server --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Running:
    """A server process, watched from outside."""

    port: int
    process: subprocess.Popen[bytes]

    def cpu(self) -> float:
        """Seconds of processor time so far, of all its threads."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes that it holds in memory now."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def server() -> Iterator[Running]:
    """A server with a fresh database, on the first core if there are two; ours is then the second."""
    cores = sorted(os.sched_getaffinity(0))
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "sheepfold.web.server"],
            env=os.environ
            | {
                "SHEEPFOLD_DATABASE": f"sqlite:///{folder}/bench.db",
                "SHEEPFOLD_PORT": str(port),
                "SHEEPFOLD_RATE_LIMITS": "no",
                "SHEEPFOLD_BOT_WORKERS": "0",
                "SHEEPFOLD_LOG_LEVEL": "warning",
            },
        )
        try:
            if len(cores) > 1:
                os.sched_setaffinity(process.pid, cores[:1])
                os.sched_setaffinity(0, cores[1:])
            _await_server(port, process)
            yield Running(port, process)
        finally:
            os.sched_setaffinity(0, cores)
            process.terminate()
            process.wait()


def free_port() -> int:
    """A port that nobody listens on, below those that outgoing connections take."""
    while True:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", SystemRandom().randrange(20_000, 32_000)))
            return int(probe.getsockname()[1])


def _await_server(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise BenchError("The server stopped while starting; see above.")
        try:
            Http(port).get("/games")
            return
        except OSError:
            time.sleep(0.05)
    raise BenchError("The server did not start within 30 seconds.")


class Http:
    """The few requests that set up the tables, over one kept connection."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def get(self, path: str, token: str = "") -> Any:
        return self._ask("GET", path, None, token)

    def post(self, path: str, body: Any, token: str = "") -> Any:
        return self._ask("POST", path, json.dumps(body).encode(), token)

    def _ask(self, method: str, path: str, body: bytes | None, token: str) -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self.connection.request(method, "/api/v1" + path, body, headers)
        answer = self.connection.getresponse()
        found = json.loads(answer.read() or b"null")
        if answer.status >= 400:
            raise BenchError(f"The server refused {method} {path}: {found.get('detail')}")
        return found


# -- the players -------------------------------------------------------------------------------


@dataclass(slots=True)
class Table:
    """One table with its two sockets and the game that will be played at it."""

    id: str
    tokens: tuple[str, str]
    script: Sequence[tuple[int, str]]
    sockets: list[ClientConnection] = field(default_factory=list)
    played: int = 0

    @property
    def over(self) -> bool:
        return self.played >= len(self.script)

    async def connect(self, port: int, stack: AsyncExitStack) -> None:
        for token in self.tokens:
            found = await stack.enter_async_context(
                connect(
                    f"ws://127.0.0.1:{port}/api/v1/tables/{self.id}/socket",
                    additional_headers={"Authorization": f"Bearer {token}"},
                    compression=None,
                    ping_interval=None,
                )
            )
            await found.recv()
            self.sockets.append(found)

    async def move(self) -> float:
        """Play the next move; the seconds until both sockets have heard of it."""
        seat, text = self.script[self.played]
        self.played += 1
        mover, other = self.sockets[seat - 1], self.sockets[2 - seat]
        began = time.perf_counter()
        await mover.send(json.dumps({"do": "move", "move": text, "key": f"ply{self.played}"}))
        await asyncio.gather(self._hear(mover, 2), self._hear(other, 1))
        return time.perf_counter() - began

    async def _hear(self, socket: ClientConnection, messages: int) -> None:
        for _ in range(messages):
            said = await socket.recv(decode=False)
            if b'"is":"refused"' in said[:40]:
                raise BenchError("The server refused a move of a prepared game.")


def scripts(number: int) -> list[list[tuple[int, str]]]:
    """Whole random games as texts, so that playing costs this process nothing."""
    game, made = take_down(GAME), []
    for seed in range(number):
        luck, state = Random(seed), game.start(game.options.make(OPTIONS), 2)
        script: list[tuple[int, str]] = []
        while movers := game.to_move(state):
            (seat,) = movers
            step = play(game, state, seat, random_move(game, state, seat, luck), len(script))
            script.append((seat, step.text))
            state = step.state
        made.append(script)
    return made


def open_tables(port: int, number: int, games: Sequence[Sequence[tuple[int, str]]]) -> list[Table]:
    """Tables with two guests each, all running."""
    http, made = Http(port), []
    for index in range(number):
        first, second = (http.post("/guests", {"program": True})["token"] for _ in range(2))
        terms = {"game": GAME, "options": OPTIONS, "seats": [{"kind": "me"}, {}]}
        table = http.post("/tables", terms, first)["id"]
        http.post(f"/tables/{table}/sit", {}, second)
        made.append(Table(table, (first, second), games[index % len(games)]))
    return made


# -- the run -----------------------------------------------------------------------------------


def measure(tables: int, rate: float, seconds: float) -> Found:
    """One whole run: a round to warm up, one steady and then as fast as it goes, one to see what is left."""
    games = scripts(tables)
    with server() as running:
        return asyncio.run(_measure(running, games, tables, rate, seconds))


async def _measure(
    running: Running, games: Sequence[Sequence[tuple[int, str]]], number: int, rate: float, seconds: float
) -> Found:
    await _round(running, open_tables(running.port, number, games))
    empty = running.memory()
    tables = open_tables(running.port, number, games)
    async with AsyncExitStack() as stack:
        for table in tables:
            await table.connect(running.port, stack)
        for _ in range(WARM_UP):
            await asyncio.gather(*(table.move() for table in tables))
        began_cpu, before = running.cpu(), sum(table.played for table in tables)
        waits = await _steadily(tables, rate, seconds)
        full = running.memory()
        hurried, began = sum(table.played for table in tables), time.perf_counter()
        await asyncio.gather(*(_finish(table) for table in tables))
        moves, took = sum(table.played for table in tables), time.perf_counter() - began
        cpu = running.cpu() - began_cpu
    await asyncio.sleep(0.5)
    before_more = running.memory()
    await _round(running, open_tables(running.port, number, games))
    return Found(
        tables=number,
        moves=moves - before,
        cpu_per_move=cpu / (moves - before),
        rate=rate,
        waits=sorted(waits),
        moves_per_second=(moves - hurried) / took,
        running_bytes=(full - empty) / number,
        finished_bytes=max(0, running.memory() - before_more) / number,
    )


async def _round(running: Running, tables: Sequence[Table]) -> None:
    """Play games to their ends, to bring the server's memory to what it is in everyday use."""
    async with AsyncExitStack() as stack:
        for table in tables:
            await table.connect(running.port, stack)
        await asyncio.gather(*(_finish(table) for table in tables))
    await asyncio.sleep(0.5)


async def _finish(table: Table) -> None:
    while not table.over:
        await table.move()


async def _steadily(tables: Sequence[Table], rate: float, seconds: float) -> list[float]:
    """Moves at an even pace, table after table, whether or not earlier ones were answered."""
    tasks: list[asyncio.Task[float]] = []
    began = time.perf_counter()
    for index in range(int(rate * seconds)):
        table = tables[index % len(tables)]
        if table.over:
            break
        await asyncio.sleep(max(0.0, began + index / rate - time.perf_counter()))
        if index >= len(tables):
            await tasks[index - len(tables)]
        tasks.append(asyncio.create_task(table.move()))
    return list(await asyncio.gather(*tasks))
