"""A rate limit on the frames of a WebSocket, and an answer to a handshake that cannot be read.

No ASGI application sees either. uvicorn answers each ping, and keeps the answers for a client that reads nothing; a
packet full of tiny frames holds up everybody else; and a handshake that cannot be read would wait for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from websockets.frames import Close, Frame, Opcode
from websockets.server import ServerProtocol

from sheepfold.play.rate_limits import FRAMES, TokenBucket

MASKED: Final = 0x80
LENGTH: Final = 0x7F
EXTENDED: Final = {126: 2, 127: 8}
"""Lengths that say how many bytes the real length takes."""
POLICY: Final = 1008
"""The code with which a WebSocket is closed whose client sends more than anybody needs to."""
TOO_MANY_FRAMES: Final = "Too many messages: wait a moment."
UNREADABLE: Final = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
LAST_FRAME: Final = Frame(Opcode.CLOSE, Close(POLICY, TOO_MANY_FRAMES).serialize()).serialize(mask=False)


class LimitedSocket(asyncio.Protocol):
    """Hands everything on to the protocol that ``make`` makes, until too many frames have come.

    uvicorn makes it when a WebSocket begins, and gives it the head of the request first, whole and by itself.
    """

    def __init__(self, make: Callable[..., Any], **given: Any) -> None:
        self._inner = make(**given)
        self._counter, self._bucket = FrameCounter(), TokenBucket(FRAMES)
        self._began = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if not self._began and not readable(data):
            self._close(UNREADABLE)
        elif self._began and self._bucket.take(self._counter.count(data)):
            self._close(LAST_FRAME)
        else:
            self._began = True
            self._inner.data_received(data)

    def _close(self, last_words: bytes) -> None:
        self._transport.write(last_words)
        self._transport.close()

    def eof_received(self) -> bool | None:
        found: bool | None = self._inner.eof_received()
        return found

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._inner.connection_lost(exc)


def readable(head: bytes) -> bool:
    """Whether this is the request of a handshake."""
    protocol = ServerProtocol()
    protocol.receive_data(head)
    return bool(protocol.events_received())


class FrameCounter:
    """Counts frames (RFC 6455) in a stream that comes in pieces. It keeps the beginning of a head, never content."""

    __slots__ = ("_head", "_skip")

    def __init__(self) -> None:
        self._head = b""
        self._skip = 0
        """Bytes of content that are still to come."""

    def count(self, data: bytes) -> int:
        """How many frames begin in the next piece. One counts when the whole of its head has come."""
        if self._skip >= len(data):
            self._skip -= len(data)
            return 0
        rest, at, found = self._head + data, self._skip, 0
        while (end := frame_end(rest, at)) is not None:
            found += 1
            at = end
        self._head, self._skip = rest[at:], max(0, at - len(rest))
        return found


def frame_end(data: bytes, at: int) -> int | None:
    """Where the frame ends whose head begins there; None: not all of the head is there."""
    if len(data) < at + 2:
        return None
    length, head = data[at + 1] & LENGTH, 2 + 4 * bool(data[at + 1] & MASKED)
    extended = EXTENDED.get(length, 0)
    if len(data) < at + 2 + extended:
        return None
    if extended:
        length = int.from_bytes(data[at + 2 : at + 2 + extended])
    return at + head + extended + length
