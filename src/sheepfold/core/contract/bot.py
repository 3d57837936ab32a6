"""The bot protocol: a bot gets what its seat gets, and luck of its own; nothing else.

A game's bots live in its room ``bot.py``: ``BOTS`` gives each by its name, ``LEVELS`` puts those that people choose
from in order, the weakest first. ``choose`` is all that a bot must have; what else it can do it says by having the
method.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

from sheepfold.core.contract import Game, Move, Seat


@dataclass(frozen=True, slots=True)
class Level:
    """One step of the ladder that people climb."""

    name: str
    """The word that tables and records know the bot by."""
    title: str
    """What people call it."""
    words: str
    """How it plays, in a sentence for somebody who chooses an opponent."""
    seconds: float = 0.0
    """About how long it thinks about a move; 0: at once."""
    head: str = "crest"
    """The drawing that stands for it."""
    usual: bool = False
    """Whether it is the one to offer at a new table. One level of a game is."""

    hurries: str = ""
    """What it does where the result counts or a table lets bots hurry, in words after "they"; elsewhere it leaves
    people time. Nothing: it plays the same everywhere."""

    @property
    def thinks(self) -> bool:
        """Whether it can be asked to think longer or shorter: who moves at once cannot."""
        return self.seconds > 0


class Thinking(StrEnum):
    """The thinking times of a table's bots, where not the usual ones."""

    BRIEF = "brief"
    USUAL = "usual"
    LONG = "long"

    @property
    def times(self) -> float:
        """So many times as long as usual."""
        return {Thinking.BRIEF: 0.3, Thinking.USUAL: 1.0, Thinking.LONG: 4.0}[self]

    @property
    def words(self) -> str:
        """How it thinks, for people."""
        return {Thinking.BRIEF: "briefly", Thinking.USUAL: "as usual", Thinking.LONG: "at length"}[self]


@dataclass(frozen=True, slots=True)
class Weighed:
    """The moves that a bot looked into and what each is worth to its seat, the best first."""

    moves: tuple[tuple[Move, float], ...]
    measure: str
    """What the values are: "points", "chance of a win". More is better."""

    @property
    def best(self) -> Move:
        return self.moves[0][0]

    @classmethod
    def of(cls, values: dict[Move, float], measure: str) -> Weighed:
        """Put in order; of equals the one that was looked into first."""
        return cls(tuple(sorted(values.items(), key=lambda entry: -entry[1])), measure)

    @classmethod
    def alone(cls, move: Move) -> Weighed:
        """A move that was not weighed against others."""
        return cls(((move, 0.0),), "points")


@dataclass(frozen=True, slots=True)
class Means:
    """What a bot may think with beside its view."""

    kernel: Any = None
    """Its game's compiled room ``kernel``; None: there is none, or not yet, and it does less work."""
    effort: float = 1.0
    """How many times as long as usual it may think."""
    casual: bool = False
    """Whether it sits with people where nothing is at stake and nobody asked it to hurry."""


BARE: Final = Means()


class Bot(Protocol):
    """A player. It may keep nothing between moves that its next view would not tell it."""

    def choose(self, view: Any, rng: Random) -> Move:
        """A legal move for the view's owner, whose turn it is."""
        ...


@runtime_checkable
class Weighing(Bot, Protocol):
    """A bot that shows the values of its moves."""

    def weigh(self, view: Any, rng: Random) -> Weighed:
        """The moves it looked into; ``choose`` plays the best of them."""
        ...


@runtime_checkable
class Explaining(Bot, Protocol):
    """A bot that answers "Why?"."""

    def explain(self, view: Any, move: Move) -> str:
        """Why its seat played the move in this view, in one or two sentences, from what the view knows."""
        ...


SILENT: Final = "It gives no reasons."
"""What is said for a bot that cannot say."""


def reasons(player: Bot, view: Any, move: Move) -> str:
    """Why it moved so; empty if it cannot say."""
    return player.explain(view, move) if isinstance(player, Explaining) else ""


@runtime_checkable
class Equipped(Bot, Protocol):
    """A bot that can use more than its view."""

    def equip(self, means: Means) -> None:
        """Think with this from now on. It may come again, as when a kernel has been compiled."""
        ...


@runtime_checkable
class Compiled(Equipped, Protocol):
    """A bot that thinks with its game's kernel, once that is ready. Nobody warms a kernel for other bots."""

    uses_kernel: bool


def random_move(game: Game[Any, Any, Any], state: Any, seat: Seat, rng: Random) -> Move:
    """A random legal move: part by part, each legal part equally likely, mostly stopping where a move may stop."""
    move: Move = ()
    ahead = game.ahead(state, seat, move)
    while not (ahead.complete and (not ahead.parts or rng.randrange(8))):
        move += (rng.choice(ahead.parts),)
        ahead = game.ahead(state, seat, move, ahead)
    return move


@dataclass(frozen=True, slots=True)
class Attained:
    """What one bot reaches in each of the positions that were solved, in points, beside the best response."""

    name: str
    reached: tuple[float, ...]
    """What it reaches by its own moves."""
    allowed: tuple[float, ...]
    """What it would reach if it made the best of what its first move there shows it."""


@dataclass(frozen=True, slots=True)
class BestResponse:
    """The best response in each of a number of positions, and bots in the same."""

    words: str
    """What was solved, in words that go on after the name of the game."""
    best: tuple[float, ...]
    bots: tuple[Attained, ...]
