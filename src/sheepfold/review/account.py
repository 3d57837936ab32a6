"""The account of one seat: every change of what it could expect is its own skill, luck, or the others' doing.

Nothing here looks at more than the seat's views and what it was told. So its account is the same in all worlds that it
cannot tell apart, as long as the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from sheepfold.core.contract import NATURE, Marginal, Move, Outcome, Seat
from sheepfold.core.contract.bot import Bot, reasons
from sheepfold.core.contract.judging import Judge, JudgedChoice
from sheepfold.core.records.progress import AnyGame, Step
from sheepfold.review.terms import WHOLE, Amount, Cause, Decision, Label, Odds, SeatReview, TurningPoint, label_of

SHOWN: Final = 3
"""So many hidden things are shown with their odds, and so many turning points."""
SURE: Final = 0.999
"""What is likelier than this is no longer in doubt."""


def amount(value: float) -> Amount:
    return round(value * WHOLE)


@dataclass(frozen=True)
class Judging:
    """A game, its judge and the bot behind it."""

    game: AnyGame
    judge: Judge
    bot: Bot

    def choice(self, view: Any, move: Move, word: str) -> JudgedChoice | None:
        """A decision weighed. ``word`` seeds the judge's luck: with the same word it says the same."""
        return self.judge.choice(view, move, Random(f"review {word}"))

    def seat(
        self,
        seat: Seat,
        first: Any,
        steps: Iterable[Step],
        ended: Outcome | None = None,
        *,
        numbered: bool = False,
        opened: bool = False,
        each: Callable[[], None] = lambda: None,
    ) -> SeatReview:
        """The account of a seat.

        ``first`` is the state before the steps; ``ended`` how the game ended by its rules; ``numbered``: call moves by
        their numbers in the record, which a seat may not know while the game goes on; ``each`` is called for each step.
        """
        book = SeatAccount(self, seat, opened, self.game.view(first, seat))
        number = 0
        for step in steps:
            each()
            before, after = self.game.view(step.before, seat), self.game.view(step.state, seat)
            if before == after and not any(told.reaches(seat) for told in step.told):
                continue  # it left no trace for this seat, not even a number
            number += 1
            book.step(step.ply + 1 if numbered else number, step, before, after)
        return book.closed(ended)


class SeatAccount:
    """The books of one seat while they are written."""

    def __init__(self, by: Judging, seat: Seat, opened: bool, view: Any) -> None:
        self._by, self._seat, self._opened, self._view = by, seat, opened, view
        self._start = self._value = amount(by.judge.start(view))
        self._sums = dict.fromkeys(Cause, 0)
        self._curve = [(0, self._start)]
        self._decisions: list[Decision] = []
        self._doubt: float | None = None
        self._last: tuple[int, Cause, Step | None] = (0, Cause.LUCK, None)
        self._changes: dict[tuple[int, Cause], tuple[Amount, Step]] = {}
        self._open = False
        """Whether chance may still answer the last decision."""

    def step(self, number: int, step: Step, before: Any, after: Any) -> None:
        """One step that the seat knows of."""
        judge, own = self._by.judge, step.seat == self._seat
        choice = self._choice(step, before) if own or (step.seat != NATURE and judge.common(before)) else None
        if choice is not None:
            self._becomes(amount(choice.value))
            loss = amount(choice.value) - amount(choice.played)
            self._change(number, Cause.SKILL if own else Cause.OTHERS, -loss, step)
        if step.seat != NATURE:
            self._open = False
        if own:
            self._decided(number, step, before, choice)
        self._last = (number, Cause.LUCK if judge.luck(before, after, step.seat) else Cause.OTHERS, step)
        self._view = after
        self._becomes(amount(judge.later(self._value / WHOLE, before, after)))
        self._curve.append((number, self._value))
        if self._open and self._doubt is not None and (now := judge.doubt(after)) is not None:
            self._decisions[-1] = replace(self._decisions[-1], told=round(self._doubt - now, 3))

    def closed(self, ended: Outcome | None) -> SeatReview:
        """The books at the end."""
        if ended is not None:
            self._becomes(amount(self._by.judge.result(self._view, ended)))
            self._curve[-1] = (self._curve[-1][0], self._value)
        return SeatReview(
            seat=self._seat,
            start=self._start,
            skill=self._sums[Cause.SKILL],
            luck=self._sums[Cause.LUCK],
            others=self._sums[Cause.OTHERS],
            result=self._value,
            decisions=tuple(self._decisions),
            curve=tuple(self._curve),
            turning_points=tuple(sorted(self._turning_points(), key=lambda point: point.move)),
        )

    def _becomes(self, value: Amount) -> None:
        """The seat can expect so much now: because of the last step."""
        number, cause, step = self._last
        change = value - self._value
        if not change:
            return
        if step is None:  # nothing has happened: the judge has only looked closer
            self._start = self._value = value
            self._curve = [(0, value)]
            return
        if self._open:
            self._decisions[-1] = replace(self._decisions[-1], luck=self._decisions[-1].luck + change)
        self._change(number, cause, change, step)
        self._curve[-1] = (self._curve[-1][0], self._value)

    def _change(self, number: int, cause: Cause, change: Amount, step: Step) -> None:
        self._value += change
        self._sums[cause] += change
        if change:
            before, _ = self._changes.get((number, cause), (0, step))
            self._changes[number, cause] = before + change, step

    def _choice(self, step: Step, before: Any) -> JudgedChoice | None:
        view = before if step.seat == self._seat else self._by.game.view(step.before, step.seat)
        return self._by.choice(view, step.move, f"{step.seat} {len(self._curve)}")

    # -- decisions -------------------------------------------------------------------------------

    def _decided(self, number: int, step: Step, before: Any, choice: JudgedChoice | None) -> None:
        if choice is None:
            return
        game, judge = self._by.game, self._by.judge
        value, worth = amount(choice.value), amount(choice.played)
        better = choice.best != step.move and value > worth
        self._decisions.append(
            Decision(
                move=number,
                played=step.text,
                best=game.write(step.before, self._seat, choice.best) if better else step.text,
                value=value,
                worth=worth,
                luck=0,
                label=label_of(value - worth, judge.currency) if better else Label.BEST,
                exact=choice.exact,
                odds=tuple(self._odds(step, before)),
                bits=None if choice.bits is None else round(choice.bits, 3),
                told=None,
                why=reasons(self._by.bot, before, choice.best) if better else "",
            )
        )
        hides = judge.hides(before)
        self._open, self._doubt = True, judge.doubt(before) if hides or choice.bits is not None else None

    def _odds(self, step: Step, before: Any) -> Iterator[Odds]:
        truth = self._by.game.truth(step.before) if self._opened else {}
        marginals = self._by.game.beliefs(before)
        rare = _rarer(marginals)
        shown = [(each.about, *_wanted(each, rare)) for each in marginals if each.odds[0][1] < SURE]
        for about, way, chance in sorted(shown, key=lambda each: (-each[2], each[0]))[:SHOWN]:
            true = truth[about] == way if about in truth else None
            yield Odds(about, way, round(chance, 4), true)

    # -- turning points --------------------------------------------------------------------------

    def _turning_points(self) -> Iterator[TurningPoint]:
        order = sorted(self._changes.items(), key=lambda each: (-abs(each[1][0]), each[0]))
        better = {each.move: each.best for each in self._decisions}
        for (number, cause), (change, step) in order[:SHOWN]:
            played = step.text if step.seat == self._seat else ""
            best = better[number] if cause is Cause.SKILL else ""
            yield TurningPoint(number, self._seat, change, cause, step.seat, played, best)


def _rarer(marginals: Iterable[Marginal]) -> str | None:
    """Of two ways that everything can be, the one that fewer are, which is what is sought; None: there are more."""
    sums: dict[str, float] = {}
    for marginal in marginals:
        for way, chance in marginal.odds:
            sums[way] = sums.get(way, 0.0) + chance
    return min(sums, key=lambda way: (sums[way], way)) if len(sums) == 2 else None


def _wanted(marginal: Marginal, rare: str | None) -> tuple[str, float]:
    """The way worth telling, and its chance."""
    return next((each for each in marginal.odds if each[0] == rare), marginal.odds[0])
