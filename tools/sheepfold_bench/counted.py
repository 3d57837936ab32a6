"""The application without sockets, for counting its instructions: a game over the API with nobody listening, and the
same game with two pages that listen and send their moves as pages do. A mark stands before and after the moves that
count."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Any, Final

import msgspec
import uvloop
from starlette.types import ASGIApp, Message, Scope

from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF
from sheepfold.web.app import make_app, setup_of
from sheepfold.web.server import spare_the_collector
from sheepfold.web.settings import Settings
from sheepfold_bench.listener import READER, page_address
from sheepfold_bench.load import BenchError, seed_of, somewhere
from sheepfold_bench.pages import ScriptedTurn, script

SEED: Final = 0
"""Of the table and of the moves at it."""
COUNTED: Final = 10
"""Moves that are counted, late in the game, where there is most to tell;"""
LAST: Final = 2
"""so many are left to play then: what comes of a game is other work."""
WAYS: Final = (2, 0, 2)
"""With how many pages each game is played: the first time only fills the caches."""
BUSY: Final = 503
"""The store did not answer in time."""


def mark() -> None:
    """Calls a function of the C library that nobody else calls: callgrind dumps its counters there."""
    os.getsid(0)


class Client:
    """Somebody who calls the application from a place of their own, without sockets."""

    def __init__(self, app: ASGIApp, place: str) -> None:
        self._app, self._place = app, place
        self.token = ""

    def scope(self, kind: str, address: str) -> Scope:
        path, _, query = address.partition("?")
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        if self.token:
            headers.append((b"authorization", f"Bearer {self.token}".encode()))
        return {
            "type": kind, "method": "POST", "path": path, "raw_path": path.encode(), "query_string": query.encode(),
            "root_path": "", "scheme": "http" if kind == "http" else "ws", "headers": headers, "subprotocols": [],
            "http_version": "1.1", "client": (self._place, 1), "server": ("localhost", 80),
        }  # fmt: skip

    async def post(self, path: str, body: Any) -> Any:
        """What the API answers. Raises BenchError where it refuses."""
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": msgspec.json.encode(body), "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(self.scope("http", "/api/v1" + path), receive, send)
        status, answer = sent[0]["status"], b"".join(message.get("body", b"") for message in sent)
        if status == BUSY and "key" not in body:  # in the opening, which is not counted and runs fifty times as slowly
            return await self.post(path, body)
        if status >= 400:
            raise BenchError(f"The application refused POST {path}: {answer.decode()}")
        return msgspec.json.decode(answer) if answer else None


class Page:
    """A page that listens. It counts the events that it hears of."""

    def __init__(self, app: ASGIApp, client: Client, table: str) -> None:
        self.number = 0
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._heard = asyncio.Event()
        scope = client.scope("websocket", page_address(table))
        self._task = asyncio.ensure_future(app(scope, self._inbox.get, self._hear))

    async def _hear(self, message: Message) -> None:
        if message["type"] == "websocket.close":
            raise BenchError(f"A page was closed: {message.get('reason')}")
        if message["type"] == "websocket.send":
            found = READER.decode(message.get("text") or message["bytes"])
            if found.kind == "refused":
                raise BenchError(f"A move of a prepared game was refused: {found.problem['detail']}")
            self.number = max(self.number, found.number)
            self._heard.set()

    def move(self, text: str, key: str) -> None:
        """Play a move over the socket, as pages do."""
        command = msgspec.json.encode({"do": "move", "move": text, "key": key}).decode()
        self._inbox.put_nowait({"type": "websocket.receive", "text": command})

    async def until(self, number: int) -> None:
        while self.number < number:
            self._heard.clear()
            await self._heard.wait()

    async def close(self) -> None:
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


@asynccontextmanager
async def application(database: str) -> AsyncIterator[ASGIApp]:
    """The application with its real settings; nothing happens in it by itself."""
    settings = Settings(database=database, bot_workers=0, log_level="warning")
    app = make_app(settings, replace(setup_of(settings), tick=0.0, seed=lambda: seed_of(SEED)))
    inbox, started = asyncio.Queue[Message](), asyncio.Event()

    async def send(message: Message) -> None:
        started.set()

    running = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, inbox.get, send))
    inbox.put_nowait({"type": "lifespan.startup"})
    await started.wait()
    try:
        yield app
    finally:
        inbox.put_nowait({"type": "lifespan.shutdown"})
        await running


async def play(app: ASGIApp, game: AnyGame, turns: list[ScriptedTurn], pages: int) -> None:
    """The game from its beginning, with so many pages; marks before and after the moves that count."""
    seats = max(2, game.seats[0])
    players = [Client(app, somewhere(seat)) for seat in range(seats)]
    for player in players:
        player.token = (await player.post("/guests", {"program": True}))["token"]
    terms = {"game": game.name, "seats": [{"kind": "me"}, *[{}] * (seats - 1)]}
    table = (await players[0].post("/tables", terms))["id"]
    for player in players[1:]:
        await player.post(f"/tables/{table}/sit", {})
    listening = [Page(app, player, table) for player in players[:pages]]
    for page in listening:
        await page.until(1)
    for ply, turn in enumerate(turns):
        if ply == len(turns) - COUNTED:
            mark()
        wanted = [page.number + turn.told[seat] for seat, page in enumerate(listening, 1)]
        if turn.seat <= len(listening):
            listening[turn.seat - 1].move(turn.text, f"ply{ply}")
        else:
            await players[turn.seat - 1].post(f"/tables/{table}/moves", {"move": turn.text, "key": f"ply{ply}"})
        for page, number in zip(listening, wanted, strict=True):
            await page.until(number)
    mark()
    for page in listening:
        await page.close()


async def count(games: Iterable[AnyGame]) -> None:
    """Each game as often as ``WAYS`` says, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        async with application(f"sqlite:///{folder}/counted.db") as app:
            for game in games:
                turns = script(game, max(2, game.seats[0]), seed_of(SEED), Random(SEED))[:-LAST]
                for pages in WAYS:
                    await play(app, game, turns, pages)
                    spare_the_collector()


if __name__ == "__main__":
    uvloop.run(count(map(SHELF.game, SHELF)))
