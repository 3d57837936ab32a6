"""Frames of a WebSocket as RFC 6455 has them: counts those that come, and writes the one that closes."""

from __future__ import annotations

import struct
from typing import Final

MASKED: Final = 0x80
LENGTH: Final = 0x7F
TWO_BYTES, EIGHT_BYTES = 126, 127
"""Lengths that say how many bytes the real length takes."""
CLOSE: Final = 0x88
MOST_WORDS: Final = 123
"""Bytes of a reason that a closing frame holds."""


class FrameCounter:
    """Counts frames in a stream that comes in pieces. It keeps the beginning of a frame's head, never its content."""

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
        rest, at, found = self._head + data if self._head else data, self._skip, 0
        while (end := content(rest, at)) is not None:
            found += 1
            at = end
        self._head, self._skip = rest[at:], max(0, at - len(rest))
        return found


def content(data: bytes, at: int) -> int | None:
    """Where the frame ends whose head begins there; None: not all of the head is there."""
    if len(data) < at + 2:
        return None
    length, head = data[at + 1] & LENGTH, 2 + 4 * bool(data[at + 1] & MASKED)
    extended = {TWO_BYTES: 2, EIGHT_BYTES: 8}.get(length, 0)
    if len(data) < at + 2 + extended:
        return None
    if extended:
        length = int.from_bytes(data[at + 2 : at + 2 + extended])
    return at + head + extended + length


def closing(code: int, reason: str) -> bytes:
    """The frame with which a server closes a WebSocket, and says why."""
    words = reason.encode()[:MOST_WORDS].decode(errors="ignore").encode()
    return struct.pack("!BBH", CLOSE, 2 + len(words), code) + words
