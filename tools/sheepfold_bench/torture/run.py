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

from sheepfold_bench.load import BenchError, keep_port
from sheepfold_bench.postgres import Postgres
from sheepfold_bench.torture import faults
from sheepfold_bench.torture.check import DEADLINE, violations
from sheepfold_bench.torture.clients import VIEWERS, ContestedTable, Crowd
from sheepfold_bench.torture.faults import Proxy
from sheepfold_bench.torture.history import Attempt, Disturbance, Heard, History, Promise
from sheepfold_bench.torture.servers import PROGRAM, Victim

Kind: TypeAlias = Literal["sqlite", "postgres"]
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
        heard, promises = (sum(1 for _ in self.history.of(kind)) for kind in (Heard, Promise))
        did = ", ".join(f"{name} {count}" for name, count in sorted(struck.items()))
        return (
            f"{answers['done']} moves acknowledged, {answers['refused']} refused, {answers['unknown']} without an "
            f"answer; {promises} guests, seats and lines of chat acknowledged; {heard} events and lines heard. "
            f"Done to the servers: {did or 'nothing'}."
        )


@dataclass(frozen=True, slots=True)
class Installation:
    """Servers on one database, and everything that can be done to them."""

    servers: list[Victim]
    strikes: dict[str, faults.Strike]


@dataclass(frozen=True, slots=True)
class Plan:
    """How servers are tortured: for how many seconds, with how many tables at once."""

    kind: Kind
    seconds: float
    tables: int
    seed: int
    deadline: float = DEADLINE
    """Seconds in which everybody must have heard of a move."""
    program: str = PROGRAM
    """What the servers run."""
    strikes: frozenset[str] | None = None
    """What is done to them; None: everything."""


def torture(plan: Plan) -> Judgement:
    """Play while the servers are tortured, then judge. Raises BenchError where it cannot be done."""
    return asyncio.run(_torture(plan))


async def _torture(plan: Plan) -> Judgement:
    history, rng = History(), Random(plan.seed)
    install = _on_sqlite if plan.kind == "sqlite" else _on_postgres
    with tempfile.TemporaryDirectory() as folder:
        async with install(Path(folder), rng, plan.program) as installation:
            strikes = {name: do for name, do in installation.strikes.items() if name in (plan.strikes or {name})}
            crowd, said = Crowd(installation.servers, history, rng), list[str]()
            tables: list[ContestedTable] = []
            playing = [asyncio.create_task(_play(crowd, tables, plan.deadline, said)) for _ in range(plan.tables)]
            await faults.Faults(installation.servers, strikes, history, crowd.now, rng).run(plan.seconds)
            crowd.closing = True
            await asyncio.gather(*playing)
            for table in tables:
                try:
                    history.entries.append(await table.ending())
                except BenchError as error:
                    said.append(str(error))
            logs = [line for server in installation.servers for line in server.said().splitlines()]
    said += [f"A server's log says: {line[:400]}" for line in logs if any(word in line for word in BROKEN)]
    return Judgement(history, (*violations(history, plan.deadline), *said))


async def _play(crowd: Crowd, tables: list[ContestedTable], patience: float, said: list[str]) -> None:
    """One table after the other until the run ends; ``said`` takes what could not be done there."""
    while not crowd.closing:
        table = crowd.table()
        tables.append(table)
        listening: list[asyncio.Task[None]] = []
        try:
            await table.open()
            listening = [asyncio.create_task(table.listen(viewer)) for viewer in VIEWERS]
            await table.play()
            await table.close(patience)
        except BenchError as error:
            said.append(str(error))
        finally:
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)


@asynccontextmanager
async def _on_sqlite(folder: Path, rng: Random, program: str) -> AsyncIterator[Installation]:
    """One server with its database in a file."""
    database = folder / "fold.db"
    server = Victim(0, folder, program, database=f"sqlite:///{database}")
    try:
        await server.start()
        yield Installation([server], faults.on_servers([server], rng) | faults.on_sqlite(database, [server], rng))
    finally:
        server.close()


@asynccontextmanager
async def _on_postgres(folder: Path, rng: Random, program: str) -> AsyncIterator[Installation]:
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
            servers.append(Victim(number, folder, program, database=url, bus="postgres"))
            await servers[-1].start()
        strikes = faults.on_servers(servers, rng) | faults.on_postgres(cluster, database, proxies, rng)
        yield Installation(servers, strikes)
    finally:
        for server in servers:
            server.close()
        for proxy in proxies:
            await proxy.close()
        await asyncio.to_thread(cluster.close)
