"""The public words of Woolf!!: options, events of a round, the reveal, facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.core.errors import OptionError
from sheepfold.core.options import OptionSet, flag, maybe, numbers
from sheepfold.games.woolf.board import DECKS, Card, Character, Hand, Question, deck, holders

ROUNDS: Final = 3

DEAL: Final = "deal"
TURN: Final = "turn"
PEEK: Final = "peek"
FINAL: Final = "final"
OVER: Final = "over"
"""Phases: NATURE deals; somebody's turn; NATURE turns up the card of a peek; final suspicions; the end."""


@dataclass(frozen=True)
class Options(OptionSet):
    """How a game of Woolf!! is set up."""

    advanced: bool = flag(False, "disguises instead of question marks, and one sheep that looks like a hunting dog")
    shuffle: bool = flag(
        True,
        "cards are shuffled before every peek; without, you name the left or right card, and owners may swap theirs",
    )
    turn_limit: int | None = maybe(1, 99, "after this many turns each, the final suspicions begin")
    cards: tuple[int, ...] | None = numbers(
        7, 16, "copies of sheep, dog, dog ?, hunter, hunter ?, shepherd boy, wolf: two cards a player, ten for four"
    )

    def counts(self, players: int) -> tuple[int, ...]:
        """The copies of each card for so many players. Raises OptionError if a given table does not fit."""
        if self.cards is None:
            return DECKS[players]
        needed = 2 * holders(players)
        if sum(self.cards) != needed:
            why = f"{players} players need {needed} cards, but these are {sum(self.cards)}."
            raise OptionError(why, "cards", "-".join(map(str, self.cards)))
        return self.cards

    def deck(self, players: int) -> tuple[tuple[Card, int], ...]:
        """Every kind of card that is dealt to so many players, with its copies."""
        return deck(self.counts(players), self.advanced)


# -- events of a round: what belief, texts and pictures are made from ---------------------------------


@dataclass(frozen=True, slots=True)
class Clue:
    """``by`` peeked at a card of ``at`` and left a token. ``card`` is None for those who do not know it.

    ``place`` is ``L`` or ``R`` where cards keep their places, else empty.
    """

    by: Seat
    at: Seat
    place: str
    said: str
    card: Card | None


@dataclass(frozen=True, slots=True)
class Asked:
    """``by`` played a question card on ``at``, who answered truthfully."""

    by: Seat
    at: Seat
    question: Question
    yes: bool


@dataclass(frozen=True, slots=True)
class Suspected:
    """``by`` has made an early suspicion and is out of the round."""

    by: Seat


Event: TypeAlias = Clue | Asked | Suspected
Pointers: TypeAlias = tuple[str, str]


def early_suspects(events: Iterable[Event]) -> tuple[Seat, ...]:
    """Who has made an early suspicion in this round, in order."""
    return tuple([event.by for event in events if isinstance(event, Suspected)])


def turns_taken(events: Iterable[Event], seat: Seat | None) -> int:
    """How many turns of this round a seat has had."""
    return sum([event.by == seat for event in events])


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What a seat pointed at, as turned up. ``error`` is empty, ``black`` or ``red``; ``points`` without ``bonus``."""

    seat: Seat
    early: bool
    pointers: Pointers
    right: tuple[bool, bool]
    points: int
    bonus: int
    error: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """The end of a round: all cards as unordered pairs (the simulated player's last) and all suspicions."""

    round: int
    hands: tuple[Hand, ...]
    characters: tuple[Character, ...]
    suspicions: tuple[Suspicion, ...]


# -- facts: Clue (without its card), Asked, Suspected and Reveal are told as they are ------------------


@dataclass(frozen=True, slots=True)
class RoundBegins:
    """Cards are dealt; ``start`` moves first."""

    round: int
    start: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """To its owner: what was dealt."""

    hand: Hand
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Looks:
    """A peek has begun; which card it sees is not yet known."""

    by: Seat
    at: Seat


@dataclass(frozen=True, slots=True)
class Saw:
    """To the peeker: the whole card."""

    at: Seat
    place: str
    card: Card


@dataclass(frozen=True, slots=True)
class FinalBegins:
    """All who have not suspected now hand in a final suspicion, or decline."""

    waiting: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A final suspicion, or a refusal to make one, lies face down."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Pointed:
    """To its owner: where the two pointers stand."""

    pointers: Pointers


@dataclass(frozen=True, slots=True)
class Swapped:
    """To its owner: the two cards, left and right, after a swap."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class GameEnds:
    """The game is over for one of its reasons."""

    reason: str
    winners: tuple[Seat, ...]
