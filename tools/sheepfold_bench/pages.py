"""Pages under load: what a move costs the server when browsers watch the table, how many bytes each of them gets.

Every game is played over the lines that its pages have. Two viewers sit at the table; then two sit and ten look on.
In a game of more seats than two the others play over plain sockets. The peers pass as many bytes on and know no games.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, closing
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from sheepfold.core.contract import Move, Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.records.progress import AnyGame, Progress
from sheepfold.games import SHELF
from sheepfold_bench.listener import Viewer, page_address, socket_address
from sheepfold_bench.load import ApiCalls, Cost, Pair, measured, relay, seed_of, server, somewhere

SPECTATORS: Final = 10
RELAYED: Final = 60
"""Moves at every table of a peer."""


class ScriptedTurn(NamedTuple):
    """A move of a prepared game, and how many events each viewer is told by it and by what chance does then."""

    seat: Seat
    move: Move
    text: str
    told: dict[Seat | None, int]


@dataclass(frozen=True, slots=True)
class Viewed:
    """What one game cost with so many viewers. Seconds and bytes."""

    cost: Cost
    size: float
    """Bytes for each viewer and move, in the mean."""
    waits: Sequence[float]
    """Sorted: from sending a move until everybody who is told of it has heard, at the steady pace."""


@dataclass(frozen=True, slots=True)
class PageCosts:
    """What was measured of one game."""

    title: str
    two: Viewed
    crowd: Viewed
    """With spectators."""
    bare: Cost
    durable: Cost


def measure(tables: int, rate: float, say: Callable[[str], None]) -> Iterator[PageCosts]:
    """All games that people play, one after the other; ``say`` is told how far it has come."""
    for name in SHELF:
        yield asyncio.run(_measure(SHELF.game(name), tables, rate, say))


async def _measure(game: AnyGame, tables: int, rate: float, say: Callable[[str], None]) -> PageCosts:
    say(f"{game.title}: two viewers")
    two = await viewed(game, tables, rate, 0)
    say(f"{game.title}: two viewers and {SPECTATORS} spectators")
    crowd = await viewed(game, tables, rate, SPECTATORS)
    say(f"{game.title}: the peers")
    bare, durable = [await _relayed(round(two.size), on_disk, tables, rate) for on_disk in (False, True)]
    return PageCosts(game.title, two, crowd, bare, durable)


async def viewed(game: AnyGame, tables: int, rate: float, spectators: int) -> Viewed:
    """What that many tables of one game cost, each with two pages and so many that only look on."""
    with server() as running:
        made = [open_table(running.port, game, number, spectators) for number in range(tables)]
        found = await measured(running, made, rate, math.inf)
    heard = sum(table.bytes / len(table.viewers) for table in made)
    size = heard / sum(table.played for table in made)
    return Viewed(found.cost, size, sorted(hearing.everybody for hearing in found.steady))


async def _relayed(size: int, durable: bool, tables: int, rate: float) -> Cost:
    """What as many bytes cost a peer."""
    with relay(size, durable) as peer:
        one, moves = ("127.0.0.1", "127.0.0.1"), [(ply % 2 + 1, "x") for ply in range(RELAYED)]
        pairs = [Pair((f"/{number}/1", f"/{number}/2"), ("-", "-"), one, moves) for number in range(tables)]
        return (await measured(peer, pairs, rate, math.inf)).cost


# -- a table -----------------------------------------------------------------------------------


class Hearing(NamedTuple):
    """Seconds from sending a move until it was heard: by everybody, and by each page but the mover's that is told."""

    everybody: float
    others: list[float]


@dataclass(slots=True)
class BenchTable:
    """One table, all who look at it, and the game that will be played there."""

    script: Sequence[ScriptedTurn]
    viewers: list[Viewer]
    """The pages."""
    others: list[Viewer]
    played: int = 0

    @property
    def bytes(self) -> int:
        return sum(viewer.bytes for viewer in self.viewers)

    async def connect(self, port: int, stack: AsyncExitStack) -> None:
        for viewer in self.everybody:
            await viewer.connect(port, stack)

    @property
    def everybody(self) -> Sequence[Viewer]:
        return (*self.viewers, *self.others)

    @property
    def mover(self) -> Viewer:
        """Who makes the next move."""
        return next(viewer for viewer in self.everybody if viewer.seat == self.script[self.played].seat)

    async def choose(self) -> None:
        """Ask what may come next, before every part of the next move."""
        turn = self.script[self.played]
        for ready in range(len(turn.move)):
            await self.mover.ask({"do": "choices", "so_far": turn.move[:ready]})
            await self.mover.until(0)

    async def move(self) -> Hearing:
        """Play the next move, and wait until everybody who is told of it has heard."""
        turn, mover = self.script[self.played], self.mover
        self.played += 1
        began = time.perf_counter()

        async def hear(viewer: Viewer) -> float:
            await viewer.until(viewer.number + turn.told[viewer.seat])
            return time.perf_counter() - began

        await mover.ask({"do": "move", "move": turn.text, "key": f"ply{self.played}"})
        heard = await asyncio.gather(*map(hear, self.everybody))
        pages = zip(self.viewers, heard, strict=False)
        return Hearing(max(heard), [took for page, took in pages if page is not mover and turn.told[page.seat]])


def open_table(port: int, game: AnyGame, number: int, spectators: int) -> BenchTable:
    """A table that is running, the so-manieth of its server; nobody has connected yet. All are at different places."""
    seats = max(2, game.seats[0])
    places = [somewhere(number * (seats + spectators) + n) for n in range(seats + spectators)]
    with ExitStack() as stack:
        doors = [stack.enter_context(closing(ApiCalls(port, place))) for place in places[:seats]]
        tokens = [door.post("/guests", {"program": True})["token"] for door in doors]
        terms: dict[str, Any] = {"game": game.name, "seats": [{"kind": "me"}, *[{}] * (seats - 1)]}
        table = doors[0].post("/tables", terms, tokens[0])["id"]
        for door, token in zip(doors[1:], tokens[1:], strict=True):
            door.post(f"/tables/{table}/sit", {}, token)
    page, plain = page_address(table), socket_address(table)
    seated = [
        Viewer(seat, page if seat <= 2 else plain, token, place)
        for seat, (token, place) in enumerate(zip(tokens, places, strict=False), 1)
    ]
    return BenchTable(
        script=script(game, seats, seed_of(number), Random(number)),
        viewers=[*seated[:2], *(Viewer(None, page, "", place) for place in places[seats:])],
        others=seated[2:],
    )


def script(game: AnyGame, seats: int, seed: bytes, rng: Random) -> list[ScriptedTurn]:
    """A whole game at random, with chance as a table of that seed draws it."""
    now, made = Progress.begin(game, game.options.make({}), seats, seed), list[ScriptedTurn]()
    for step in now.chance():
        now = now.after(step)
    while movers := now.waiting:
        seat = min(movers)
        move = random_move(game, now.state, seat, rng)
        steps = now.turn(seat, move).steps
        told = {
            viewer: sum(any(told.reaches(viewer) for told in step.told) for step in steps)
            for viewer in (None, *range(1, seats + 1))
        }
        made.append(ScriptedTurn(seat, move, steps[0].text, told))
        now = now.after(steps[-1])
    return made
