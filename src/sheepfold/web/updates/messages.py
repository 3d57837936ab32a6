"""The messages of the live sockets: what is sent, and the commands that are taken."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

import msgspec

from sheepfold.play.terms import Choices, OfferKind
from sheepfold.web.api.shapes import (
    Count,
    Key,
    LineText,
    MoveWords,
    OneLine,
    PartsSoFar,
    Prose,
    SeatNumber,
    Secret,
    TableId,
    TableUpdate,
    Wanted,
)
from sheepfold.web.problems import Problem

# -- what is sent ------------------------------------------------------------------------------


class Done(msgspec.Struct, tag_field="is", tag="done"):
    """The command of that id was carried out; what it told you comes as an update."""

    id: str


class ChoicesFound(msgspec.Struct, tag_field="is", tag="choices"):
    """What may come next in the move that you are building."""

    id: str
    choices: Choices


class Refused(msgspec.Struct, tag_field="is", tag="refused"):
    """The command of that id was refused; nothing was changed."""

    id: str
    problem: Problem


class Pong(msgspec.Struct, tag_field="is", tag="pong"):
    """The answer to a ping."""

    id: str


class WentTo(msgspec.Struct, tag_field="is", tag="turned"):
    """Where those are who look at a finished game together: after which move of the record, and who went there."""

    ply: int
    by: str


# -- what is taken -----------------------------------------------------------------------------


class Command(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    """``id`` comes back with the answer; ``table`` is needed on the player's socket only."""

    cost: ClassVar[float]
    """Milliseconds of the server's time: rate limits go by it."""

    id: Key = "-"
    table: TableId = ""

    @property
    def tables(self) -> tuple[str, ...]:
        """Which tables it is about."""
        return (self.table,)


class Move(Command, tag="move", kw_only=True):
    """Play a move, as POST /tables/{table}/moves."""

    cost = 2.0

    move: MoveWords
    expected: Count | None = None
    key: Key | None = None


class Say(Command, tag="say", kw_only=True):
    """Say something, as POST /tables/{table}/chat."""

    cost = 4.0

    text: LineText
    key: Key | None = None
    invite: Secret | None = None


class Choose(Command, tag="choices", kw_only=True):
    """Ask what may come next, as GET /tables/{table}/choices."""

    cost = 2.0

    so_far: PartsSoFar = []
    ready: bool = False


class Follow(Command, tag="follow", kw_only=True):
    """On the player's socket: resume tables from the last event, and the last line of talk, that you know of each."""

    cost = 2.0

    since: Annotated[dict[TableId, Count], msgspec.Meta(max_length=500)] = {}
    chat_since: Annotated[dict[TableId, Count], msgspec.Meta(max_length=500)] = {}

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(self.since | self.chat_since) or ("",)


class Want(Command, tag="want", kw_only=True):
    """On a table's socket: what its updates hold from now on; the next one comes at once."""

    cost = 4.0

    want: Annotated[list[Wanted], msgspec.Meta(max_length=8)]


class Propose(Command, tag="offer", kw_only=True):
    """Offer something, as POST /tables/{table}/offers."""

    cost = 3.0

    kind: OfferKind
    about: SeatNumber | None = None
    bot: OneLine = ""


class AnswerOffer(Command, tag="answer", kw_only=True):
    """Answer an offer, as POST /tables/{table}/offers/{kind}."""

    cost = 3.0

    kind: OfferKind
    accept: bool


class KeepNote(Command, tag="note", kw_only=True):
    """Keep your private note, as PUT /tables/{table}/note."""

    cost = 3.0

    text: Prose


class TurnPage(Command, tag="turn", kw_only=True):
    """On the socket of a shared replay: go to a position, and take all others along."""

    cost = 6.0

    ply: Count


class Ping(Command, tag="ping", kw_only=True):
    """Ask whether we are still there."""

    cost = 0.2


Sent: TypeAlias = TableUpdate | Done | ChoicesFound | Refused | Pong | WentTo
Taken: TypeAlias = Move | Say | Choose | Follow | Want | Propose | AnswerOffer | KeepNote | TurnPage | Ping
