"""A review as JSON, which is kept and read back, and as text for terminal and mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import msgspec

from sheepfold.core.contract import Seat
from sheepfold.core.contract.judging import Currency
from sheepfold.core.errors import RecordError
from sheepfold.review.terms import WHOLE, Cause, Decision, Label, Review, SeatReview, TurningPoint

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
        return f"{name} played {point.played} and {gained} {much}, since the judge saw further then."
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
        f"Review of {title}, {review.moves} moves, judged by {review.judge}.",
        review.caution + (f" Exact: {exact} of {total} decisions." if exact else ""),
        f"Values: {review.currency.meaning}",
        "Skill is what a seat's own decisions gave away, by what it could know then; luck is what chance, an answer or "
        "a hidden truth gave beyond that; the rest is what the others' moves brought.",
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
        yield "  No decision of this seat was weighed."
        return
    counts = ", ".join(f"{sum(each.label is label for each in seat.decisions)} {label}" for label in Label)
    yield f"  {len(seat.decisions)} decisions: {counts}. Accuracy {seat.accuracy(review.currency)} of 100."
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
