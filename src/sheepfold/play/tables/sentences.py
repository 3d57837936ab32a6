"""What happens at the table, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sheepfold.bots import known_bot
from sheepfold.core.contract import Seat
from sheepfold.core.progress import AnyGame
from sheepfold.core.prose import YOU, does
from sheepfold.play.tables.facts import (
    Accepted,
    CameBack,
    Declined,
    Ended,
    Left,
    Offered,
    Opened,
    Rematch,
    Sat,
    Started,
    TableFact,
    TakenBack,
    TakenOver,
)
from sheepfold.play.terms import OfferKind, called

_OFFERS: Final = {
    OfferKind.DRAW: "a draw",
    OfferKind.UNDO: "to take the last move back",
    OfferKind.TAKEOVER: "a bot for the empty seat",
    OfferKind.REMATCH: "another game",
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
        case CameBack(seat, name, guest):
            return f"{does(_own(seat, names) or called(name, guest), 'is', 'are')} back in seat {seat}."
        case Started():
            return "The game begins."
        case Offered(OfferKind.TAKEOVER, by, about, bot):
            return f"{does(names[by], 'proposes')} that the bot {known_bot(game, bot).title} takes over seat {about}."
        case Offered(kind, by):
            return f"{does(names[by], 'proposes')} {_OFFERS[kind]}."
        case Accepted(kind, by):
            return f"{does(names[by], 'agrees')} to {_OFFERS[kind].removeprefix('to ')}."
        case Declined(kind, by):
            return f"{does(names[by], 'says')} no: not {_OFFERS[kind].removeprefix('to ')}."
        case TakenBack(seat):
            return f"{does(names[seat], 'takes')} the last move back."
        case TakenOver(seat, bot):
            return f"The bot {known_bot(game, bot).title} takes over seat {seat}; the game is not rated any more."
        case Ended(by=None, idle=True):
            return "Nobody came for a long time: the table was closed."
        case Ended(_, by, idle=True) if by is not None:
            return f"{does(names[by], 'has', 'have')} not answered in time: the game was called off."
        case Ended(reason, by):
            return _ended(reason, by, names)
        case Rematch():
            return "Another game begins at a table of its own, seats swapped."


def _own(seat: Seat, names: Mapping[Seat, str]) -> str:
    """The reader, if it is about them: names of those who have gone are not among the others."""
    return YOU if names.get(seat) == YOU else ""


def _ended(reason: str, by: Seat | None, names: Mapping[Seat, str]) -> str:
    if reason == "agreed":
        return "Both sides agree to a draw." if len(names) == 2 else "All agree to a draw."
    if by is None:
        return "The host closed the table."
    return {
        "resigned": f"{does(names[by], 'gives')} up.",
        "forfeited": f"{names[by]} ran out of time.",
        "aborted": f"{names[by]} called the game off before it began.",
    }[reason]
