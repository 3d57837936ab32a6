"""A crowd as it is: many tables of all games at once, two pages at each, players who ask what may come next before
every part of a move, and a new table for every game that is over."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Final

from sheepfold.games import SHELF
from sheepfold_bench.load import Running, server
from sheepfold_bench.pages import BenchTable, open_table

SAMPLES: Final = 12
"""How often the server's memory is looked at."""


@dataclass(frozen=True, slots=True)
class CrowdFigures:
    """What one run measured. Seconds and bytes."""

    moves: int
    seconds: float
    cpu: float
    waits: Sequence[float]
    """Sorted: from sending a move until the other page has heard of it."""
    memory: Sequence[int]
    """What the server held in memory, each time after as many moves."""


def measure(tables: int, rate: float, seconds: float, say: Callable[[str], None]) -> CrowdFigures:
    """So many tables at once and so many moves a second; ``say`` is told how far it has come."""
    return asyncio.run(_measure(tables, rate, seconds, say))


async def _measure(tables: int, rate: float, seconds: float, say: Callable[[str], None]) -> CrowdFigures:
    with server() as running:
        crowd = Crowd(running)
        try:
            for number in range(tables):
                if number % 50 == 0:
                    say(f"opening tables: {number} of {tables}")
                await crowd.open()
            say(f"{rate:.0f} moves a second for {seconds:.0f} seconds")
            return await crowd.play(rate, int(rate * seconds))
        finally:
            await crowd.close()


@dataclass(slots=True)
class Crowd:
    """All tables of a run; those at which nobody is just moving wait for their turn."""

    running: Running
    opened: int = 0
    idle: deque[tuple[BenchTable, AsyncExitStack]] = field(default_factory=deque)
    waits: list[float] = field(default_factory=list)
    moves: int = 0
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    """A table's chance is known by the order in which tables are opened."""

    async def open(self) -> None:
        """One more table, of the next game, with everybody connected."""
        names = list(SHELF)
        async with self.opening:
            game = SHELF.game(names[self.opened % len(names)])
            table = await asyncio.to_thread(open_table, self.running.port, game, self.opened, 0)
            self.opened += 1
        stack = AsyncExitStack()
        await table.connect(self.running.port, stack)
        self.idle.append((table, stack))

    async def play(self, rate: float, moves: int) -> CrowdFigures:
        """So many moves, at an even pace where the server can keep it, each at the table that waits for longest."""
        tasks: set[asyncio.Task[None]] = set()
        memory, cpu, began = [self.running.memory()], self.running.cpu(), time.perf_counter()
        for index in range(moves):
            await asyncio.sleep(max(0.0, began + index / rate - time.perf_counter()))
            while not self.idle:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            task = asyncio.create_task(self._turn(*self.idle.popleft()))
            tasks.add(task)
            for done in {task for task in tasks if task.done()}:
                tasks.discard(done)
                done.result()
            if index >= len(memory) * moves / SAMPLES:
                memory.append(self.running.memory())
        await asyncio.gather(*tasks)
        took = time.perf_counter() - began
        memory.append(self.running.memory())
        return CrowdFigures(self.moves, took, self.running.cpu() - cpu, sorted(self.waits), memory)

    async def _turn(self, table: BenchTable, stack: AsyncExitStack) -> None:
        """One move at the table; where it was the last, another table takes its place."""
        await table.choose()
        self.waits += (await table.move()).others
        self.moves += 1
        if table.played < len(table.script):
            self.idle.append((table, stack))
        else:
            await stack.aclose()
            await self.open()

    async def close(self) -> None:
        for _, stack in self.idle:
            await stack.aclose()
