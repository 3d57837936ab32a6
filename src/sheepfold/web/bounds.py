"""How much of everything a client may send, and how long it may take over it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """For one connection. What is beyond them is answered in a sentence where that can still be heard, and let go."""

    head_bytes: int = 32 * 1024
    headers: int = 100
    """Lines of a head: looking each up costs time in every one of our own look-ups."""
    head_seconds: float = 15.0
    """In which a head must have come, since the connection was made or since the head began."""
    body_bytes: int = 64 * 1024
    framing_bytes: int = 16 * 1024
    """What comes between head and end of a request and is not its body: sizes of chunks, their extensions, trailers."""
    body_seconds: float = 20.0
    """In which all of that must have come; somewhat more than the application waits, which knows better words."""
    pipelined: int = 8
    """Requests that may wait for the answers to earlier ones; after them the connection is closed."""
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
