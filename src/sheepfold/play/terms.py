"""The words of the table: what is agreed when it opens, and what one viewer is sent.

Everything here is frozen data without behaviour beyond wording, safe to encode as it stands: nothing
in an ``Update`` depends on what its viewer may not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal, TypeAlias

from sheepfold.bots import known_bot
from sheepfold.core.contract import Move, Outcome, Part, Prompt, Seat
from sheepfold.core.contract.bot import Thinking
from sheepfold.core.scores import Consequence

UserId: TypeAlias = int
TableId: TypeAlias = str
"""Eleven letters and digits, drawn at random: a table's address."""

# -- what is agreed ----------------------------------------------------------------------------


class Access(StrEnum):
    """Who may find, watch and join a table."""

    OPEN = "open"
    """Listed; anybody may watch and sit."""
    INVITED = "invited"
    """Listed; anybody may watch; to sit one needs the invitation."""
    FRIENDS = "friends"
    """Unlisted; friends of those who sit there may watch; to sit one needs the invitation."""
    PRIVATE = "private"
    """Unlisted; to watch or sit one needs the invitation."""

    @property
    def listed(self) -> bool:
        """Whether anybody may find and watch it."""
        return self in (Access.OPEN, Access.INVITED)


class Status(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Clock:
    """How time is kept. ``none``: not at all. ``live``: ``main`` seconds each, ``extra`` more per move.
    ``days``: ``main`` seconds for every move anew; vacation stops it."""

    kind: Literal["none", "live", "days"] = "none"
    main: int = 0
    extra: int = 0
    nag: int = 0
    """``days``: whoever is waited for is reminded as often; 0: when a quarter of the time is left."""
    total: int = 0
    """``days``: seconds for all moves of a player together; 0: as many as they need."""


DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who a seat is for: ``open`` (anybody), ``me`` (who opens the table), ``user`` or ``bot`` by name."""

    kind: Literal["open", "me", "user", "bot"] = "open"
    name: str = ""


@dataclass(frozen=True, slots=True)
class Practice:
    """Where a practice table goes on from. It counts nowhere."""

    commitment: str
    """That of the other game."""
    move: int
    """After how many moves of its record."""
    seat: Seat
    """Who plays on."""
    anew: bool
    """Whether the world was dealt anew among those that fitted what the seat knew; else it is the true one."""
    table: TableId | None = None
    """Where the other game was played; None: a record was brought along."""
    board: int = 0
    """The number of that table."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed when a table opens; it never changes afterwards."""

    game: str
    options: Mapping[str, Any]
    seats: tuple[SeatPlan, ...]
    clock: Clock = Clock()
    access: Access = Access.OPEN
    aids: bool = True
    """Whether players may use the belief sheet and the like."""
    rated: bool = False
    thinking: Thinking = Thinking.USUAL
    """How long its bots think that can do otherwise than usual; one that takes over a seat later, too."""
    hurry: bool = False
    """Whether its bots may end things as soon as it pays, as they do where the result counts; else they leave people
    time."""
    practice: Practice | None = None
    """Where it goes on from, at a practice table; None: it is a game of its own."""
    deal: int = 0
    """The day whose deal it is, counted from 1970; 0: its chance is its own."""


class OfferKind(StrEnum):
    DRAW = "draw"
    UNDO = "undo"
    TAKEOVER = "takeover"
    """A bot takes over a left seat; the result is unrated."""
    REMATCH = "rematch"
    END = "end"
    """To end a game that is decided, as it is decided."""


def called(name: str, guest: bool) -> str:
    """A name as it is shown: that of a guest is marked, since anybody may be called so."""
    return f"{name} (guest)" if guest else name


# -- what a viewer is sent ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """One thing that happened, as one viewer was told of it.

    ``number`` counts, from 1, only what *this* viewer was told; so a secret step of another seat
    leaves no trace, not even a gap. ``facts`` are frozen dataclasses (a game's own, or those of ``play.tables.facts``),
    ``worded`` says each of them in a sentence, "" where the next one says it too.
    """

    number: int
    at: float
    facts: tuple[Any, ...]
    worded: tuple[str, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that there is to read."""
        return tuple(filter(None, self.worded))


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits where; all of it public."""

    seat: Seat
    kind: Literal["empty", "user", "guest", "bot"]
    name: str
    """The person's name, or the word by which tables and records know a bot; for an empty seat whom it is kept for, or
    ""."""
    user: UserId | None
    left: bool = False

    @property
    def called(self) -> str:
        """The name, with a mark for a guest: anybody may be called so."""
        return called(self.name, self.kind == "guest")


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer on the table and the seats that still have to agree."""

    kind: OfferKind
    by: Seat
    waiting_for: tuple[Seat, ...]
    about: Seat | None = None
    bot: str = ""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What everybody who may see the table may know of it. ``seed`` is "" until the game is over."""

    id: TableId
    board: int
    """The number that people call it by, from 101 on."""
    terms: Terms
    status: Status
    host: UserId | None
    seats: tuple[SeatInfo, ...]
    rated: bool
    """Whether the result will count: false once a bot took over, whatever was agreed."""
    version: int
    commitment: str
    seed: str
    opened_at: float
    offers: tuple[OpenOffer, ...]
    rematch: TableId | None

    @property
    def names(self) -> Mapping[Seat, str]:
        """What seats are called in sentences, texts and pictures: guests are marked, bots called by their level's own
        name, namesakes told apart."""
        return self._told_apart(self.called)

    @property
    def plate_names(self) -> Mapping[Seat, str]:
        """The same without marks, where those stand beside the name."""
        return self._told_apart(self.unmarked)

    @property
    def plain_names(self) -> Mapping[Seat, str]:
        """What records and commands know them by."""
        return self._told_apart(lambda seat: seat.name)

    def called(self, seat: SeatInfo) -> str:
        """What one of them is called by itself."""
        return self.unmarked(seat) if seat.kind == "bot" else seat.called

    def unmarked(self, seat: SeatInfo) -> str:
        """The same without the mark for a guest."""
        return known_bot(self.terms.game, seat.name).title if seat.kind == "bot" else seat.name

    def _told_apart(self, name_of: Callable[[SeatInfo], str]) -> Mapping[Seat, str]:
        """Namesakes, and seats without a name, are told apart by their seat."""
        names = {seat.seat: name_of(seat) for seat in self.seats}
        often = Counter(name or "Seat" for name in names.values())
        return {seat: name if name and often[name] == 1 else f"{name or 'Seat'} {seat}" for seat, name in names.items()}


@dataclass(frozen=True, slots=True)
class SeatClock:
    """Seconds left (at ``Position.at``) and whether they run; None: no clock."""

    seat: Seat
    left: float | None
    running: bool


@dataclass(frozen=True, slots=True)
class Position:
    """How things stand for one viewer. Before the start ``view`` is None and ``to_move`` empty."""

    number: int
    """The last ``Seen.number`` of this viewer that is contained in it; 0: nothing yet."""
    at: float
    """When the clocks were last set; a clock that runs has lost what went by since."""
    seat: Seat | None
    """The viewer's seat; None: a spectator."""
    view: Any
    to_move: tuple[Seat, ...]
    clocks: tuple[SeatClock, ...]
    outcome: Outcome | None
    prompt: Prompt


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of talk. ``room`` is ``table`` (the seats) or ``gallery`` (spectators; seats read it afterwards)."""

    number: int
    """Counts what this reader may read."""
    at: float
    room: Literal["table", "gallery"]
    name: str
    user: UserId | None
    text: str
    guest: bool = False
    """Whether who said it has no account: anybody may be called so."""
    removes: int | None = None
    """The number of an earlier line that the host removed: this one only tells of it."""


@dataclass(frozen=True, slots=True)
class Update:
    """What a viewer has missed, in order, and how things stand after it.

    ``info`` is there whenever it changed since the viewer's last event (always in a first update).
    ``anew``: what the viewer was told before is no longer so; these are all events from the first.
    """

    table: TableId
    events: tuple[Seen, ...]
    position: Position
    info: TableInfo | None
    chat: tuple[ChatLine, ...] = ()
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """How many whole days of this year's vacation are left (as if one that runs ended now), and until when one runs."""

    left: int
    until: float | None


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be added to a move that is being built, and whether it may be played as it stands.

    ``text`` is its notation when it is complete, ``consequence`` what it would do, if that is worth a word.
    ``question`` says what the next part is about, where the game has words for it.
    """

    parts: tuple[Part, ...]
    complete: bool
    text: str = ""
    consequence: Consequence | None = None
    question: str = ""


@dataclass(frozen=True, slots=True)
class Conditional:
    """A move kept ready: played when the seat's turn comes and ``when`` fits, else the queue is dropped.

    ``when``: words that must all occur in what the seat was told since its last move; "" fits always.
    """

    text: str
    when: str = ""


Queues: TypeAlias = dict[Seat, tuple[Conditional, ...]]
"""The moves that seats keep ready, in order."""


@dataclass(frozen=True, slots=True)
class Written:
    """A player's move as one viewer may read it. ``number`` counts, from 1, what all know of; None: only whoever made
    the move knows that there was one. ``text`` is None where it is hidden."""

    number: int | None
    seat: Seat
    text: str | None


@dataclass(frozen=True, slots=True)
class News:
    """What a viewer was told since their last move, and when that was; 0: there was none."""

    events: tuple[Seen, ...]
    since: float


@dataclass(frozen=True, slots=True)
class Past:
    """How things stood for one viewer after a move. ``number`` is the move's, ``last`` that of the last one."""

    view: Any
    number: int
    last: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would come to: as it is written, and how its maker would see the table then; None: it would show
    what nobody can know beforehand."""

    text: str
    view: Any


@dataclass(frozen=True, slots=True)
class Own:
    """What belongs to a viewer's seat: how a move may begin (None: there is none to make now), moves kept ready;
    whether the game has begun, how many moves the seat has made, and whether its last one may be taken back; after
    which event that one was made; whether a move can be built now, to be played after those kept ready; and these in
    parts, as far as each fits after those before it."""

    seat: Seat
    choices: Choices | None = None
    ready: tuple[Conditional, ...] = ()
    begun: bool = False
    made: int = 0
    undo: bool = False
    since: int = 0
    foresees: bool = False
    built: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """A table as a page shows it: what is new, how things stand, and what belongs to the viewer's seat if there is one.

    ``position`` is the viewer's own, or what a spectator sees when the viewer's secrets are ``hidden``.
    """

    update: Update
    position: Position
    info: TableInfo
    own: Own | None
    last: tuple[str, ...]
    """What was told last, in words."""
    hidden: bool
    told: tuple[int, float]
    """How many events the position's viewer was told of, and when the last of them was stored: by it is known which
    position it is. A secret step of somebody else leaves it as it is."""
    opened: Any = None
    """Everything turned up, and nobody spoken to, once people ended a game that its rules did not; else nothing."""
    moves: tuple[str, ...] = ()
    """The moves of the viewer's own seat that stand, as they are written; none while secrets are hidden."""
    ratings: tuple[RatingChange, ...] = ()
    """How the result changed the ratings of those who sat there."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as a list shows it. ``your_turn`` and ``seat`` are the asking user's."""

    info: TableInfo
    seat: Seat | None = None
    your_turn: bool = False
    outcome: Outcome | None = None
    moved_at: float = 0.0


Went: TypeAlias = Literal["won", "drawn", "lost", "played"]
"""How a game went for somebody; ``played``: for the score alone."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A table that waits with a seat kept for somebody: who opened it, and when."""

    table: TableId
    board: int
    game: str
    title: str
    by: str
    at: float


@dataclass(frozen=True, slots=True)
class Friend:
    """Somebody whose favourite one is, and who is one's own; where they play now, if one may watch it. Who does not
    want to be seen is never here and plays nowhere."""

    name: str
    here: bool
    tables: tuple[Listed, ...] = ()


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game as it counts among somebody's: when it ended, and how it went for them."""

    listed: Listed
    ended_at: float
    went: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games went how, of one game or with one person, who is named."""

    name: str
    won: int
    drawn: int
    lost: int
    played: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost + self.played


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is at a role of a game ("" where the roles are alike or swapped).

    To be printed as ``shown`` ± ``margin``: nineteen times in twenty the true strength is that near. ``mu`` and
    ``sigma`` are the belief behind it.
    """

    subject: str
    """``user:7`` or ``bot:shepherd``."""
    name: str
    game: str
    role: str
    mu: float
    sigma: float
    games: int
    shown: int
    """1000 for a newcomer."""
    margin: int
    """How far off ``shown`` may well be; it shrinks with every game."""


@dataclass(frozen=True, slots=True)
class RatingStep:
    """Somebody's rating after a game that counted."""

    at: float
    game: str
    role: str
    shown: int
    margin: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """How the result of a game changed the rating of who sat there."""

    seat: Seat
    role: str
    before: int
    shown: int
    margin: int
