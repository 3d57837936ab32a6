"""Accepts connections, never more than there are places for: descriptors are also what games are stored and bots are
asked with."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from sheepfold.web.connection import Connection
from sheepfold.web.connections import LEAST, Connections
from sheepfold.web.problems import FULL
from sheepfold.web.settings import SettingError, Settings

ENOUGH: Final = 65_536
"""Descriptors that one process can make use of."""
RESERVED: Final = 20
"""Descriptors for what the server opens after its start: databases, the bus, files for sorting."""
PER_WORKER: Final = 6
"""Descriptors to start a bot's process and to talk to it."""
USED: Final = 24
"""Descriptors that a server has open before anybody comes, at least."""
ASKED: Final = 8 * 1024
"""Bytes that somebody may have sent by the time that they are turned away."""
BREATH: Final = 0.1
"""Seconds until accepting is tried again where there was no place."""

TURNED_AWAY: Final = b"\r\n".join(
    (b"HTTP/1.1 503 Service Unavailable", b"content-type: text/plain", b"connection: close", b"", FULL.encode())
)


def descriptors() -> int:
    """How many this process may have open: as many as the system lets it ask for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):  # a system may allow fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            return most
    return ENOUGH if soft == resource.RLIM_INFINITY else min(soft, ENOUGH)


def check_descriptors(settings: Settings) -> None:
    """Raises SettingError where there are too few for any server."""
    needed = USED + RESERVED + PER_WORKER * settings.bot_workers + LEAST
    if (found := descriptors()) < needed:
        raise SettingError(f"The system lets this server open {found} files, and it needs {needed}; see ulimit -n.")


def room(settings: Settings) -> int:
    """How many connections there may be, now that everything else is open."""
    reserved = RESERVED + PER_WORKER * settings.bot_workers
    return min(settings.connections, descriptors() - len(os.listdir("/dev/fd")) - reserved)


class Acceptor:
    """Accepts at one open socket, and gives each connection a protocol."""

    def __init__(
        self, door: socket.socket, connections: Connections, protocol: Callable[[Connection], asyncio.Protocol]
    ) -> None:
        self.door, self.connections, self.protocol = door, connections, protocol
        self.loop = asyncio.get_running_loop()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closed = False
        door.setblocking(False)
        self._open()

    def close(self) -> None:
        self.closed = True
        self.loop.remove_reader(self.door)

    async def wait_closed(self) -> None:
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _open(self) -> None:
        if not self.closed:
            self.loop.add_reader(self.door, self._accept)

    def _pause(self) -> None:
        """Others wait at the door, and the event loop is not told of them over and over."""
        self.loop.remove_reader(self.door)
        self.loop.call_later(BREATH, self._open)

    def _accept(self) -> None:
        for _ in range(self.connections.spare):
            if self.connections.full:
                self._pause()
                return
            try:
                made, (host, *_) = self.door.accept()
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                    self._pause()
                    return
                continue  # whoever knocked has gone again
            self._welcome(made, host)

    def _welcome(self, made: socket.socket, host: str) -> None:
        connection = self.connections.admit(made, host)
        if connection is None:
            with suppress(OSError):
                made.setblocking(False)
                made.send(TURNED_AWAY)
                made.recv(ASKED)  # what is left unread would wipe out our answer
            made.close()
            return
        task = self.loop.create_task(self._connect(made, connection))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _connect(self, made: socket.socket, connection: Connection) -> None:
        try:
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # uvloop leaves that to us
            await self.loop.connect_accepted_socket(lambda: self.protocol(connection), made)
        except OSError:  # it has gone again
            made.close()
            connection.lost()
