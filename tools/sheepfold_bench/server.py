"""The server under load: what a move costs, how soon the others hear of it, and what a game leaves in memory.

Every move is on disk before anybody is told of it. Two peers are measured in the same run: bare uvicorn that
passes as many bytes on and does nothing else, and the same with bare SQLite, one commit for every move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from sheepfold_bench.load import (
    Cost,
    Pair,
    Running,
    Script,
    Workload,
    measured,
    open_tables,
    play,
    relay,
    scripts,
    server,
)

SETTLING = 4
"""How often all games are played until the caches are as full as they ever get,"""
ROUNDS = 4
"""and then again, to see what finished ones leave in memory;"""
MOST_LEFT = 50
"""with no more games than so many: it is the same for each, and a round of 200 takes half a minute."""


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
        ours = await measured(running, pairs, rate, seconds)
        say(_in_words("the server", ours.cost))
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
        ours=ours.cost,
        bare=bare,
        durable=durable,
        waits=sorted(ours.steady),
        full_moves=ours.full_moves,
        moves_per_second=ours.moves_per_second,
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
        return (await measured(peer, pairs, rate, seconds)).cost


async def _round(running: Running, workload: Workload, games: Sequence[Script]) -> int:
    """All games from beginning to end, at tables of their own; the bytes in memory when half was played."""
    pairs = open_tables(running.port, workload, games)
    async with AsyncExitStack() as stack:
        for pair in pairs:
            await pair.connect(running.port, stack)
        await asyncio.gather(*(play(pair, 0.5) for pair in pairs))
        halfway = running.memory()
        await asyncio.gather(*(play(pair) for pair in pairs))
    await asyncio.sleep(0.5)
    return halfway
