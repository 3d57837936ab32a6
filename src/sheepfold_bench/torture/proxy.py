"""A wire between a server and its database that can be cut, or go silent as a dead network does."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress


class Proxy:
    """Passes bytes on in both directions. While silent it still takes connections and bytes, and passes nothing on."""

    def __init__(self, kept: socket.socket, target: int) -> None:
        self.port: int = kept.getsockname()[1]
        self._target = target
        self._passing = asyncio.Event()
        self._passing.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._join, "127.0.0.1", self.port, reuse_address=True)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()
        self.speak()

    def silence(self) -> None:
        self._passing.clear()

    def speak(self) -> None:
        self._passing.set()

    def cut(self) -> None:
        """End every connection at once."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._passing.wait()
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            self._writers |= {writer, back}
            await asyncio.gather(self._pass(reader, back), self._pass(there, writer))
            self._writers -= {writer, back}
        writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(65_536):
                await self._passing.wait()
                writer.write(piece)
                await writer.drain()
        writer.close()
