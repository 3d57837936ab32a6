"""Retention: how long unused tables and guests are kept, and which table is past it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sheepfold.play.terms import DAY, Status

PRESENT: Final = 2 * 3600.0
"""Seconds for which somebody counts as here after their last request; an open page asks more often than that."""


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


class Fate(StrEnum):
    """What goes: a table is closed without a result, or deleted like everything else."""

    WAITING = "waiting tables"
    PRACTICE = "games against bots"
    UNFINISHED = "games among guests"
    CLOSED = "closed tables"
    PRACTISED = "finished games of guests against bots"
    FINISHED = "finished games between people"
    GUESTS = "guests"
    SESSIONS = "sessions that had ended"

    @property
    def closes(self) -> bool:
        return self in (Fate.WAITING, Fate.PRACTICE, Fate.UNFINISHED)

    @property
    def done(self) -> str:
        """What is done with it, in a word."""
        return "closed" if self.closes else "deleted"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at a table, as far as this matters: whether they have no account, and when they were last here."""

    guest: bool
    here_at: float


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What decides a table's fate."""

    status: Status
    moved_at: float
    people: Sequence[Guest]
    """Who sits there, and who opened it."""
    together: bool = False
    """Whether several people sit there."""
    timed: bool = False
    """Whether a clock runs, or something else is going to happen by itself."""
    rated: bool = False
    called_off: bool = False
    begun: bool = True
    """Whether a person made a move."""


def fate(table: Glimpse, retention: Retention, now: float) -> Fate | None:
    """What the table has come to; None: it stays. No game goes whose time runs, nor one that is rated and goes on or
    was played to its end."""

    def past(days: int, *moments: float) -> bool:
        return days > 0 and now - max(table.moved_at, *moments, 0.0) > days * DAY

    here = [person.here_at for person in table.people]
    absent = now - max(here, default=0.0) > PRESENT
    guests = all(person.guest for person in table.people)
    match table.status:
        case Status.WAITING if past(retention.waiting, *here):
            return Fate.WAITING
        case Status.RUNNING if not table.timed and absent:
            if not table.together and not table.rated and past(retention.practice):
                return Fate.PRACTICE
            if table.together and guests and past(retention.unfinished, *here):
                return Fate.UNFINISHED
        case Status.OVER if table.called_off and not (table.together and table.begun):
            return Fate.CLOSED if past(retention.closed) else None
        case Status.OVER if not table.rated and not table.called_off:
            if not table.together and guests and past(retention.practised):
                return Fate.PRACTISED
            if table.together and past(retention.finished):
                return Fate.FINISHED
    return None
