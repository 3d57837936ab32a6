"""Load for a server: it runs in a process and on a core of its own; this process plays both seats of every table."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from websockets.asyncio.client import ClientConnection, connect

from sheepfold.core.contract.bot import random_move
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.chance import SEED_BYTES
from sheepfold.core.records.progress import AnyGame, Progress
from sheepfold.games import SHELF
from sheepfold.games import game as take_down
from sheepfold.web.app import setup_of
from sheepfold.web.server import serve
from sheepfold.web.settings import Settings
from sheepfold_bench import stones

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Script: TypeAlias = Sequence[tuple[int, str]]
"""A whole game: who moves, and how it is written."""


@dataclass(frozen=True, slots=True)
class Workload:
    """What is played: a game of 60 moves."""

    game: AnyGame
    options: Mapping[str, Any]
    words: str


STONES: Final = Workload(stones.GAME, {}, "a plain game of 60 stones on 61 cells")
DOGS: Final = Workload(take_down("dogs"), {"tiles": 61, "mode": "single"}, "Sheep, Dogs and Wolves with 61 tiles")


WARM_UP: Final = 5
"""Moves at every table before anything is measured."""
STEADY: Final = 0.5
"""At the latest when this share of a game is played the steady pace ends: the rest is left to go as fast as it can."""
STARTING: Final = 120
"""Seconds that a server may need to start on a machine that has much else to do."""


class BenchError(SheepfoldError):
    """The server could not be measured."""


# -- the server --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Running:
    """A server process, watched from outside."""

    port: int
    process: subprocess.Popen[bytes]

    def cpu(self) -> float:
        """Seconds of processor time so far, of all its threads, as the scheduler counts them: not by ticks."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def memory(self) -> int:
        """Bytes that it holds in memory now."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def server() -> Iterator[Running]:
    """The real server with a fresh database."""
    with tempfile.TemporaryDirectory() as folder, serving(f"sqlite:///{folder}/bench.db") as running:
        yield running


@contextmanager
def serving(database: str, bot_workers: int = 0) -> Iterator[Running]:
    """The real server on that database."""
    settings = {
        "SHEEPFOLD_DATABASE": database,
        "SHEEPFOLD_BOT_WORKERS": str(bot_workers),
        "SHEEPFOLD_LOG_LEVEL": "warning",
    }
    with _process("sheepfold_bench.load", settings) as running:
        yield running


@contextmanager
def relay(size: int, durable: bool) -> Iterator[Running]:
    """Bare uvicorn, which sends both seats so many bytes at every move; durable: once the move is on disk."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"SHEEPFOLD_RELAY": str(size), "SHEEPFOLD_RELAY_LOG": f"{folder}/log.db" if durable else ""}
        with _process("sheepfold_bench.peers", settings) as running:
            yield running


@contextmanager
def _process(module: str, settings: Mapping[str, str]) -> Iterator[Running]:
    """A server on the first core if there are two; ours is then the second."""
    cores = sorted(os.sched_getaffinity(0))
    with keep_port() as kept:
        port = kept.getsockname()[1]
        environment = {**os.environ, **settings, "SHEEPFOLD_PORT": str(port)}
        process = subprocess.Popen([sys.executable, "-m", module], env=environment)
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


def keep_port() -> socket.socket:
    """A port for a server of ours, below those that outgoing connections take; nobody else gets it while this is open.

    It is bound and does not listen, so that a server which shares its address, as they all do, can listen there.
    """
    while True:
        kept = socket.socket()
        try:
            kept.bind(("127.0.0.1", SystemRandom().randrange(20_000, 32_000)))
        except OSError:
            kept.close()
        else:
            kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # only now: it must not share another's port
            return kept


def _await_server(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        if process.poll() is not None:
            raise BenchError("The server stopped while starting; see above.")
        probe = HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            probe.request("GET", "/")
            probe.getresponse()
            return
        except (OSError, HTTPException):
            time.sleep(0.05)
        finally:
            probe.close()
    raise BenchError(f"The server did not start within {STARTING} seconds.")


def somewhere(number: int) -> str:
    """One of very many addresses of this machine: whoever calls from there is counted alone, as limits count people who
    sit at different places."""
    return f"127.{1 + number // 62_500 % 250}.{number // 250 % 250}.{1 + number % 250}"


class ApiCalls:
    """The few requests that set up the tables, over one kept connection for each who asks."""

    def __init__(self, port: int, place: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30, source_address=(place, 0))

    def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self.connection.request("POST", "/api/v1" + path, json.dumps(body).encode(), headers)
        answer = self.connection.getresponse()
        found = json.loads(answer.read() or b"null")
        if answer.status >= 400:
            raise BenchError(f"The server refused POST {path}: {found.get('detail')}")
        return found

    def close(self) -> None:
        self.connection.close()


# -- the players -------------------------------------------------------------------------------


async def open_socket(
    port: int, address: str, token: str, place: str, stack: AsyncExitStack, largest: int = 2**20
) -> ClientConnection:
    """A socket of a table, called from the address ``place``; without a token, a spectator's."""
    return await stack.enter_async_context(
        connect(
            f"ws://127.0.0.1:{port}{address}",
            additional_headers={"Authorization": f"Bearer {token}"} if token else {},
            local_addr=(place, 0),
            compression=None,
            ping_interval=None,
            max_size=largest,
        )
    )


@dataclass(slots=True)
class Pair:
    """The two sockets of one table and the game that will be played over them."""

    addresses: tuple[str, str]
    tokens: tuple[str, str]
    places: tuple[str, str]
    """The addresses from which the two call."""
    script: Script
    sockets: list[ClientConnection] = field(default_factory=list)
    played: int = 0
    size: int = 0
    """Bytes of the largest update."""

    async def connect(self, port: int, stack: AsyncExitStack) -> None:
        for address, token, place in zip(self.addresses, self.tokens, self.places, strict=True):
            self.sockets.append(await open_socket(port, address, token, place, stack))
            await self.sockets[-1].recv()

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
            self.size = max(self.size, len(said))
            if b'"is":"refused"' in said[:40]:
                raise BenchError("The server refused a move of a prepared game.")


class Table(Protocol[T_co]):
    """A table with a prepared game. ``move`` plays the next move and tells what was measured of it."""

    @property
    def script(self) -> Sequence[object]: ...
    @property
    def played(self) -> int: ...
    async def connect(self, port: int, stack: AsyncExitStack) -> None: ...
    async def move(self) -> T_co: ...


async def play(table: Table[object], share: float = 1.0) -> None:
    """Play on until so much of the game is played."""
    while table.played < share * len(table.script):
        await table.move()


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time per move: as fast as it goes, and at the steady pace."""

    full: float
    steady: float


@dataclass(frozen=True, slots=True)
class Measured(Generic[T]):
    """All tables from the warm-up to their ends: steadily for a while, then as fast as it goes."""

    cost: Cost
    steady: Sequence[T]
    """What the moves of the steady pace told."""
    full_moves: int
    moves_per_second: float


async def measured(running: Running, tables: Sequence[Table[T]], rate: float, seconds: float) -> Measured[T]:
    """Play all games to their ends: warm up, then ``rate`` moves a second for so many seconds at most, then the rest as
    fast as it goes."""
    async with AsyncExitStack() as stack:
        for table in tables:
            await table.connect(running.port, stack)
        for _ in range(WARM_UP):
            await asyncio.gather(*(table.move() for table in tables))
        cpu = running.cpu()
        steady = await _steadily(tables, rate, seconds)
        steady_cpu = (running.cpu() - cpu) / len(steady)
        cpu, before, began = running.cpu(), sum(table.played for table in tables), time.perf_counter()
        await asyncio.gather(*(play(table) for table in tables))
        moves = sum(table.played for table in tables) - before
        return Measured(
            Cost((running.cpu() - cpu) / moves, steady_cpu), steady, moves, moves / (time.perf_counter() - began)
        )


async def _steadily(tables: Sequence[Table[T]], rate: float, seconds: float) -> list[T]:
    """Moves at an even pace, table after table, whether or not earlier ones were answered; no table goes beyond
    ``STEADY`` of its game."""
    waiting: deque[tuple[Table[T], asyncio.Task[T] | None]] = deque((table, None) for table in tables)
    moves, began = list[asyncio.Task[T]](), time.perf_counter()
    while waiting and len(moves) + 1 <= rate * seconds:
        table, latest = waiting.popleft()
        if latest is not None:
            await latest
        if table.played >= STEADY * len(table.script):
            continue
        await asyncio.sleep(max(0.0, began + len(moves) / rate - time.perf_counter()))
        moves.append(asyncio.create_task(table.move()))
        waiting.append((table, moves[-1]))
    return list(await asyncio.gather(*moves))


def percentile(waits: Sequence[float], share: float) -> float:
    """Of sorted waits, the one that so many are not longer than."""
    return waits[min(len(waits) - 1, int(len(waits) * share))]


def scripts(workload: Workload, number: int) -> list[Script]:
    """Whole random games as texts, so that playing costs this process nothing."""
    game, options = workload.game, workload.game.options.make(workload.options)

    def script(seed: int) -> Script:
        rng = Random(seed)
        steps = Progress.begin(game, options, 2).run(lambda now, seat: random_move(game, now.state, seat, rng))
        return [(step.seat, step.text) for step in steps]

    return [script(seed) for seed in range(number)]


def open_tables(port: int, workload: Workload, games: Sequence[Script]) -> list[Pair]:
    """A table with two guests for each game, each at a place of their own, all running."""
    made = []
    for number, game in enumerate(games):
        places = somewhere(2 * number), somewhere(2 * number + 1)
        with closing(ApiCalls(port, places[0])) as one, closing(ApiCalls(port, places[1])) as other:
            first, second = (http.post("/guests", {"program": True})["token"] for http in (one, other))
            terms = {"game": workload.game.name, "options": workload.options, "seats": [{"kind": "me"}, {}]}
            table = one.post("/tables", terms, first)["id"]
            other.post(f"/tables/{table}/sit", {}, second)
        address = f"/api/v1/tables/{table}/socket"
        made.append(Pair((address, address), (first, second), places, game))
    return made


MEASURED: Final = SHELF.more(f"{stones.GAME.name}={stones.__name__}")
"""The games that people play, and the one that is measured."""


def seed_of(table: int) -> bytes:
    """What the chance of the table is drawn from that is opened as the so-manieth: so games can be prepared."""
    return table.to_bytes(SEED_BYTES, "big")


def main() -> None:
    settings = Settings.read(os.environ)
    seeds = map(seed_of, count())
    serve(settings, setup=replace(setup_of(settings), shelf=MEASURED, seed=lambda: next(seeds)))


if __name__ == "__main__":
    main()
