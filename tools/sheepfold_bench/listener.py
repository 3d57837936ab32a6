"""How clients of the lab listen to a table. What pages speak stands here and nowhere else in the lab."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection

from sheepfold.core.contract import Seat
from sheepfold_bench.load import BenchError, open_socket


def page_address(table: str, since: int = 0, chat_since: int = 0) -> str:
    """Where the page of a table listens, from the last event and line of chat that it has."""
    return f"{socket_address(table, since, chat_since)}&want=scene"


def socket_address(table: str, since: int = 0, chat_since: int = 0) -> str:
    """The same for a program."""
    return f"/api/v1/tables/{table}/socket?since={since}&chat_since={chat_since}"


class Numbered(msgspec.Struct):
    """An event, of which only the number is read."""

    number: int


class Received(msgspec.Struct, rename={"kind": "is"}):
    """A message of a table's socket, as far as a bench reads it: the client shall cost little beside the server."""

    kind: str
    events: list[Numbered] = []
    problem: dict[str, Any] = {}

    @property
    def number(self) -> int:
        """The last event that it tells of; 0: none."""
        return self.events[-1].number if self.events else 0


READER = msgspec.json.Decoder(Received)
ANSWERS = ("done", "choices")
"""What answers a command that was carried out."""


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
    """What it was sent since it connected."""
    asked: int = 0
    answered: int = 0
    """Commands that were sent, and those of them that were carried out."""

    async def connect(self, port: int, stack: AsyncExitStack) -> None:
        self.socket = await open_socket(port, self.address, self.token, self.place, stack, largest=2**24)
        await self._hear()
        self.bytes = 0

    async def ask(self, command: dict[str, Any]) -> None:
        """Send a command; ``until`` waits for its answer."""
        assert self.socket is not None
        self.asked += 1
        await self.socket.send(json.dumps(command))

    async def until(self, number: int) -> None:
        """Wait for that event, and for the answers to all commands."""
        while self.number < number or self.answered < self.asked:
            await self._hear()

    async def _hear(self) -> None:
        assert self.socket is not None
        said = await self.socket.recv(decode=False)
        found = READER.decode(said)
        if found.kind == "refused":
            raise BenchError(f"The server refused a move of a prepared game: {found.problem['detail']}")
        if found.kind in ANSWERS:
            self.answered += 1
            return
        self.bytes += len(said)
        self.number = max(self.number, found.number)
