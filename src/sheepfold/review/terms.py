"""A review as frozen data. Amounts are whole thousandths of the game's currency, so that sums are exact."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.core.contract.judging import Currency

Amount: TypeAlias = int
"""Thousandths of the game's currency."""
WHOLE: Final = 1000


class Label(StrEnum):
    """How good a decision was by its own value."""

    BEST = "best"
    GOOD = "good"
    SLIP = "slip"
    BLUNDER = "blunder"


LABELS: Final = ((0.2, Label.BEST), (1.0, Label.GOOD), (3.0, Label.SLIP))
"""The most that a decision may give away to be called so, in steps of the game's currency; what gives away more is a
blunder."""


def label_of(loss: Amount, currency: Currency) -> Label:
    steps = loss / WHOLE / currency.step
    return next((label for most, label in LABELS if steps <= most), Label.BLUNDER)


@dataclass(frozen=True, slots=True)
class Odds:
    """A hidden thing, its likeliest way, and how likely that was as far as the seat could know."""

    about: str
    way: str
    chance: float
    true: bool | None = None
    """Whether it was so; None: the review keeps it sealed."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a seat."""

    move: int
    """Its number in the record, from 1."""
    played: str
    best: str
    """What the judge would have played. Equal to ``played`` where it found nothing better."""
    value: Amount
    """What the seat could expect before it moved, if it moved well."""
    worth: Amount
    """What it could expect of the move that it made."""
    luck: Amount
    """What the answer to the move, or a draw right after it, gave beyond that."""
    label: Label
    exact: bool
    """Whether both values were searched to the end."""
    odds: tuple[Odds, ...]
    """What the seat could work out then: the things likeliest to be known next."""
    bits: float | None
    """How much the move was expected to tell the seat."""
    told: float | None
    """How much it told; for a seat that hides, how much it gave away."""
    why: str
    """Why the judge would have played as it would."""

    @property
    def loss(self) -> Amount:
        """What the move gave away: never less than nothing."""
        return self.value - self.worth


class Cause(StrEnum):
    """To whom a change is counted."""

    SKILL = "skill"
    LUCK = "luck"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment at which much changed for a seat."""

    move: int
    seat: Seat
    amount: Amount
    cause: Cause
    by: Seat
    """Who moved; NATURE: chance."""
    played: str
    """The seat's own move, as it is written; of others' moves nothing is told."""
    best: str
    """What would have been better, where that is the cause."""
    text: str = ""
    """The same as a sentence, once it is known what people are called (``named``)."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A game as one seat could see it. ``start + skill + luck + others == result``, exactly."""

    seat: Seat
    start: Amount
    skill: Amount
    """What its own decisions gave away: nothing, or less than that."""
    luck: Amount
    others: Amount
    """What the moves of the others brought it or cost it."""
    result: Amount
    decisions: tuple[Decision, ...]
    curve: tuple[tuple[int, Amount], ...]
    """After which move the seat could expect how much; the start is move 0."""
    turning_points: tuple[TurningPoint, ...]
    name: str = ""
    """What whoever sat there is called, once that is known (``named``)."""

    def sealed(self) -> SeatReview:
        """Without what was true."""
        made = (replace(each, odds=tuple(replace(odds, true=None) for odds in each.odds)) for each in self.decisions)
        return replace(self, decisions=tuple(made))

    @property
    def mean(self) -> Amount:
        """What a decision gave away on average."""
        return -self.skill // len(self.decisions) if self.decisions else 0

    def accuracy(self, currency: Currency) -> int:
        """From 0 to 100, to compare games: 100 is faultless; every step of the currency that a decision gives away on
        average halves it."""
        return round(100 * float(0.5 ** (self.mean / WHOLE / currency.step)))


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game, looked back at."""

    game: str
    moves: int
    judge: str
    """Which bot judged, as people know it."""
    caution: str
    """How far its values can be trusted."""
    currency: Currency
    opened: bool
    """Whether it says what was true."""
    seats: tuple[SeatReview, ...]
    turning_points: tuple[TurningPoint, ...]
    """The three moments at which most changed for anybody."""

    def only(self, seat: Seat | None, *, opened: bool) -> Review:
        """The same for one seat's eyes, or for all; without what was true, unless everything is open."""
        seats = tuple(one if opened else one.sealed() for one in self.seats if seat in (None, one.seat))
        points = self.turning_points if seat is None else tuple(p for one in seats for p in one.turning_points)
        return replace(self, opened=opened and self.opened, seats=seats, turning_points=points)
