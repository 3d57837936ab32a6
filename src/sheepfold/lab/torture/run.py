"""One whole run: servers, clients, faults, and the judgement on the history."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, Literal, TypeAlias

from sheepfold.lab.cluster import Postgres
from sheepfold.lab.load import keep_port
from sheepfold.lab.torture import faults
from sheepfold.lab.torture.check import violations
from sheepfold.lab.torture.clients import ContestedTable, Crowd
from sheepfold.lab.torture.history import Attempt, Disturbance, Heard, History
from sheepfold.lab.torture.proxy import Proxy
from sheepfold.lab.torture.servers import Victim

Kind: TypeAlias = Literal["sqlite", "postgres"]
HEARING: Final = 30.0
"""Seconds in which every viewer must have heard everything once the faults are over."""
BROKEN: Final = ("broken", "background work failed", "Traceback")
"""What a server's log says only of faults of its own."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a run found."""

    history: History
    broken: tuple[str, ...]
    """Promises that were broken, in a sentence each."""

    @property
    def summary(self) -> str:
        answers = Counter(attempt.answer for attempt in self.history.of(Attempt))
        struck = Counter(fault.name for fault in self.history.of(Disturbance))
        heard = sum(1 for _ in self.history.of(Heard))
        did = ", ".join(f"{name} {count}" for name, count in sorted(struck.items()))
        return (
            f"{answers['done']} moves acknowledged, {answers['refused']} refused, {answers['unknown']} without an "
            f"answer; {heard} events heard. Done to the servers: {did or 'nothing'}."
        )


@dataclass(frozen=True, slots=True)
class Installation:
    """Servers on one database, and everything that can be done to them."""

    servers: list[Victim]
    strikes: dict[str, faults.Strike]


def torture(kind: Kind, seconds: float, tables: int, seed: int) -> Judgement:
    """Play for so long while the servers are tortured, then judge. Raises BenchError where it cannot be done."""
    return asyncio.run(_torture(kind, seconds, tables, Random(seed)))


async def _torture(kind: Kind, seconds: float, tables: int, rng: Random) -> Judgement:
    history = History()
    with tempfile.TemporaryDirectory() as folder:
        async with (_on_sqlite if kind == "sqlite" else _on_postgres)(Path(folder), rng) as installation:
            crowd = Crowd(installation.servers, history, rng)
            games = [ContestedTable(crowd, source=2 + n) for n in range(tables)]
            for game in games:
                await game.open()
            listening = [asyncio.create_task(game.listen(viewer)) for game in games for viewer in game.viewers]
            playing = [asyncio.create_task(game.play()) for game in games]
            await faults.Faults(installation.servers, installation.strikes, history, crowd.now, rng).run(seconds)
            crowd.closing = True
            await asyncio.gather(*playing)
            for game in games:
                history.entries.append(await game.end(HEARING))
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
            logs = [line for server in installation.servers for line in server.said().splitlines()]
    said = [f"A server's log says: {line[:400]}" for line in logs if any(word in line for word in BROKEN)]
    return Judgement(history, (*violations(history), *said))


@asynccontextmanager
async def _on_sqlite(folder: Path, rng: Random) -> AsyncIterator[Installation]:
    """One server with its database in a file."""
    database = folder / "fold.db"
    server = Victim(0, folder, database=f"sqlite:///{database}")
    try:
        await server.start()
        yield Installation([server], faults.on_servers([server], rng) | faults.on_sqlite(database, [server], rng))
    finally:
        server.close()


@asynccontextmanager
async def _on_postgres(folder: Path, rng: Random) -> AsyncIterator[Installation]:
    """Two servers, each behind a wire of its own to one PostgreSQL."""
    cluster = await asyncio.to_thread(Postgres)
    servers: list[Victim] = []
    proxies: list[Proxy] = []
    try:
        database = cluster.new_database()
        name = database.rpartition("/")[2]
        for number in range(2):
            with keep_port() as kept:
                proxies.append(Proxy(kept, cluster.port))
                await proxies[-1].open()
            url = cluster.url(name, proxies[-1].port)
            servers.append(Victim(number, folder, database=url, bus="postgres"))
            await servers[-1].start()
        strikes = faults.on_servers(servers, rng) | faults.on_postgres(cluster, database, proxies, rng)
        yield Installation(servers, strikes)
    finally:
        for server in servers:
            server.close()
        for proxy in proxies:
            await proxy.close()
        await asyncio.to_thread(cluster.close)
