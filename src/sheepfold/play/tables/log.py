"""A table's log: what the table was opened with, the lines that are stored, and the facts that they tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, NamedTuple, TypeAlias

from sheepfold.bots import known_bot
from sheepfold.core.contract import DECIDED, Move, Part, Seat
from sheepfold.core.records import chance
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.words.prose import YOU, does
from sheepfold.play.terms import OfferKind, OpenOffer, SeatInfo, Status, TableId, TableInfo, Terms, UserId, called
from sheepfold.store.tables import Entry as Entry


@dataclass(frozen=True, slots=True)
class Person:
    """What a table needs to know of somebody who sits, or sat, at it."""

    id: UserId
    name: str
    guest: bool
    rest: tuple[float, float] | None = None
    gone: bool = False
    """Their account was deleted: nobody will ever answer for them."""
    mail: str = ""
    """How they want to be mailed: ``each`` time or ``daily``; empty: not at all, or nobody has confirmed an address."""
    push: bool = False
    """Whether a browser of theirs may be told although no page is open."""


NOBODY: Final = Person(0, "Somebody", False)


@dataclass(frozen=True, slots=True)
class Header:
    """What a table was opened with."""

    id: TableId
    terms: Terms
    version: int
    host: UserId | None
    invite: str
    seed: bytes
    opened_at: float
    board: int = 0
    """The number that people call it by; 0 until it is stored."""

    @property
    def commitment(self) -> str:
        return chance.commitment(self.seed)

    def info(
        self,
        status: Status,
        seats: tuple[SeatInfo, ...],
        *,
        rated: bool,
        offers: Iterable[OpenOffer] = (),
        rematch: TableId | None = None,
    ) -> TableInfo:
        """What everybody who may see the table may know of it."""
        return TableInfo(
            id=self.id,
            board=self.board,
            terms=self.terms,
            status=status,
            host=self.host,
            seats=seats,
            rated=rated,
            version=self.version,
            commitment=self.commitment,
            seed=self.seed.hex() if status is Status.OVER and not self.terms.deal else "",
            opened_at=self.opened_at,
            offers=tuple(offers),
            rematch=rematch,
        )


class Keyed(NamedTuple):
    """The move that was made under a key: as it is written, its parts, and how it was asked for if in other words."""

    text: str
    parts: int
    asked: str | None

    @classmethod
    def of(cls, text: str, move: Move, asked: str | None) -> Keyed:
        return cls(text, hash(move), asked)

    def is_for(self, move: str | Sequence[Part]) -> bool:
        """Whether somebody asks for that move once more."""
        if isinstance(move, str):
            return folded(move) == folded(self.text) or fingerprint(move) == self.asked
        return hash(tuple(move)) == self.parts


def folded(text: str) -> str:
    """A written move without what notation forgives: case and blanks."""
    return " ".join(text.split()).casefold()


def in_other_words(asked: str, text: str) -> str | None:
    """What is kept of how a move was asked for; None if it was asked for as it is written.

    Chance answers some words ("random"): what they led to does not tell what was asked.
    """
    return None if folded(asked) == folded(text) else fingerprint(asked)


def fingerprint(text: str) -> str:
    return blake2b(folded(text).encode(), digest_size=8).hexdigest()


# -- facts -----------------------------------------------------------------------------------------


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
class TurnedDown:
    """Who was expected in a seat does not want to play."""

    seat: Seat
    name: str


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
    """The offer is gone: declined, or ``withdrawn`` by the seat that made it."""

    kind: OfferKind
    by: Seat
    withdrawn: bool = False


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
    """The game ended at the table: resigned, forfeited, agreed, decided or aborted (``by`` None: by the host)."""

    reason: str
    by: Seat | None
    idle: bool = False
    """Whether it was closed because nobody had come for a long time, or called off because ``by`` never answered."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """The same again with seats swapped, at a table of its own."""

    table: TableId


TableFact: TypeAlias = (
    Opened
    | Sat
    | Left
    | TurnedDown
    | CameBack
    | Started
    | Offered
    | Accepted
    | Declined
    | TakenBack
    | TakenOver
    | Ended
    | Rematch
)


_OFFERS: Final = {
    OfferKind.DRAW: "a draw",
    OfferKind.UNDO: "taking the last move back",
    OfferKind.TAKEOVER: "a bot for the empty seat",
    OfferKind.REMATCH: "another game",
    OfferKind.END: "ending the game here, as it is decided",
}


def sentence(game: AnyGame, fact: Any, names: Mapping[Seat, str], cast: Mapping[Seat, Seat]) -> str:
    """A fact of the table or of the game, for people; ``cast``: who had which role then."""
    return table_sentence(game.name, fact, names) if isinstance(fact, TableFact) else game.tell_cast(fact, names, cast)


def table_sentence(game: str, fact: TableFact, names: Mapping[Seat, str]) -> str:
    """Before the game begins everybody is introduced by name."""
    match fact:
        case Opened(by, guest):
            return f"{called(by, guest)} opened the table."
        case Sat(seat, name, guest):
            return f"{called(name, guest)} takes seat {seat}."
        case Left(seat, name, guest):
            return f"{does(_own(seat, names) or called(name, guest), 'leaves')} seat {seat}."
        case TurnedDown(seat, name):
            return f"{does(_own(seat, names) or name, 'does', 'do')} not want to play."
        case CameBack(seat, name, guest):
            return f"{does(_own(seat, names) or called(name, guest), 'is', 'are')} back in seat {seat}."
        case Started():
            return "The game begins."
        case Offered(OfferKind.TAKEOVER, by, about, bot):
            return f"{does(names[by], 'proposes')} that the bot {known_bot(game, bot).title} takes over seat {about}."
        case Offered(kind, by):
            return f"{does(names[by], 'proposes')} {_OFFERS[kind]}."
        case Accepted(kind, by):
            return f"{does(names[by], 'agrees')} to {_OFFERS[kind]}."
        case Declined(kind, by, withdrawn=True):
            return f"{does(names[by], 'no longer proposes', 'no longer propose')} {_OFFERS[kind]}."
        case Declined(kind, by):
            return f"{does(names[by], 'does not agree', 'do not agree')} to {_OFFERS[kind]}."
        case TakenBack(seat):
            return f"{does(names[seat], 'takes')} the last move back."
        case TakenOver(seat, bot):
            return f"The bot {known_bot(game, bot).title} takes seat {seat}."
        case Ended(by=None, idle=True):
            return "Nobody came for a long time: the table was closed."
        case Ended(_, by, idle=True) if by is not None:
            return f"{does(names[by], 'has', 'have')} not answered in time: the game was called off."
        case Ended(reason, by):
            return _ended(reason, by, names)
        case Rematch():
            return "Another game begins at a new table, with seats swapped."


def _own(seat: Seat, names: Mapping[Seat, str]) -> str:
    """The reader, if it is about them: names of those who have gone are not among the others."""
    return YOU if names.get(seat) == YOU else ""


def _ended(reason: str, by: Seat | None, names: Mapping[Seat, str]) -> str:
    if reason == DECIDED:
        return "The game ends here, as it is decided."
    if reason == "agreed":
        return "Both sides agree to a draw." if len(names) == 2 else "All agree to a draw."
    if by is None:
        return "The host closed the table."
    return {
        "resigned": f"{does(names[by], 'gives')} up.",
        "forfeited": f"{names[by]} ran out of time.",
        "aborted": f"{names[by]} called the game off before the first move.",
    }[reason]
