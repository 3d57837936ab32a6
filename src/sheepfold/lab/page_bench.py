"""Pages under load: what a move costs the server when browsers watch the table, how many bytes each of them gets.

Every game is played over the lines that its pages have. Two viewers sit at the table; then two sit and ten look on.
In a game of more seats than two the others play over plain sockets. The peers pass as many bytes on and know no games.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, closing
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from sheepfold.core.bot import random_move
from sheepfold.core.contract import Seat
from sheepfold.core.progress import AnyGame, Progress
from sheepfold.games import SHELF
from sheepfold.lab.load import ApiCalls, BenchError, Pair, relay, server, somewhere
from sheepfold.lab.measured import seed_of
from sheepfold.lab.server_bench import STEADY, Cost, played

SPECTATORS: Final = 10
WARM_UP: Final = 4
"""Moves at every table before anything is measured."""
RELAYED: Final = 60
"""Moves at every table of a peer."""


class ScriptedTurn(NamedTuple):
    """A move of a prepared game, and how many events each viewer is told by it and by what chance does then."""

    seat: Seat
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

    def wait(self, share: float) -> float:
        return self.waits[min(len(self.waits) - 1, int(len(self.waits) * share))]


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
        made = [_open(running.port, game, number, spectators) for number in range(tables)]
        async with AsyncExitStack() as stack:
            for table in made:
                await table.connect(running.port, stack)
            for _ in range(WARM_UP):
                await asyncio.gather(*(table.move() for table in made))
            for table in made:
                table.forget()
            cpu = running.cpu()
            waits = await _steadily(made, rate)
            steady = (running.cpu() - cpu) / len(waits)
            cpu, before = running.cpu(), sum(table.played for table in made)
            await asyncio.gather(*(table.play() for table in made))
            moves = sum(table.played for table in made) - before
            full = (running.cpu() - cpu) / moves
    heard = [table.bytes / len(table.viewers) for table in made]
    return Viewed(Cost(full, steady), sum(heard) / (len(waits) + moves), sorted(waits))


async def _steadily(tables: Sequence[BenchTable], rate: float) -> list[float]:
    """Moves at an even pace, one at every table in turn."""
    waits: list[float] = []
    began = time.perf_counter()
    while going := [table for table in tables if table.played < STEADY * len(table.script)]:
        moving: list[asyncio.Task[float]] = []
        for table in going:
            await asyncio.sleep(max(0.0, began + (len(waits) + len(moving)) / rate - time.perf_counter()))
            moving.append(asyncio.create_task(table.move()))
        waits += await asyncio.gather(*moving)
    return waits


async def _relayed(size: int, durable: bool, tables: int, rate: float) -> Cost:
    """What as many bytes cost a peer."""
    with relay(size, durable) as peer:
        one, moves = ("127.0.0.1", "127.0.0.1"), [(ply % 2 + 1, "x") for ply in range(RELAYED)]
        pairs = [Pair((f"/{number}/1", f"/{number}/2"), ("-", "-"), one, moves) for number in range(tables)]
        return (await played(peer, pairs, rate, STEADY * RELAYED * tables / rate)).cost


# -- a table -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Viewer:
    """A page, or the plain socket of a seat without one."""

    seat: Seat | None
    address: str
    token: str
    place: str
    """The address from which it calls."""
    socket: ClientConnection | None = None
    number: int = 0
    """The last event that it was told of."""
    bytes: int = 0
    done: int = 0
    """Commands that were carried out."""

    async def connect(self, port: int, stack: AsyncExitStack) -> None:
        self.socket = await stack.enter_async_context(
            connect(
                f"ws://127.0.0.1:{port}{self.address}",
                additional_headers={"Authorization": f"Bearer {self.token}"} if self.token else {},
                local_addr=(self.place, 0),
                compression=None,
                ping_interval=None,
                max_size=2**24,
            )
        )
        await self._hear()

    async def until(self, number: int, done: int = 0) -> None:
        while self.number < number or self.done < done:
            await self._hear()

    async def _hear(self) -> None:
        assert self.socket is not None
        said = await self.socket.recv(decode=False)
        found = json.loads(said)
        if found["is"] == "refused":
            raise BenchError(f"The server refused a move of a prepared game: {found['problem']['detail']}")
        if found["is"] == "done":
            self.done += 1
            return
        self.bytes += len(said)
        self.number = max([self.number, *(event["number"] for event in found.get("events", ()))])


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
        for viewer in (*self.viewers, *self.others):
            await viewer.connect(port, stack)

    def forget(self) -> None:
        """Count bytes from now on."""
        for viewer in self.viewers:
            viewer.bytes = 0

    async def move(self) -> float:
        """Play the next move; the seconds until everybody who is told of it has heard."""
        turn = self.script[self.played]
        self.played += 1
        everybody = (*self.viewers, *self.others)
        mover = next(viewer for viewer in everybody if viewer.seat == turn.seat)
        assert mover.socket is not None
        began = time.perf_counter()
        await mover.socket.send(json.dumps({"do": "move", "move": turn.text, "key": f"ply{self.played}"}))
        wanted = mover.done + 1
        await asyncio.gather(
            *(
                viewer.until(viewer.number + turn.told[viewer.seat], wanted if viewer is mover else 0)
                for viewer in everybody
            )
        )
        return time.perf_counter() - began

    async def play(self) -> None:
        while self.played < len(self.script):
            await self.move()


def _open(port: int, game: AnyGame, number: int, spectators: int) -> BenchTable:
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
    page, plain = f"/table/{table}/line?since=0", f"/api/v1/tables/{table}/socket?since=0"
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
        steps = now.turn(seat, random_move(game, now.state, seat, rng)).steps
        told = {
            viewer: sum(any(told.reaches(viewer) for told in step.told) for step in steps)
            for viewer in (None, *range(1, seats + 1))
        }
        made.append(ScriptedTurn(seat, steps[0].text, told))
        now = now.after(steps[-1])
    return made
