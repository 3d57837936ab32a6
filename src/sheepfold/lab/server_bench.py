"""The server under load: what a move costs, how soon the others hear of it, and what a game leaves in memory.

Every move is on disk before anybody is told of it. A peer is measured in the same run: bare uvicorn that
passes as many bytes on and does nothing else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from sheepfold.lab.load import Course, Pair, Running, Script, open_tables, relay, scripts, server

WARM_UP = 5
"""Moves at every table before anything is measured."""
ROUNDS = 5
"""How often all games are played again to see what finished ones leave in memory."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one run measured. Seconds, bytes, moves."""

    tables: int
    words: str
    rate: float
    steady_cpu: float
    """Processor time per move at the steady pace,"""
    full_cpu: float
    """as fast as it goes,"""
    bare_cpu: float
    """and of the bare sockets, as fast as they go."""
    waits: Sequence[float]
    """Sorted: from sending a move until both sockets have heard of it, at the steady pace."""
    moves_per_second: float
    running_bytes: float
    finished_bytes: float

    def wait(self, share: float) -> float:
        return self.waits[min(len(self.waits) - 1, int(len(self.waits) * share))]


@dataclass(frozen=True, slots=True)
class Dash:
    """All tables played to their ends as fast as it goes."""

    cpu: float
    moves_per_second: float


def measure(course: Course, tables: int, rate: float, seconds: float) -> Found:
    """One whole run: a round to warm up, one steady and then as fast as it goes, some to see what is left; the peer."""
    return asyncio.run(_measure(course, scripts(course, tables), rate, seconds))


async def _measure(course: Course, games: Sequence[Script], rate: float, seconds: float) -> Found:
    with server() as running:
        await _round(running, course, games)
        empty = running.memory()
        pairs = open_tables(running.port, course, games)
        async with AsyncExitStack() as stack:
            await _sit_down(pairs, running, stack)
            cpu = running.cpu()
            waits = await _steadily(pairs, rate, seconds)
            steady = (running.cpu() - cpu) / len(waits)
            full = running.memory()
            dash = await _dash(pairs, running)
        await asyncio.sleep(0.5)
        before = running.memory()
        for _ in range(ROUNDS):
            await _round(running, course, games)
        left = running.memory() - before
    with relay(pairs[0].size) as bare:
        addresses = [(f"/{table}/1", f"/{table}/2") for table in range(len(games))]
        pairs = [Pair(two, ("-", "-"), game) for two, game in zip(addresses, games, strict=True)]
        async with AsyncExitStack() as stack:
            await _sit_down(pairs, bare, stack)
            bare_dash = await _dash(pairs, bare)
    return Found(
        tables=len(games),
        words=course.words,
        rate=rate,
        steady_cpu=steady,
        full_cpu=dash.cpu,
        bare_cpu=bare_dash.cpu,
        waits=sorted(waits),
        moves_per_second=dash.moves_per_second,
        running_bytes=(full - empty) / len(games),
        finished_bytes=max(0, left) / (ROUNDS * len(games)),
    )


async def _round(running: Running, course: Course, games: Sequence[Script]) -> None:
    """All games from beginning to end, at tables of their own."""
    pairs = open_tables(running.port, course, games)
    async with AsyncExitStack() as stack:
        for pair in pairs:
            await pair.connect(running.port, stack)
        await asyncio.gather(*(pair.finish() for pair in pairs))
    await asyncio.sleep(0.5)


async def _sit_down(pairs: Sequence[Pair], running: Running, stack: AsyncExitStack) -> None:
    for pair in pairs:
        await pair.connect(running.port, stack)
    for _ in range(WARM_UP):
        await asyncio.gather(*(pair.move() for pair in pairs))


async def _dash(pairs: Sequence[Pair], running: Running) -> Dash:
    cpu, played, began = running.cpu(), sum(pair.played for pair in pairs), time.perf_counter()
    await asyncio.gather(*(pair.finish() for pair in pairs))
    moves = sum(pair.played for pair in pairs) - played
    return Dash((running.cpu() - cpu) / moves, moves / (time.perf_counter() - began))


async def _steadily(pairs: Sequence[Pair], rate: float, seconds: float) -> list[float]:
    """Moves at an even pace, table after table, whether or not earlier ones were answered."""
    tasks: list[asyncio.Task[float]] = []
    began = time.perf_counter()
    for index in range(int(rate * seconds)):
        pair = pairs[index % len(pairs)]
        if pair.over:
            break
        await asyncio.sleep(max(0.0, began + index / rate - time.perf_counter()))
        if index >= len(pairs):
            await tasks[index - len(pairs)]
        tasks.append(asyncio.create_task(pair.move()))
    return list(await asyncio.gather(*tasks))
