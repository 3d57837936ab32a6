"""Two peers of the server, measured in the same run: bare uvicorn, which passes messages of the same sizes on.

It knows no rules, no people and no positions. The first peer stores nothing: what it costs is the price
of the sockets alone. The second has every message on disk, in bare SQLite, before it passes it on.
``/TABLE/SEAT`` is a socket of one seat; whatever one seat says is answered with ``done``, and both seats
are sent as many bytes as the real server would send.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import uvicorn
from starlette.types import Receive, Scope, Send

DONE: Final = '{"is":"done","id":"-"}'


class Disk:
    """A log in a file, safe from a power cut once ``keep`` is through."""

    def __init__(self, path: str) -> None:
        self.log = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.log.execute("PRAGMA journal_mode=WAL")
        self.log.execute("PRAGMA synchronous=FULL")
        self.log.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, seat TEXT, text TEXT)")
        self.writer = ThreadPoolExecutor(1)

    async def keep(self, seat: str, message: Any) -> None:
        insert = "INSERT INTO log (seat, text) VALUES (?, ?)"
        await asyncio.get_running_loop().run_in_executor(self.writer, self.log.execute, insert, (seat, message["text"]))


class BareServer:
    """All sockets by their addresses."""

    def __init__(self, size: int, disk: Disk | None) -> None:
        self.update, self.disk = "x" * size, disk
        self.seats: dict[str, Send] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":  # somebody asks whether it runs
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        table, _, seat = scope["path"].rpartition("/")
        self.seats[scope["path"]] = send
        other = f"{table}/{3 - int(seat)}"
        await send({"type": "websocket.send", "text": self.update})
        while (message := await receive())["type"] == "websocket.receive":
            if self.disk is not None:
                await self.disk.keep(scope["path"], message)
            await send({"type": "websocket.send", "text": DONE})
            for one in (send, self.seats[other]):
                await one({"type": "websocket.send", "text": self.update})


def main() -> None:
    path = os.environ["SHEEPFOLD_RELAY_LOG"]
    uvicorn.run(
        BareServer(int(os.environ["SHEEPFOLD_RELAY"]), Disk(path) if path else None),
        port=int(os.environ["SHEEPFOLD_PORT"]),
        log_level="warning",
        lifespan="off",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
    )


if __name__ == "__main__":
    main()
