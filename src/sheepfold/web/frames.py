"""Frames of a socket as RFC 6455 has them, for what sockets mostly say: a whole text in one frame.

The library reads and writes all that there is, and takes as long over one as encoding or decoding what is in it does.
Whatever is not that plain is left to it.
"""

from __future__ import annotations

import struct
from typing import Any, Final

from websockets.protocol import Protocol, State
from websockets.streams import StreamReader
from websockets.utils import apply_mask

WHOLE_TEXT: Final = 0x81
"""How the frame of a text begins that comes in one piece."""
MASKED: Final = 0x80
SHORT: Final = 126
"""From this length on, the length takes two bytes of its own."""

_AT_EASE: Final = StreamReader.at_eof.__code__
"""Where the library waits that has taken in all that came, and every frame of it was whole."""


def framed(text: bytes) -> bytes:
    """A whole text as a server sends it."""
    length = len(text)
    if length < SHORT:
        head = struct.pack("!BB", WHOLE_TEXT, length)
    elif length < 2**16:
        head = struct.pack("!BBH", WHOLE_TEXT, SHORT, length)
    else:
        head = struct.pack("!BBQ", WHOLE_TEXT, 127, length)
    return head + text


def text_in(data: bytes, most: int) -> str | None:
    """The text in what a client sent, if that is one frame with a whole text of at most so many bytes; else None."""
    size = len(data)
    if size < 6 or data[0] != WHOLE_TEXT or not data[1] & MASKED:
        return None
    length, head = data[1] & ~MASKED, 2
    if length == SHORT and size >= 8:
        length, head = int.from_bytes(data[2:4]), 4
    if length == 127 or length > most or size != head + 4 + length:
        return None
    try:
        return apply_mask(data[head + 4 :], data[head : head + 4]).decode()
    except UnicodeDecodeError:
        return None


def between_messages(conn: Protocol) -> bool:
    """Whether the socket is open and nothing has begun to come that the library does not have as a whole."""
    if conn.state is not State.OPEN or conn.current_size is not None:
        return False
    waiting: Any = conn.parser
    while (inner := waiting.gi_yieldfrom) is not None:
        waiting = inner
    return waiting.gi_code is _AT_EASE
