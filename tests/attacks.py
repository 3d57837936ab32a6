"""What hostile clients send: without end, or in drops; and the manners of those who send it."""

from __future__ import annotations

import time
from contextlib import suppress

from patience import PATIENCE

MUCH = 20_000_000
"""More bytes than the system keeps for a reader who is slow, and than we let pass unread."""


def pour(made, piece):
    """Send a piece again and again: how many bytes were taken before the server hung up."""
    sent = 0
    with suppress(OSError):
        while sent < MUCH:
            made.sendall(piece)
            sent += len(piece)
    return sent


def drip(made, piece):
    """Send a piece again and again, with pauses, until the server hangs up: everything that it said."""
    said = b""
    made.settimeout(0.05)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            found = made.recv(65536)
            if not found:
                return said
            said += found
        except TimeoutError:
            with suppress(OSError):
                made.sendall(piece)
        except ConnectionResetError:
            return said
    raise AssertionError("the connection was never closed")


def frame(kind, data=b"", *, last=True):
    """A short frame as a client sends it."""
    return bytes([kind | 0x80 * last, 0x80 | len(data)]) + bytes(4) + data


TEXT, MORE, PING = 1, 0, 9


def head(line, *headers, host="x"):
    return "\r\n".join((f"{line} HTTP/1.1", f"Host: {host}", *headers, "", "")).encode()


CHUNKED = ("Content-Type: application/json", "Transfer-Encoding: chunked")
GUEST = head("POST /api/v1/guests", *CHUNKED)
"""What anybody may ask for."""
TABLE = head("POST /api/v1/tables", *CHUNKED)
"""What nobody may ask for who has no name: it is answered before its body is read."""
LONG = head("POST /api/v1/tables", "Content-Type: application/json", "Content-Length: 99999999999")
SOCKET = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    "Sec-WebSocket-Version: 13",
)

OTHER = ("Upgrade: h2c", "Connection: Upgrade")


POURS = {
    "address": (b"GET /", b"a" * 50_000),
    "header": (b"GET / HTTP/1.1\r\nX: ", b"a" * 50_000),
    "headers": (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 10_000),
    "empty lines": (b"", b"\r\n" * 20_000),
    "a chunk's size": (GUEST, b"0" * 50_000),
    "a chunk's extension": (GUEST + b"2;", b"a" * 50_000),
    "tiny chunks": (GUEST, b"1\r\n \r\n" * 10_000),
    "trailers": (GUEST + b"2\r\n{}\r\n0\r\n", b"a: b\r\n" * 10_000),
    "a trailer": (GUEST + b"2\r\n{}\r\n0\r\na: ", b"b" * 50_000),
    "a trailer after an answer": (TABLE + b"2\r\n{}\r\n0\r\na: ", b"b" * 50_000),
    "chunks after an answer": (TABLE, b"1\r\n \r\n" * 10_000),
    "a body after an answer": (LONG, b" " * 50_000),
    "a body before a socket": (head("GET /api/v1/me/socket", *SOCKET, "Content-Length: 99999999999"), b" " * 50_000),
    "a body before another protocol": (head("GET /api/v1/games", *OTHER, "Content-Length: 99999999999"), b" " * 50_000),
    "requests": (b"", head("GET /api/v1/games") * 1_000),
    "changes": (b"", head("POST /nowhere", "Content-Length: 0") * 1_000),
    "another protocol": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x00" * 50_000),
}
"""How to send without end: what comes first, and what comes again and again."""

DRIPS = {
    "empty lines": (b"", b"\r\n", b"Invalid HTTP request received."),
    "no body": (GUEST, b"", b"408 Request Timeout"),
    "a chunk in drops": (GUEST + b"2", b";", b"408 Request Timeout"),
    "a trailer in drops": (GUEST + b"2\r\n{}\r\n0\r\na: ", b"b", b"408 Request Timeout"),
    "a body in drops": (LONG[: LONG.index(b"9999")] + b"50000\r\n\r\n", b" ", b"408 Request Timeout"),
    "a long poll without its body": (head("GET /api/v1/games", "Content-Length: 50000"), b"x", b"408 Request Timeout"),
    "a socket with a body": (head("GET /api/v1/me/socket", *SOCKET, "Content-Length: 9"), b"x", b"400 Bad Request"),
    "a socket with a long head": (head("GET /api/v1/me/socket", *SOCKET, "X: " + "a" * 9_000), b"", b"400 Bad Request"),
    "idle": (head("GET /api/v1/games"), b"", b"200 OK"),
    "idle with empty lines": (head("GET /api/v1/games"), b"\r\n", b"200 OK"),
}
"""How never to come to the point: what comes first, what comes now and then, and what the server itself says to it."""

HELD = {
    "silent": (b"", b""),
    "half a head": (b"GET / HTTP/1.1\r\n", b""),
    "a head in drops": (b"GET / HTTP/1.1\r\nX: ", b"a"),
}
"""What never becomes a request: the server itself keeps such connections, and nginx does not."""

FLOODS = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
    "idle": head("GET /api/v1/games"),
    "answered early": b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n",
}
"""What many connections send, each of them once, and then nothing."""
