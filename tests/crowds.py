"""Stubborn players for torture tests: they play prepared games, whatever happens to the servers, and take notes."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from patience import PATIENCE
from sheepfold_bench.load import DOGS, scripts, somewhere


@dataclass
class Notes:
    """What one seat heard over its sockets, however often they broke."""

    events: list[dict[str, Any]] = field(default_factory=list)
    over: bool = False
    lines: int = 0
    """How often it had to connect."""


@dataclass
class Game:
    """One table, the tokens of its two seats, the game to be played at it, and what was acknowledged."""

    id: str
    tokens: tuple[str, str]
    script: Sequence[tuple[int, str]]
    acknowledged: list[str] = field(default_factory=list)
    notes: tuple[Notes, Notes] = field(default_factory=lambda: (Notes(), Notes()))


class Crowd:
    """Plays at many tables over one or several servers of the same house."""

    def __init__(self, urls: Sequence[str], pause: float = 0.0) -> None:
        self.urls, self.pause = list(urls), pause
        self.lines: dict[str, httpx.AsyncClient] = {}
        self.places: dict[str, str] = {}
        self.turn = itertools.count()

    def place(self, token: str) -> str:
        """From where somebody calls: everybody sits somewhere else, and rate limits count them so."""
        return self.places.setdefault(token, somewhere(len(self.places)))

    def line(self, token: str) -> httpx.AsyncClient:
        if token not in self.lines:
            transport = httpx.AsyncHTTPTransport(local_address=self.place(token), verify=False)
            self.lines[token] = httpx.AsyncClient(timeout=PATIENCE, transport=transport)
        return self.lines[token]

    async def ask(self, method: str, path: str, token: str = "", body: Any = None, url: str = "") -> httpx.Response:
        """Ask until somebody answers with anything but a failure of the server's own."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with asyncio.timeout(PATIENCE):
            while True:
                server = url or self.urls[next(self.turn) % len(self.urls)]
                with suppress(httpx.TransportError):
                    answer = await self.line(token).request(
                        method, f"{server}/api/v1{path}", json=body, headers=headers
                    )
                    assert answer.status_code != 500, answer.text
                    if answer.status_code < 500:
                        return answer
                await asyncio.sleep(0.05)

    async def get(self, path: str, token: str = "") -> Any:
        answer = await self.ask("GET", path, token)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, token: str = "", **body: Any) -> Any:
        answer = await self.ask("POST", path, token, body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    async def open(self, tables: int) -> list[Game]:
        """Running tables with two guests each."""
        made = []
        for script in itertools.islice(itertools.cycle(scripts(DOGS, 2)), tables):
            first, second = [(await self.post("/guests", program=True))["token"] for _ in range(2)]
            terms = {"game": DOGS.game.name, "options": DOGS.options, "seats": [{"kind": "me"}, {}]}
            table = (await self.post("/tables", first, **terms))["id"]
            await self.post(f"/tables/{table}/sit", second)
            made.append(Game(table, (first, second), script))
        return made

    async def play(self, game: Game) -> None:
        """The whole game, every move sent until it is acknowledged."""
        for ply, (seat, text) in enumerate(game.script):
            token = game.tokens[seat - 1]
            await self.post(f"/tables/{game.id}/moves", token, move=text, key=f"ply{ply}")
            game.acknowledged.append(text)
            await asyncio.sleep(self.pause * random.random())

    async def listen(self, game: Game, seat: int) -> None:
        """Hear the whole game over sockets, resuming from the last event after every break."""
        notes, token = game.notes[seat - 1], game.tokens[seat - 1]
        while not notes.over:
            server = self.urls[next(self.turn) % len(self.urls)].replace("http:", "ws:")
            address = f"{server}/api/v1/tables/{game.id}/socket?since={len(notes.events)}"
            notes.lines += 1
            with suppress(OSError, WebSocketException, TimeoutError):
                headers = {"Authorization": f"Bearer {token}"}
                async with connect(
                    address,
                    additional_headers=headers,
                    compression=None,
                    open_timeout=PATIENCE,
                    local_addr=(self.place(token), 0),
                ) as line:
                    async for message in line:
                        update = msgspec.json.decode(message)
                        notes.events += update["events"]
                        if update["position"]["outcome"] is not None:
                            notes.over = True
                            break
            await asyncio.sleep(0.05)

    async def play_all(self, games: Sequence[Game]) -> None:
        """All games at once, with both seats listening, until every one is over and heard."""
        async with asyncio.timeout(4 * PATIENCE), asyncio.TaskGroup() as group:
            for game in games:
                group.create_task(self.play(game))
                group.create_task(self.listen(game, 1))
                group.create_task(self.listen(game, 2))

    def played(self, games: Sequence[Game]) -> float:
        """How much of the games is played and acknowledged, from 0 to 1."""
        return sum(len(game.acknowledged) for game in games) / sum(len(game.script) for game in games)

    async def check(self, games: Sequence[Game]) -> None:
        """Every acknowledged move is stored, once, in order; what was told is what is stored, without gap or repeat."""
        home = self.urls[0]
        for game in games:
            record = await self.get(f"/tables/{game.id}/record.json")
            assert [text for _, text in record["moves"]] == [text for _, text in game.script] == game.acknowledged
            for token, notes in zip(game.tokens, game.notes, strict=True):
                story = (
                    await self.ask("GET", f"/tables/{game.id}/events?since={len(notes.events)}", token, url=home)
                ).json()
                assert story["events"] == []
                story = (await self.ask("GET", f"/tables/{game.id}/story", token, url=home)).json()
                assert [event["number"] for event in notes.events] == list(range(1, len(notes.events) + 1))
                assert notes.events == story["events"]
