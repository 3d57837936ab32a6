"""A peer of the server, measured in the same run: bare uvicorn, which passes messages of the same sizes on.

It knows no rules, no people and no positions, and stores nothing: what it costs is the price of the
sockets alone. ``/TABLE/SEAT`` is a socket of one seat; whatever one seat says is answered with
``done``, and both seats are sent as many bytes as the real server would send.
"""

from __future__ import annotations

import os
from typing import Final

import uvicorn
from starlette.types import Receive, Scope, Send

from sheepfold.web.server import SOCKETS

DONE: Final = '{"is":"done","id":"-"}'


class Relay:
    """All sockets by their addresses."""

    def __init__(self, size: int) -> None:
        self.update = "x" * size
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
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": DONE})
            for one in (send, self.seats[other]):
                await one({"type": "websocket.send", "text": self.update})


def main() -> None:
    uvicorn.run(
        Relay(int(os.environ["SHEEPFOLD_RELAY"])),
        port=int(os.environ["SHEEPFOLD_PORT"]),
        log_level="warning",
        lifespan="off",
        **SOCKETS,
    )


if __name__ == "__main__":
    main()
