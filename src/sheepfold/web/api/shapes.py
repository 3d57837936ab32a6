"""The shapes of the API: short texts and numbers in range, what is sent in, and JSON of views and facts sent out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from sheepfold.core.contract import Outcome
from sheepfold.core.contract.bot import Thinking
from sheepfold.core.contract.face import Fact
from sheepfold.core.records.to_json import closed_fields, plain
from sheepfold.core.scores import Noted, RoleChange, Scoreboard
from sheepfold.games import NAME
from sheepfold.play.terms import (
    Access,
    ChatLine,
    OfferKind,
    Own,
    Position,
    RatingChange,
    SeatClock,
    Seen,
    TableInfo,
    Update,
    Went,
)

PRINTABLE = r"^[^\u0000-\u001f\u007f]*$"
"""One line of text: no control characters, which databases and terminals choke on."""
PROSE = r"^[^\u0000-\u0008\u000b-\u001f\u007f]*$"
"""Several lines of text: tabs and line breaks too."""

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=PRINTABLE)]
OneLine: TypeAlias = Annotated[str, msgspec.Meta(max_length=200, pattern=PRINTABLE)]
Prose: TypeAlias = Annotated[str, msgspec.Meta(max_length=10_000, pattern=PROSE)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=64)]


class Svg(str):
    """A drawing, sent as image/svg+xml."""


class Plain(str):
    """Readable text, sent as text/plain."""


encode: Final = msgspec.json.Encoder(enc_hook=plain).encode
"""An answer as JSON."""


# -- views and facts ---------------------------------------------------------------------------
#
# The form is that of ``core.records.to_json``, which says where an object names its class. Everything that is
# fixed by its annotations goes to the encoder as it stands, which is 20 times as fast as taking it
# apart.


def as_json(value: Any) -> Any:
    """A view or a fact as something the encoder takes, with the names of classes where they are needed."""
    kind: type = type(value)
    opener = _opener(kind)
    return value if opener is None else opener(value)


@cache
def _opener(kind: type) -> Callable[[Any], Any] | None:
    """How values of a class are named or taken apart; None: they go as they stand. Kept: annotations are
    read once a class, not for every value."""
    if kind is tuple:
        return lambda value: [as_json(item) for item in value]
    if not is_dataclass(kind):
        return None if issubclass(kind, (bool, int, str, float, NoneType)) else plain
    names = closed_fields(kind)
    if names and all(closed for _, closed in names):
        start = f'{{"is":"{kind.__name__}",'.encode()
        return lambda value: msgspec.Raw(start + encode(value)[1:])

    def opened(value: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"is": kind.__name__}
        for name, closed in names:
            item = getattr(value, name)
            found[name] = item if closed else as_json(item)
        return found

    return opened


# -- in the address ----------------------------------------------------------------------------

TableId: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z]{1,32}$")]
GameName: TypeAlias = Annotated[str, msgspec.Meta(pattern=f"^{NAME.pattern}$")]
TokenId: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
Secret: TypeAlias = Annotated[str, msgspec.Meta(max_length=100, pattern=r"^[0-9A-Za-z_.-]*$")]
Key: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[0-9A-Za-z_.:-]*$")]
Limit: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=200)]
Cursor: TypeAlias = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[0-9A-Za-z_-]*$")]
MoveWords: TypeAlias = (
    Annotated[str, msgspec.Meta(max_length=2000, pattern=PROSE)]
    | Annotated[list[OneLine], msgspec.Meta(max_length=200)]
)
PartsSoFar: TypeAlias = Annotated[list[OneLine], msgspec.Meta(max_length=200)]
LineText: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=PROSE)]


class Seek(msgspec.Struct, forbid_unknown_fields=True):
    """How to see a private table: with the secret of its invitation."""

    invite: Secret | None = None


class OfMove(msgspec.Struct, forbid_unknown_fields=True):
    """Which move: the so-manieth of the record, chance's counted too. None: the last."""

    ply: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    invite: Secret | None = None


class Since(msgspec.Struct, forbid_unknown_fields=True):
    """What you know already: the number of your last event and of your last chat line."""

    since: Count | None = None
    chat_since: Count | None = None
    wait: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    invite: Secret | None = None


class Watched(Since, forbid_unknown_fields=True):
    """For a table's socket also what you want to be sent: view, scene, text, aids, hidden, with commas between them."""

    want: OneLine = "view"
    together: Secret | None = None
    """The name of a shared replay, once the game is over: where those who look at it together are is told too."""


class Listened(msgspec.Struct, forbid_unknown_fields=True):
    """For the socket of all your tables; ``challenges``: only of those that wait for you."""

    challenges: bool = False


class SoFar(msgspec.Struct, forbid_unknown_fields=True):
    """The parts of the move that you have chosen already, in order; ``ready``: of one to keep ready for your next
    turn."""

    so_far: PartsSoFar = []
    ready: bool = False


class Browse(msgspec.Struct, forbid_unknown_fields=True):
    """Which tables to list."""

    game: GameName | None = None
    status: Literal["waiting", "running", "over"] = "waiting"
    limit: Limit = 50
    between_people: bool | None = None
    cursor: Cursor | None = None


class OfOne(msgspec.Struct, forbid_unknown_fields=True):
    """Which tables of one person to list."""

    status: Literal["waiting", "running", "over"] | None = None
    limit: Limit = 100
    cursor: Cursor | None = None


class OfPast(msgspec.Struct, forbid_unknown_fields=True):
    """Which finished games of one person: of a game, with somebody, that went so, that ended at ``since`` or later and
    before ``until``, in seconds since 1970."""

    game: GameName | None = None
    opponent: Name | None = None
    result: Went | None = None
    since: Annotated[float, msgspec.Meta(ge=0)] | None = None
    until: Annotated[float, msgspec.Meta(ge=0)] | None = None


class PastPage(OfPast, forbid_unknown_fields=True):
    """The same, page by page."""

    limit: Limit = 50
    cursor: Cursor | None = None


class Most(OfPast, forbid_unknown_fields=True):
    """The same, and of how many people to tell."""

    limit: Limit = 50


class Ladder(msgspec.Struct, forbid_unknown_fields=True):
    """Which ratings to list."""

    game: GameName | None = None
    role: Name | None = None
    limit: Limit = 100
    cursor: Cursor | None = None


class Steps(msgspec.Struct, forbid_unknown_fields=True):
    """How many ratings over time to list."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 1_000
    cursor: Cursor | None = None


class ChatSince(msgspec.Struct, forbid_unknown_fields=True):
    """The number of the last line that you know; to read back, that of the first: ``before``."""

    since: Count = 0
    before: Count | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=500)] = 500
    invite: Secret | None = None


# -- in the body -------------------------------------------------------------------------------

Options: TypeAlias = dict[str, Any]
"""Values are left to the game's own option set, which checks each and words what is wrong with it.

(A decoder for a union of constrained numbers, texts and lists makes msgspec 0.22 crash when Python exits.)"""


class OptionsToCheck(msgspec.Struct, forbid_unknown_fields=True):
    """Options as an object, or as words such as ``-size=5``."""

    options: Options = {}
    words: Annotated[list[OneLine], msgspec.Meta(max_length=64)] = []


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """Whom a seat is for: anybody (open), you (me), somebody by name (user), or a bot by name."""

    kind: Literal["open", "me", "user", "bot"] = "open"
    name: OneLine = ""


class NewClock(msgspec.Struct, forbid_unknown_fields=True):
    """No clock; live: main seconds each and extra per move; days: main seconds for every move anew, a reminder every
    nag seconds, and total seconds for all moves of a player, where they are given."""

    kind: Literal["none", "live", "days"] = "none"
    main: Count = 0
    extra: Count = 0
    nag: Count = 0
    total: Count = 0


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What is agreed when a table opens. A repeat with the same key opens no second one; a key opens no other one.
    ``thinking`` is for bots whose level tells seconds: brief is about a third of them, long four times as many; where
    the result counts they think as usual. ``hurry`` is for bots whose level says what they do then; where the result
    counts they hurry."""

    game: GameName
    seats: Annotated[list[NewSeat], msgspec.Meta(min_length=1, max_length=16)]
    options: Options = {}
    clock: NewClock = msgspec.field(default_factory=NewClock)
    access: Access = Access.OPEN
    aids: bool = True
    rated: bool = False
    thinking: Thinking = Thinking.USUAL
    hurry: bool = False
    key: Key | None = None


class Sitting(msgspec.Struct, forbid_unknown_fields=True):
    """Which seat you want (any, when left out), and the invitation where one is needed."""

    seat: SeatNumber | None = None
    invite: Secret | None = None


class NewMove(msgspec.Struct, forbid_unknown_fields=True):
    """A move as text or as parts. ``expected`` is the number of your last event; a repeated key is harmless."""

    move: MoveWords
    expected: Count | None = None
    key: Key | None = None


class NewOffer(msgspec.Struct, forbid_unknown_fields=True):
    """A proposal; ``about`` and ``bot`` belong to a takeover of a left seat."""

    kind: OfferKind
    about: SeatNumber | None = None
    bot: OneLine = ""


class OfferAnswer(msgspec.Struct, forbid_unknown_fields=True):
    """Yes or no; no from the one who offered withdraws it."""

    accept: bool


class Ready(msgspec.Struct, forbid_unknown_fields=True):
    """A move kept ready, played when the words of ``when`` all occur in what you are told."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=PROSE)]
    when: OneLine = ""


class NewQueue(msgspec.Struct, forbid_unknown_fields=True):
    """The moves to keep ready, in order; none drops the queue. ``known``: those that you know of, if the others are to
    be kept only where they are all that there are."""

    moves: Annotated[list[Ready], msgspec.Meta(max_length=20)]
    known: Annotated[list[Ready], msgspec.Meta(max_length=20)] | None = None


class NewLine(msgspec.Struct, forbid_unknown_fields=True):
    """Something to say."""

    text: LineText
    key: Key | None = None
    invite: Secret | None = None


class Note(msgspec.Struct, forbid_unknown_fields=True):
    """Your private note at your seat."""

    text: Prose


# -- sent out ----------------------------------------------------------------------------------


class Happening(msgspec.Struct):
    """One thing that you were told. Each fact is an object whose ``is`` names its kind; ``sentences`` word them,
    as far as there is something to say."""

    number: int
    at: float
    facts: list[Any]
    sentences: tuple[str, ...]


class Standing(msgspec.Struct):
    """How things stand for you. ``view`` is the game's own, null before the start; ``number`` your last event;
    ``at`` is when the clocks were last set: one that runs has lost what went by since."""

    number: int
    at: float
    seat: int | None
    view: Any
    to_move: tuple[int, ...]
    clocks: tuple[SeatClock, ...]
    outcome: Outcome | None
    prompt: str


class TableUpdate(msgspec.Struct, tag_field="is", tag="update", omit_defaults=True):
    """What you missed, in order, and how things stand now. ``info`` is there when it changed. Where ``anew`` is
    true, forget what you were told of this table: these are all events from the first. On the table's socket also
    ``own``, what belongs to your seat with how a move may begin; ``now``, where clocks run: our time when it was sent;
    and what was wanted of ``scene``, ``text`` and ``aids``. ``decided`` comes with the text: that nothing can change
    any more who wins."""

    table: str
    events: list[Happening]
    position: Standing
    info: TableInfo | None
    chat: tuple[ChatLine, ...]
    anew: bool = False
    own: Own | None = None
    now: float | None = None
    scene: TableScene | None = None
    text: str | None = None
    decided: str = ""
    aids: Any = None


def _happening(event: Seen) -> Happening:
    return Happening(event.number, event.at, [as_json(fact) for fact in event.facts], event.sentences)


def update_shape(update: Update, position: Position | None = None, *, view: bool = True) -> TableUpdate:
    """The service's update with the game's own data as plain JSON. ``position``: as it is shown instead; ``view``:
    whether the game's own view comes along."""
    at = position or update.position
    seen = as_json(at.view) if view else None
    return TableUpdate(
        table=update.table,
        events=[_happening(event) for event in update.events],
        position=Standing(at.number, at.at, at.seat, seen, at.to_move, at.clocks, at.outcome, at.prompt.text),
        info=update.info,
        chat=update.chat,
        anew=update.anew,
    )


Wanted: TypeAlias = Literal["view", "scene", "text", "aids", "hidden"]
"""What a socket's updates hold: the game's own view; the scene, which is what a page draws; the board as text; what
could be worked out, where the table allows it. ``hidden``: nothing that only your seat may see."""


class Chair(msgspec.Struct, omit_defaults=True):
    """A seat as people know it."""

    name: str
    plate: str
    """The name where marks stand beside it."""
    level: int = 0
    """The bot's level; 0: no bot, or one without."""


class Card(msgspec.Struct, omit_defaults=True):
    """What follows from who sits there and what was agreed: it comes with ``info``."""

    chairs: list[Chair]
    adviser: str = ""
    """Who would advise you; empty: nobody."""
    why: bool = False
    """Whether a bot here would say why it moved."""


class Pause(msgspec.Struct, omit_defaults=True):
    """A game or round that is over, or the end of it all; only its number where it was told before."""

    number: int
    title: str = ""
    score: str = ""
    words: str = ""
    onward: str = ""
    roles: tuple[RoleChange, ...] = ()
    notes: tuple[Noted, ...] = ()
    board: Any = None
    """How the board looked at the end, with its ground."""
    stage: Any = None
    """The same of a game that draws a stage of its own."""
    scoreboard: Scoreboard | None = None
    """The result, at the end of it all."""
    ratings: tuple[RatingChange, ...] = ()
    """How it changed the ratings, where it counted."""


class Guiding(msgspec.Struct, omit_defaults=True):
    """Where the pupil of a first game is: steps made, what the guide says, what is advised and its button."""

    made: int
    words: str
    step: bool = False
    """Whether there is another step to come."""
    left: bool = False
    """Whether the lesson cannot go on at this table, and is to be begun anew."""
    advised: tuple[str, ...] | None = None
    act: str = ""
    move: str = ""


class TableScene(msgspec.Struct, omit_defaults=True):
    """What a page draws. ``board``: its window, and the sprites of every layer: first, by symbol, the cells with a
    sprite of which there is no more to say; then key and symbol of the others, place (unless the key is the cell), and
    what else there is to say. ``stage`` comes in its place, and ``game`` beside it, as the game's own module draws
    them. ``plates``: each seat's role and points. ``plain``: the game's own page failed just now. ``bidding``: roles
    are still bid for. ``decided``: that nothing can change any more who wins."""

    headline: str
    detail: str
    board: Any = None
    stage: Any = None
    game: Any = None
    facts: list[Fact] = []
    plates: list[tuple[str, str]] = []
    section: str = ""
    card: Card | None = None
    interlude: Pause | None = None
    guide: Guiding | None = None
    plain: bool = False
    bidding: bool = False
    decided: str = ""
