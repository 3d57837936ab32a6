"""One connection, in front of its transport: every way of closing it passes here, and every one comes to an end."""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

from sheepfold.play.terms import UserId

if TYPE_CHECKING:
    from sheepfold.web.connections import Address, Connections

SCOPE: Final = "sheepfold.connection"
"""Under which name a request or a socket finds its connection in its ASGI scope."""
AT_ONCE: Final = struct.pack("ii", 1, 0)
"""For SO_LINGER: drop what was not taken."""
IDLE, BUSY, KNOWN = 0, 1, 2
"""How a connection stands: idle or busy, nobody's or (plus KNOWN) a player's."""


class Speaker(Protocol):
    """What speaks over a connection: the protocol of requests, or of a socket later on."""

    def unread(self) -> bool:
        """Whether more may be on its way that nobody will read."""

    def unfinished(self) -> bool:
        """Whether the request that is being answered has not come whole."""

    def late(self) -> None:
        """Something did not come in time."""

    def leaving(self) -> None:
        """From now on nothing is written any more."""

    def turn_away(self) -> None:
        """Say that the house is full, and go without lingering."""


class Connection:
    """One connection from the moment it is accepted; what uvicorn asks of a transport it passes on."""

    __slots__ = (
        "address", "all", "bounds", "deadline", "discarded", "left", "socket", "speaker", "standing", "stop", "stuck",
        "transport", "user", "write",
    )  # fmt: skip

    def __init__(self, connections: Connections, address: Address, accepted: socket.socket) -> None:
        self.all, self.address, self.bounds, self.socket = connections, address, connections.bounds, accepted
        self.transport: asyncio.Transport = _GONE
        self.speaker: Speaker = _NOBODY
        """Both come when the connection is made."""
        self.write: Callable[[bytes], object] = _nothing
        self.standing = IDLE
        self.user: UserId | None = None
        self.deadline: float | None = None
        """When whatever is expected must have come."""
        self.stuck: float | None = None
        """When what we write must have been taken."""
        self.left = False
        self.discarded, self.stop = 0, 0.0

    def attach(self, transport: asyncio.Transport, speaker: Speaker) -> None:
        self.transport, self.speaker, self.write = transport, speaker, transport.write
        if self.left:  # another needed the place before this one was even made
            self.abort()

    # -- the transport, as the protocols see it ------------------------------------------------

    def is_closing(self) -> bool:
        return self.left or self.transport.is_closing()

    def pause_reading(self) -> None:
        if not self.left:
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if not self.left:
            self.transport.resume_reading()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.transport.set_protocol(protocol)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.transport.get_extra_info(name, default)

    def close(self, *, linger: bool = True) -> None:
        """Say no more, and go when all is said; what still comes is let pass for a moment."""
        if self.left:
            return
        now = time.monotonic()
        self.left, self.write = True, _nothing
        self.stuck, self.deadline = None, now + self.bounds.linger_seconds
        self.stop = now + self.bounds.taking_seconds
        self.all.put(self, IDLE)
        self.speaker.leaving()
        transport = self.transport
        if linger and self.speaker.unread() and not self.all.stopping and not transport.is_closing():
            transport.write_eof()
            transport.resume_reading()
        else:
            transport.close()

    def abort(self) -> None:
        """Go at once."""
        self.left, self.write = True, _nothing
        self.all.part(self)
        if self.transport.get_write_buffer_size():  # else the system would keep for minutes what nobody takes
            with suppress(OSError):
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.transport.abort()

    def lost(self) -> None:
        """It is gone, and keeps nothing: else it would wait for a search for cycles, which is rare."""
        self.left, self.write = True, _nothing
        self.all.lost(self)
        self.transport, self.speaker, self.deadline, self.stuck = _GONE, _NOBODY, None, None

    # -- time and place ------------------------------------------------------------------------

    def expect(self, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds

    def writing_paused(self, paused: bool) -> None:
        """Whether the other end takes what we send."""
        self.stuck = time.monotonic() + self.bounds.taking_seconds if paused and not self.left else None

    def discard(self, size: int) -> None:
        """Let bytes pass that nobody reads any more."""
        self.discarded += size
        if self.discarded > self.bounds.linger_bytes:
            self.abort()

    def late(self, now: float) -> None:
        if self.left:
            if now < self.stop and self.transport.get_write_buffer_size():
                self.deadline = now + self.bounds.linger_seconds  # the last words are still being taken
            else:
                self.abort()
        elif self.stuck is not None and self.stuck <= now:
            self.abort()
        else:
            self.deadline = None
            self.speaker.late()

    def turn_away(self) -> None:
        """Make room for somebody."""
        if not self.left and self.standing & BUSY:
            self.speaker.turn_away()
            self.deadline, self.stop = time.monotonic(), 0.0  # its last words have until the next look
            self.all.part(self)
        else:
            self.abort()


def _nothing(data: bytes) -> None:
    """What a connection writes when it has said its last words."""


class _Gone(asyncio.Transport):
    """In place of a transport that is not made yet."""

    def abort(self) -> None:
        """There is nothing to close."""

    def get_write_buffer_size(self) -> int:
        return 0


_GONE: Final = _Gone()


class _Nobody:
    """In place of whoever spoke over a connection that is gone."""

    def unread(self) -> bool:
        return False

    def unfinished(self) -> bool:
        return False

    def late(self) -> None:
        """Nothing is expected."""

    def leaving(self) -> None:
        """Nobody is there."""

    def turn_away(self) -> None:
        """Nobody is there."""


_NOBODY: Final = _Nobody()
