"""How much of everything a connection may send, and how long it may take over it."""

from __future__ import annotations

from dataclasses import dataclass


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
