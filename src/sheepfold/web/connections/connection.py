"""One connection: stands between the event loop and the server's protocol, and closes what goes beyond its bounds.

``Connection`` is an ``asyncio.Protocol`` that passes everything on to another one, and ``Passage`` the transport that
this other one is given. The application finds the connection by the client's address and port, as ASGI tells them, and
says when a request begins and ends: only there is it known.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sheepfold.play.rate_limits import FRAMES, TokenBucket
from sheepfold.play.terms import UserId
from sheepfold.web.connections.frames import FrameCounter, closing
from sheepfold.web.problems import FULL, Problem

if TYPE_CHECKING:
    from starlette.types import Scope

    from sheepfold.web.connections.pool import Address, Connections


@dataclass(frozen=True, slots=True)
class Bounds:
    """For one connection. What is beyond them is answered in a sentence where that can still be heard, and closed."""

    head_bytes: int = 32 * 1024
    """Of a head, of a chunk's head, of all trailers."""
    headers: int = 100
    head_seconds: float = 15.0
    """In which a head must have come, since the connection was made or since the head began."""
    request_bytes: int = 128 * 1024
    """All that is sent until it is answered: heads, bodies, sizes of chunks, their extensions, trailers."""
    request_lines: int = 2_000
    """Lines of all that: chunks begin on lines of their own, and cost more time than their bytes."""
    body_seconds: float = 20.0
    """In which a body must have come; somewhat more than the application waits, which knows better words."""
    idle_seconds: float = 15.0
    """How long a connection is kept for the next request."""
    taking_seconds: float = 30.0
    """In which a client must have taken what we send it."""
    linger_seconds: float = 3.0
    linger_bytes: int = 1024 * 1024
    """What is let pass unread when we have answered before a request was whole: who is cut off while still sending
    would never read the answer."""
    look_seconds: float = 0.5
    """How often the times are looked at: one look at all connections is cheaper than a timer for each request."""


STATE: Final = "sheepfold.connection"
"""Under which name a request or a WebSocket finds its connection in the ``state`` of its ASGI scope."""
AT_ONCE: Final = struct.pack("ii", 1, 0)
"""For SO_LINGER: drop what was not taken."""
IDLE, BUSY, KNOWN = 0, 1, 2
"""How a connection stands: idle or busy, nobody's or (plus KNOWN) a player's."""
TRY_AGAIN, POLICY = 1013, 1008
"""Closing codes of a WebSocket: the house is full; the client sends more than anybody needs to."""
TOO_MANY_FRAMES: Final = "Too many messages; slow down."

HEAD_TOO_LATE: Final = Problem(status=408, kind="too-late", detail="The request did not come in time.")
BODY_TOO_LATE: Final = Problem(status=408, kind="too-late", detail="The body did not come in time.")
TOO_LONG: Final = Problem(
    status=413, kind="too-large", detail="The request is longer than allowed, or in too small pieces."
)
HOUSE_IS_FULL: Final = Problem(status=503, kind="busy", detail=FULL)


def connection_of(scope: Scope) -> Connection | None:
    """The connection over which a request came; None: it came otherwise, as in tests."""
    found: Connection | None = scope.get("state", {}).get(STATE)
    return found


class Connection(asyncio.Protocol):
    """One connection from the moment it is accepted. ``make`` makes the server's protocol."""

    __slots__ = (
        "_answered", "_body", "_bucket", "_discarded", "_frames", "_inner", "_lines", "_make", "_received", "_stop",
        "address", "all", "bounds", "deadline", "left", "peer", "spoken", "standing", "stuck", "transport", "user",
        "write",
    )  # fmt: skip

    def __init__(self, connections: Connections, make: Callable[[], asyncio.Protocol]) -> None:
        self.all, self.bounds, self._make = connections, connections.bounds, make
        self.transport: asyncio.Transport = _GONE
        self._inner: Any = _NOBODY
        self.address: Address = connections.nowhere
        self.peer: tuple[str, int] = ("", 0)
        """All four come when the connection is made; the last is the other end's address and port."""
        self.write: Callable[[Any], object] = _nothing
        self.standing = IDLE
        self.user: UserId | None = None
        self.deadline: float | None = None
        """When whatever is expected must have come."""
        self.stuck: float | None = None
        """When what we write must have been taken."""
        self.spoken, self.left = False, False
        """Whether an answer has begun; whether we have said our last word."""
        self._received = self._lines = 0
        """Bytes and lines that came since the last answer."""
        self._body, self._answered = False, False
        """Whether a body is still coming; whether anything was ever answered."""
        self._frames: FrameCounter | None = None
        """Counts what comes over a WebSocket."""
        self._bucket = TokenBucket(FRAMES)
        self._discarded, self._stop = 0, 0.0

    # -- what the event loop calls -------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport, self.write = transport, transport.write
        peer = transport.get_extra_info("peername") or ("", 0)
        self.peer = (str(peer[0]), int(peer[1]))
        if not self.all.admit(self):
            if self.all.full:
                self.abort()
            else:
                self._last_words(answer(HOUSE_IS_FULL))
            return
        self.expect(self.bounds.head_seconds)
        self._inner = self._make()
        self._inner.connection_made(Passage(self))

    def data_received(self, data: bytes) -> None:
        if self.left:
            self._discard(len(data))
        elif self._frames is not None:
            self._read_frames(self._frames, data)
        else:
            self._read(data)

    def eof_received(self) -> bool | None:
        return None if self.left else self._inner.eof_received()

    def pause_writing(self) -> None:
        self.stuck = None if self.left else time.monotonic() + self.bounds.taking_seconds
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self.stuck = None
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Keeps nothing: else it would wait for a search for cycles, which is rare."""
        inner, self._inner = self._inner, _NOBODY
        self.left, self.write = True, _nothing
        self.all.lost(self)
        inner.connection_lost(exc)
        self.transport, self.deadline, self.stuck = _GONE, None, None

    # -- reading -------------------------------------------------------------------------------

    def _read(self, data: bytes) -> None:
        if not self._received and not self.standing & BUSY:
            self.expect(self.bounds.head_seconds)
        self._received += len(data)
        self._lines += data.count(b"\n")
        if self._received > self.bounds.request_bytes or self._lines > self.bounds.request_lines:
            self._refuse(TOO_LONG)
        else:
            self._inner.data_received(data)

    def _read_frames(self, counter: FrameCounter, data: bytes) -> None:
        if self._bucket.take(counter.count(data)):
            self._last_words(closing(POLICY, TOO_MANY_FRAMES))
        else:
            self._inner.data_received(data)

    def upgrade(self, protocol: asyncio.BaseProtocol) -> None:
        """From now on it is a WebSocket, for which the server has another protocol."""
        self._inner, self._frames, self._body = protocol, FrameCounter(), False
        self.spoken = False
        self.all.put(self, BUSY)

    # -- what the application calls ------------------------------------------------------------

    def begin(self, *, body: bool) -> None:
        """A request, or a WebSocket, has reached the application; its body may still be coming."""
        self._body = body
        self.deadline = time.monotonic() + self.bounds.body_seconds if body else None
        self.all.put(self, BUSY)

    def read_body(self) -> None:
        """The application has all of the body."""
        self._body, self.deadline = False, None

    @property
    def unread(self) -> bool:
        """Whether more of a request may come that nobody will read."""
        return self._body or bool(self._received and not self.standing & BUSY)

    def end(self) -> None:
        """The request is answered."""
        self._received = self._lines = 0
        self._answered, self.spoken = True, False
        if not self.left:
            self.all.put(self, IDLE)
            self.expect(self.bounds.idle_seconds)

    # -- closing -------------------------------------------------------------------------------

    def is_closing(self) -> bool:
        return self.left or self.transport.is_closing()

    def close(self, *, linger: bool = True) -> None:
        """Say no more, and close when all is said; what still comes is let pass for a moment."""
        if self.left:
            return
        now = time.monotonic()
        linger = linger and self.unread and not self.all.stopping and not self.transport.is_closing()
        self.left, self.write = True, _nothing
        self.stuck, self.deadline = None, now + self.bounds.linger_seconds
        self._stop = now + self.bounds.taking_seconds
        self.all.put(self, IDLE)
        if linger:
            self.transport.write_eof()
            self.transport.resume_reading()
        else:
            self.transport.close()

    def abort(self) -> None:
        """Close at once."""
        self.left, self.write = True, _nothing
        self.all.part(self)
        if self.transport.get_write_buffer_size():  # else the system would keep for minutes what nobody takes
            with suppress(OSError):
                self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.transport.abort()

    def _refuse(self, problem: Problem) -> None:
        """Answer instead of the application, unless that has begun to."""
        self._last_words(b"" if self.spoken else answer(problem))

    def _last_words(self, words: bytes) -> None:
        """Close with these words; so that they are heard, what still comes is let pass for a moment."""
        if words and not self.transport.is_closing():
            self.write(words)
        self._body = True
        self.close()

    def _discard(self, size: int) -> None:
        """Let bytes pass that nobody reads any more."""
        self._discarded += size
        if self._discarded > self.bounds.linger_bytes:
            self.abort()

    # -- time and place ------------------------------------------------------------------------

    def expect(self, seconds: float) -> None:
        self.deadline = time.monotonic() + seconds

    def look(self, now: float) -> None:
        """Close what has taken too long."""
        if self.stuck is not None and self.stuck <= now:
            self.abort()
        elif self.deadline is not None and self.deadline <= now:
            self._late(now)

    def _late(self, now: float) -> None:
        if self.left:
            if now < self._stop and self.transport.get_write_buffer_size():
                self.deadline = now + self.bounds.linger_seconds  # the last words are still being taken
            else:
                self.abort()
        elif self._frames is not None:
            self.abort()  # a handshake that led nowhere
        elif self._body:
            self._refuse(BODY_TOO_LATE)
        elif self._received or not self._answered:
            self._refuse(HEAD_TOO_LATE)
        else:
            self.close()

    def turn_away(self) -> None:
        """Make room for somebody. Who is busy hears why."""
        if self.left or not self.standing & BUSY:
            self.abort()
            return
        if self._frames is None:
            self._refuse(HOUSE_IS_FULL)
        else:
            self._last_words(closing(TRY_AGAIN, FULL) if self.spoken else b"")
        self.deadline, self._stop = time.monotonic(), 0.0  # its last words have until the next look
        if self.all.full:
            self.abort()
        self.all.part(self)


class Passage(asyncio.Transport):
    """The transport as the server's protocol sees it: whatever closes or changes hands passes its connection."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection, self._real = connection, connection.transport

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._connection.spoken = True
        self._connection.write(data)

    def close(self) -> None:
        self._connection.close()

    def abort(self) -> None:
        self._connection.abort()

    def is_closing(self) -> bool:
        return self._connection.is_closing()

    def pause_reading(self) -> None:
        if not self._connection.left:
            self._real.pause_reading()

    def resume_reading(self) -> None:
        if not self._connection.left:
            self._real.resume_reading()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._connection.upgrade(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._connection

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._real.get_extra_info(name, default)

    def get_write_buffer_size(self) -> int:
        return self._real.get_write_buffer_size()


def answer(problem: Problem) -> bytes:
    """A refusal as bytes, like those of the application."""
    body = msgspec.json.encode(problem)
    return (
        b"HTTP/1.1 %d %s\r\ncontent-type: application/problem+json\r\ncache-control: no-store\r\n"
        b"content-length: %d\r\nconnection: close\r\n\r\n%s"
        % (problem.status, HTTPStatus(problem.status).phrase.encode(), len(body), body)
    )


def _nothing(data: object) -> None:
    """What a connection writes when it has said its last words."""


class _Gone(asyncio.Transport):
    """In place of a transport that is not made yet, or is gone."""

    def abort(self) -> None:
        """There is nothing to close."""

    def close(self) -> None:
        """There is nothing to close."""

    def is_closing(self) -> bool:
        return True

    def get_write_buffer_size(self) -> int:
        return 0


_GONE: Final = _Gone()
_NOBODY: Final = asyncio.Protocol()
"""In place of a protocol for a connection that is gone, or was never let in."""
