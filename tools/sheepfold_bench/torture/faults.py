"""What is done to the servers, one thing after the other and sometimes two at once; each ends by itself."""

from __future__ import annotations

import asyncio
import fcntl
import signal
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from sheepfold_bench.load import BenchError
from sheepfold_bench.postgres import Postgres
from sheepfold_bench.torture.history import Disturbance, History
from sheepfold_bench.torture.servers import Victim

Strike: TypeAlias = Callable[[], Awaitable[None]]
STEPS: Final = (3600.0, -3600.0, 45.0, -45.0, 86_400.0)
"""By how many seconds a clock is stepped."""
SMALL: Final = 4096
"""Bytes that a file may have on a full disk: less than any of ours has."""


class Faults:
    """Strikes at the servers, and notes each strike in the history."""

    def __init__(
        self, servers: Sequence[Victim], strikes: Mapping[str, Strike], history: History, now: Callable[[], float],
        rng: Random,
    ) -> None:  # fmt: skip
        self._servers, self._strikes = servers, strikes
        self._history, self._now, self._rng = history, now, rng

    async def run(self, seconds: float) -> None:
        """Every kind in turn, in an order that changes, each at least once and for so long altogether."""
        end = self._now() + seconds
        while True:
            for name in self._rng.sample(sorted(self._strikes), len(self._strikes)):
                await self._strike(name)
                await asyncio.sleep(self._rng.uniform(0.2, 1.2))
            if self._now() >= end:
                return

    async def _strike(self, name: str) -> None:
        for server in self._servers:
            if server.died:
                raise BenchError(f"Server {server.number} ended by itself; it said: {server.said()[-3000:]}")
        began = self._now()
        await self._strikes[name]()
        self._history.entries.append(Disturbance(name, began, self._now()))


def on_servers(servers: Sequence[Victim], rng: Random) -> dict[str, Strike]:
    """What can be done to any server process."""

    async def kill() -> None:
        server = rng.choice(servers)
        server.kill()
        await asyncio.sleep(rng.uniform(0.0, 1.5))
        await server.start()

    async def pause() -> None:
        server = rng.choice(servers)
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(rng.uniform(0.5, 5.0))
        server.signal(signal.SIGCONT)

    async def step() -> None:
        server = rng.choice(servers)
        server.step(rng.choice(STEPS))
        await asyncio.sleep(rng.uniform(1.0, 5.0))
        server.step(0)

    return {"kill": kill, "pause": pause, "step the clock": step}


def on_postgres(cluster: Postgres, database: str, proxies: Sequence[Proxy], rng: Random) -> dict[str, Strike]:
    """What can be done to a database that servers reach over a network."""

    async def silence() -> None:
        proxy = rng.choice(proxies)
        proxy.silence()
        await asyncio.sleep(rng.uniform(0.5, 6.0))
        proxy.speak()

    async def cut() -> None:
        rng.choice(proxies).cut()

    async def slow() -> None:
        await asyncio.to_thread(_hold_tables, database, rng.uniform(0.5, 4.0))

    async def restart() -> None:
        await asyncio.to_thread(cluster.stop)
        await asyncio.to_thread(cluster.start)

    return {"silence the database": silence, "cut the wire": cut, "slow disk": slow, "restart the database": restart}


def _hold_tables(database: str, seconds: float) -> None:
    """As if the disk stood still: nobody can write while this is held."""
    import psycopg

    with psycopg.connect(database) as conn:
        conn.execute("LOCK TABLE log, tables IN EXCLUSIVE MODE")
        conn.execute("SELECT pg_sleep(%s)", (seconds,))


def on_sqlite(database: Path, servers: Sequence[Victim], rng: Random) -> dict[str, Strike]:
    """What can be done to a database in a file."""

    async def slow() -> None:
        with database.with_name(database.name + "-turn").open("a") as turn:
            await asyncio.to_thread(fcntl.flock, turn, fcntl.LOCK_EX)
            await asyncio.sleep(rng.uniform(0.5, 5.0))

    async def full() -> None:
        server = rng.choice(servers)
        server.limit_files(SMALL)
        await asyncio.sleep(rng.uniform(0.3, 3.0))
        server.limit_files(None)

    return {"slow disk": slow, "full disk": full}


class Proxy:
    """Passes bytes on in both directions. While silent it still takes connections and bytes, and passes nothing on."""

    def __init__(self, kept: socket.socket, target: int) -> None:
        self.port: int = kept.getsockname()[1]
        self._target = target
        self._passing = asyncio.Event()
        self._passing.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port, reuse_address=True)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()
        self.speak()

    def silence(self) -> None:
        self._passing.clear()

    def speak(self) -> None:
        self._passing.set()

    def cut(self) -> None:
        """End every connection at once."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._passing.wait()
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            self._writers |= {writer, back}
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
            self._writers -= {writer, back}
        writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(65_536):
                await self._passing.wait()
                writer.write(piece)
                await writer.drain()
        writer.close()
