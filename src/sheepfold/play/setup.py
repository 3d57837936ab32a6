"""Everything that a host can set, and everything that tests put in place of the real world."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import structlog
from argon2 import PasswordHasher

from sheepfold.core.records.chance import SEED_BYTES
from sheepfold.games import SHELF, Shelf


@dataclass(frozen=True, slots=True)
class Retention:
    """Days after which something goes; 0: never."""

    guests: int = 7
    """Guests who sit nowhere, since they were last here."""
    waiting: int = 7
    """Waiting tables, since anything happened there or anybody who sits there was here."""
    practice: int = 14
    """Games without a clock that one person plays alone or with bots, since the last move."""
    unfinished: int = 90
    """Games without a clock among guests, since the last move or since any of them was here."""
    closed: int = 7
    """Tables that were closed before anybody played there with another."""
    practised: int = 90
    """Finished games of a guest alone or with bots."""
    finished: int = 0
    """Finished games between people that are not rated."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a service is built. The defaults play on one machine, embedded, with the games of the shelf."""

    database: str = "sqlite:///sheepfold.db"
    """``sqlite:///PATH`` or ``postgresql://…``."""
    bus: str = "local"
    """``local`` for one process; ``postgres`` (the same database) or ``redis://…`` between several."""
    serving: bool = False
    """Whether this is a server, of which an SQLite database has only one; the host's commands work beside it."""
    workers: int = 1
    """Processes in which bots think; 0 leaves them to other servers on the same database."""
    think: float = 10.0
    """Seconds that a bot may think about a move; then a random legal move is made for it."""
    effort: float = 1.0
    """How many times as long as usual bots think that can think longer."""
    bot_pace: float = 0.25
    """Seconds between the beats at which bots move, so that nobody sees how long one thought; 0: at once."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    tick: float = 0.5
    """Seconds between looks at the clocks."""
    mail: bool = False
    """Whether mails are sent: then people are asked whether they read the addresses that they give."""
    retention: Retention = field(default_factory=Retention)
    """How long unused tables and guests are kept."""
    cached: int = 20_000
    """Running tables kept in memory; others are replayed from the store when they are opened."""
    now: Callable[[], float] | None = None
    """The clock that all servers read, in place of the store's own."""
    elapsed: Callable[[], float] | None = None
    """What goes by here, whatever clocks are set to; None: ``now`` where that is given, else the system's count."""
    seed: Callable[[], bytes] = field(default=lambda: secrets.token_bytes(SEED_BYTES))
    """Gives every table the secret that its chance is drawn from; only tests and benches know it beforehand."""
    audit_log_days: int = 30
    """Days for which the audit log is kept; 0: there is none."""
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    """The cost parameters of a password's hash."""
    shelf: Shelf = SHELF
    locate: str = "sheepfold.games:SHELF"
    """Where a bot's worker finds the same shelf (``module:name``)."""
    log: Any = field(default_factory=structlog.get_logger)
    """A structlog logger for errors in the background."""
