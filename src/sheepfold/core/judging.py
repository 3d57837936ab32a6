"""What a review asks of a game: the value of a position to a seat, by the game's strongest bot, in the game's currency.

A game's room ``value.py`` has ``judge(bot)``, which makes a ``Judge`` of that bot. A judge is given views alone: what
it says of a seat cannot depend on what the seat did not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from sheepfold.core.contract import NATURE, Move, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Currency:
    """What values are counted in."""

    name: str
    """For people: "sheep", "points"."""
    step: float
    """A difference that a good player would notice. Labels count in it."""
    meaning: str
    """What a value says, in one sentence."""
    percent: bool = False
    """Whether values are chances from 0 to 1."""

    def shown(self, value: float, *, signed: bool = False) -> str:
        """A value for people: "1.25", "+12 %"."""
        number = f"{100 * value:{'+' if signed else ''}.0f}" if self.percent else f"{value:{'+' if signed else ''}.2f}"
        number = {"-0.00": "0.00", "+0.00": "0.00", "-0": "0", "+0": "0"}.get(number, number).replace("-", "−")
        return f"{number} %" if self.percent else number


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """A decision as its seat could judge it before the outcome was known. Values are what the seat can expect."""

    best: Move
    value: float
    """The value of the best move, and so of the position."""
    played: float
    """The value of the move that was played."""
    exact: bool = False
    """Whether both values were searched to the end of the game."""
    bits: float | None = None
    """How much the move was expected to tell."""


class Judge(Protocol):
    """One judge for all seats of a game."""

    currency: Currency
    caution: str
    """How far its values can be trusted, in one sentence."""

    def start(self, view: Any) -> float:
        """The value of the game to the view's owner before the first move."""
        ...

    def choice(self, view: Any, move: Move, rng: Random) -> JudgedChoice | None:
        """A decision of the view's owner; None: nothing is to be weighed."""
        ...

    def later(self, value: float, before: Any, after: Any) -> float:
        """The owner's value after a step, where they are not to decide next or the next decision is not weighed."""
        ...

    def luck(self, before: Any, after: Any, mover: Seat) -> bool:
        """Whether a change by this step is chance or a hidden truth, and not another seat's doing."""
        ...

    def common(self, view: Any) -> bool:
        """Whether all seats see the same and have the same value, so that everybody's decisions count for everybody."""
        ...

    def result(self, view: Any, outcome: Outcome) -> float:
        """What the game brought the view's owner. Not asked where the table ended it."""
        ...

    def doubt(self, view: Any) -> float | None:
        """How many bits the owner lacks; for an owner who hides, how many the others lack. None: nothing is hidden."""
        ...

    def hides(self, view: Any) -> bool:
        """Whether the owner is the one who hides."""
        ...


class PlainJudge:
    """Knows results only. What another judge does not say otherwise."""

    currency = Currency("of the win", 0.1, "The share of the win: 1 is a win, 0 a loss.")
    caution = "This game has no judge of its own, so no decision is weighed."

    def start(self, view: Any) -> float:
        return 0.0

    def choice(self, view: Any, move: Move, rng: Random) -> JudgedChoice | None:
        return None

    def later(self, value: float, before: Any, after: Any) -> float:
        return value

    def luck(self, before: Any, after: Any, mover: Seat) -> bool:
        return mover in (NATURE, before.seat)

    def common(self, view: Any) -> bool:
        return False

    def result(self, view: Any, outcome: Outcome) -> float:
        return 1 / len(outcome.winners) if view.seat in outcome.winners else 0.0

    def doubt(self, view: Any) -> float | None:
        return None

    def hides(self, view: Any) -> bool:
        return False
