"""What happens at a table beside the game: facts that everybody is told, written by ``play.tables.sentences``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.play.terms import OfferKind, TableId


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was opened."""

    by: str
    guest: bool = False


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody took a seat."""

    seat: Seat
    name: str
    guest: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody left a seat. Before the start it is free again; later it can be come back to."""

    seat: Seat
    name: str
    guest: bool = False


@dataclass(frozen=True, slots=True)
class CameBack:
    """The owner of a left seat is back."""

    seat: Seat
    name: str
    guest: bool = False


@dataclass(frozen=True, slots=True)
class Started:
    """The game began; the hash of its seed was public before."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat proposes something that the others must all accept. ``about`` is the left seat of a takeover."""

    kind: OfferKind
    by: Seat
    about: Seat | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A seat agreed; others still have to."""

    kind: OfferKind
    by: Seat


@dataclass(frozen=True, slots=True)
class Declined:
    """The offer is gone: declined, or withdrawn by the seat that made it."""

    kind: OfferKind
    by: Seat


@dataclass(frozen=True, slots=True)
class TakenBack:
    """By consent the seat's last move, and all after it, are undone."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A bot sits now where somebody left."""

    seat: Seat
    bot: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The game ended at the table: resigned, forfeited, agreed or aborted (``by`` None: by the host)."""

    reason: str
    by: Seat | None
    idle: bool = False
    """Whether it was closed because nobody had come for a long time, or called off because ``by`` never answered."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same again with seats swapped, at a table of its own."""

    table: TableId


TableFact: TypeAlias = (
    Opened | Sat | Left | CameBack | Started | Offered | Accepted | Declined | TakenBack | TakenOver | Ended | Rematch
)
