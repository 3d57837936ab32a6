"""A review as frozen data, as JSON, which is kept and read back, and as text for terminal and mail.

Amounts are whole thousandths of the game's currency, so that sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from sheepfold.core.contract import Seat
from sheepfold.core.contract.judging import Currency
from sheepfold.core.errors import RecordError
from sheepfold.core.words.prose import plural

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


# -- as JSON and text --------------------------------------------------------------------------

MARKS = {Label.BEST: "", Label.GOOD: "", Label.SLIP: "?", Label.BLUNDER: "??"}
"""What stands behind a move in a list, as chess players write it."""
LONGEST = 30
"""So much of a move is shown in a row of the table."""


def to_json(review: Review) -> str:
    """All of it, on one line."""
    return msgspec.json.encode(review).decode()


def from_json(text: str) -> Review:
    """A review that was kept. Raises RecordError."""
    try:
        return msgspec.json.decode(text, type=Review)
    except msgspec.MsgspecError as error:
        raise RecordError(f"This is not a review: {error}") from None


def named(review: Review, names: Mapping[Seat, str]) -> Review:
    """The review with what people are called, and what happened to them in sentences."""

    def said(point: TurningPoint) -> TurningPoint:
        return replace(point, text=sentence(point, review.currency, names))

    seats = (
        replace(seat, name=names[seat.seat], turning_points=tuple(map(said, seat.turning_points)))
        for seat in review.seats
    )
    return replace(review, seats=tuple(seats), turning_points=tuple(map(said, review.turning_points)))


def sentence(point: TurningPoint, currency: Currency, names: Mapping[Seat, str]) -> str:
    """What happened."""
    name, much = names[point.seat], f"{currency.shown(abs(point.amount) / WHOLE)} {currency.name}"
    gained = "gained" if point.amount > 0 else "lost"
    if point.cause is Cause.SKILL:
        return f"{name} played {point.played} and gave away {much}; {point.best} was better."
    if point.cause is Cause.OTHERS and point.by == point.seat:
        return f"{name} played {point.played} and {gained} {much}, since the judge saw further afterwards."
    if point.cause is Cause.OTHERS:
        return f"{name} {gained} {much} by what {names.get(point.by, 'another')} played."
    if point.by == point.seat:
        return f"{name} played {point.played} and {gained} {much} by luck in what came of it."
    return f"{name} {gained} {much} by luck."


def to_text(review: Review, title: str, number: Callable[[int], int] = lambda move: move) -> str:
    """What a person reads. ``number``: what they call a move of the record."""
    exact = sum(each.exact for seat in review.seats for each in seat.decisions)
    total = sum(len(seat.decisions) for seat in review.seats)
    lines = [
        f"Review of {title}, {plural(review.moves, 'move')}, judged by {review.judge}.",
        review.caution + (f" Exact: {exact} of {plural(total, 'decision')}." if exact else ""),
        f"Values: {review.currency.meaning}",
        "Skill: what a seat's own decisions gave away, by what it could know then. Luck: what chance, an answer or a "
        "hidden truth gave beyond that. Others: what the others' moves brought.",
    ]
    if review.turning_points:
        lines += [
            "",
            "Turning points",
            *(f"  Move {number(point.move)}: {point.text}" for point in review.turning_points),
        ]
    for seat in review.seats:
        lines += ["", *_seat(review, seat, number)]
    return "\n".join(lines) + "\n"


def _seat(review: Review, seat: SeatReview, number: Callable[[int], int]) -> Iterator[str]:
    show = review.currency.shown
    parts = (("skill", seat.skill), ("luck", seat.luck), ("others", seat.others))
    sums = ", ".join(f"{word} {show(amount / WHOLE, signed=True)}" for word, amount in parts)
    start, result = show(seat.start / WHOLE), show(seat.result / WHOLE)
    yield f"{seat.name} (seat {seat.seat}): {start} at the start, {sums}: {result}."
    if not seat.decisions:
        yield "  No decision of this seat was judged."
        return
    counts = ", ".join(f"{sum(each.label is label for each in seat.decisions)} {label}" for label in Label)
    yield f"  {plural(len(seat.decisions), 'decision')}: {counts}. Accuracy {seat.accuracy(review.currency)} of 100."
    for decision in seat.decisions:
        yield f"  {number(decision.move):>4}. {_row(review, decision)}"
        for extra in _extra(decision):
            yield f"        {extra}"


def _row(review: Review, made: Decision) -> str:
    show = review.currency.shown
    played = made.played if len(made.played) <= LONGEST else made.played[: LONGEST - 1] + "…"
    row = f"{played + MARKS[made.label]:<{LONGEST + 2}} {show(made.worth / WHOLE):>7}  {made.label}"
    if show(made.loss / WHOLE) != show(0):
        row += f", gave away {show(made.loss / WHOLE)}"
    if show(made.luck / WHOLE) != show(0):
        row += f", luck {show(made.luck / WHOLE, signed=True)}"
    return row + (" (exact)" if made.exact else "")


def _extra(made: Decision) -> Iterator[str]:
    if made.label in (Label.SLIP, Label.BLUNDER):
        yield f"Better: {made.best}. {made.why}".rstrip()
    if made.odds:
        truth = {True: " (true)", False: " (not so)", None: ""}
        odds = (f"{each.about} {each.way} {100 * each.chance:.0f} %{truth[each.true]}" for each in made.odds)
        yield f"Odds then: {', '.join(odds)}"
    if made.bits is not None and made.told is not None:
        yield f"Expected to tell {made.bits:z.1f} bits, told {made.told:z.1f}."
    elif made.told is not None:
        yield f"Gave away {made.told:z.1f} bits."
