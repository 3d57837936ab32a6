"""The server under load: what a move costs, how soon the others hear of it, and what a game leaves in memory.

Every move is on disk before anybody is told of it. Two peers are measured in the same run: bare uvicorn that
passes as many bytes on and does nothing else, and the same with bare SQLite, one commit for every move.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from sheepfold_bench.load import Pair, Running, Script, Workload, open_tables, relay, scripts, server

WARM_UP = 5
"""Moves at every table before anything is measured."""
STEADY = 0.5
"""At the latest when this share of a game is played the steady pace ends: the rest is left to go as fast as it can."""
SETTLING = 4
"""How often all games are played until the caches are as full as they ever get,"""
ROUNDS = 4
"""and then again, to see what finished ones leave in memory;"""
MOST_LEFT = 50
"""with no more games than so many: it is the same for each, and a round of 200 takes half a minute."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time per move: as fast as it goes, and at the steady pace."""

    full: float
    steady: float


@dataclass(frozen=True, slots=True)
class ServerCosts:
    """What one run measured. Seconds, bytes, moves."""

    ours: Cost
    bare: Cost
    """What the first peer needs: bare sockets."""
    durable: Cost
    """What the second needs: bare sockets and a bare log on disk."""
    waits: Sequence[float]
    """Sorted: from sending a move until both sockets have heard of it, at the steady pace."""
    full_moves: int
    """How many moves were played as fast as it goes."""
    moves_per_second: float
    running_bytes: float
    finished_bytes: float

    def wait(self, share: float) -> float:
        return self.waits[min(len(self.waits) - 1, int(len(self.waits) * share))]


def measure(workload: Workload, tables: int, rate: float, seconds: float, say: Callable[[str], None]) -> ServerCosts:
    """One whole run: a round to fill an empty server, one steady and then as fast as it goes, some to see what is left;
    then the peers. It takes minutes, so ``say`` is told how far it has come."""
    return asyncio.run(_measure(workload, scripts(workload, tables), rate, seconds, say))


async def _measure(
    workload: Workload, games: Sequence[Script], rate: float, seconds: float, say: Callable[[str], None]
) -> ServerCosts:
    with server() as running:
        say("a round to fill the server")
        await _round(running, workload, games[:1])
        empty = running.memory()
        halfway = await _round(running, workload, games)
        say(f"steadily for up to {seconds:.0f} seconds, then as fast as it goes")
        pairs = open_tables(running.port, workload, games)
        ours_played = await played(running, pairs, rate, seconds)
        say(_in_words("the server", ours_played.cost))
        some = games[:MOST_LEFT]
        for number in range(SETTLING):
            say(f"what finished games leave in memory: round {number + 1} of {SETTLING + ROUNDS}")
            await _round(running, workload, some)
        before = running.memory()
        for number in range(SETTLING, SETTLING + ROUNDS):
            say(f"what finished games leave in memory: round {number + 1} of {SETTLING + ROUNDS}")
            await _round(running, workload, some)
        left = running.memory() - before
    bare = await _relayed(pairs[0].size, False, games, rate, seconds)
    say(_in_words("bare uvicorn", bare))
    durable = await _relayed(pairs[0].size, True, games, rate, seconds)
    say(_in_words("uvicorn and SQLite", durable))
    return ServerCosts(
        ours=ours_played.cost,
        bare=bare,
        durable=durable,
        waits=sorted(ours_played.waits),
        full_moves=ours_played.full_moves,
        moves_per_second=ours_played.moves_per_second,
        running_bytes=max(0, halfway - empty) / len(games),
        finished_bytes=max(0, left) / (ROUNDS * len(some)),
    )


def _in_words(who: str, cost: Cost) -> str:
    return f"{who}: {cost.full * 1000:.2f} ms as fast as it goes, {cost.steady * 1000:.2f} ms steadily"


async def _relayed(size: int, durable: bool, games: Sequence[Script], rate: float, seconds: float) -> Cost:
    """What the same games cost a peer."""
    with relay(size, durable) as peer:
        addresses = [(f"/{table}/1", f"/{table}/2") for table in range(len(games))]
        pairs = [
            Pair(two, ("-", "-"), ("127.0.0.1", "127.0.0.1"), game) for two, game in zip(addresses, games, strict=True)
        ]
        return (await played(peer, pairs, rate, seconds)).cost


@dataclass(frozen=True, slots=True)
class Measured:
    """All tables from the warm-up to their ends: steadily for a while, then as fast as it goes."""

    cost: Cost
    waits: Sequence[float]
    full_moves: int
    moves_per_second: float


async def played(running: Running, pairs: Sequence[Pair], rate: float, seconds: float) -> Measured:
    async with AsyncExitStack() as stack:
        for pair in pairs:
            await pair.connect(running.port, stack)
        for _ in range(WARM_UP):
            await asyncio.gather(*(pair.move() for pair in pairs))
        cpu = running.cpu()
        waits = await _steadily(pairs, rate, seconds)
        steady = (running.cpu() - cpu) / len(waits)
        cpu, played, began = running.cpu(), sum(pair.played for pair in pairs), time.perf_counter()
        await asyncio.gather(*(pair.play() for pair in pairs))
        moves = sum(pair.played for pair in pairs) - played
        full, took = (running.cpu() - cpu) / moves, time.perf_counter() - began
    return Measured(Cost(full, steady), waits, moves, moves / took)


async def _round(running: Running, workload: Workload, games: Sequence[Script]) -> int:
    """All games from beginning to end, at tables of their own; the bytes in memory when half was played."""
    pairs = open_tables(running.port, workload, games)
    async with AsyncExitStack() as stack:
        for pair in pairs:
            await pair.connect(running.port, stack)
        await asyncio.gather(*(pair.play(0.5) for pair in pairs))
        halfway = running.memory()
        await asyncio.gather(*(pair.play() for pair in pairs))
    await asyncio.sleep(0.5)
    return halfway


async def _steadily(pairs: Sequence[Pair], rate: float, seconds: float) -> list[float]:
    """Moves at an even pace, table after table, whether or not earlier ones were answered.

    Few tables, or a quick pace, come to the end of the games long before the seconds are over.
    """
    tasks: list[asyncio.Task[float]] = []
    began = time.perf_counter()
    for index in range(int(rate * seconds)):
        pair = pairs[index % len(pairs)]
        if index >= len(pairs):
            await tasks[index - len(pairs)]
        if pair.played >= STEADY * len(pair.script):
            break
        await asyncio.sleep(max(0.0, began + index / rate - time.perf_counter()))
        tasks.append(asyncio.create_task(pair.move()))
    return list(await asyncio.gather(*tasks))
