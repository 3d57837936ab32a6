"""What a position is worth as a chance to win, as the Shepherd feels it: for looking back at a game."""

from __future__ import annotations

from math import exp, log
from random import Random
from typing import Any, Final

from sheepfold.core.contract import Move, Outcome, Seat
from sheepfold.core.contract.judging import Control, Currency, Judge, JudgedChoice
from sheepfold.games.wolf_in_the_fold.terms import TOGETHER, VERSUS
from sheepfold.games.wolf_in_the_fold.view import View

Fitted = tuple[tuple[int, float, float, float], ...]

FITTED: Final[dict[str, Fitted]] = {
    TOGETHER: (
        (60, -0.06, 0.24, 0.26), (45, 0.42, 0.29, 0.23), (30, 0.54, 0.38, 0.26), (15, 0.76, 0.99, 0.28),
        (0, 1.06, 2.19, 0.40),
    ),
    VERSUS: (
        (60, -0.3, 0.3, 0.08), (45, -0.75, 0.3, 0.08), (30, -0.73, 0.3, 0.08), (15, -0.6, 0.25, 0.07),
        (0, -0.32, 0.5, 0.08),
    ),
}  # fmt: skip
"""By how many tiles are in the bag at least: what the logarithm of the odds to win is made of. A constant, what a point
of lead adds, and what a point adds that the bot feels. Fitted to 4,400 positions of games between bots of several
levels; where each plays for itself, a felt point counts as much as in the bot's own habits."""
CONTROL: Final = Control("drover", 0.16)
"""Fitted to 55 games for two, each for themselves, between goatherd and herd boy."""
SETTLED: Final = 0.001
"""Nothing is taken for more certain than this before the end."""


class FoldJudge(Judge):
    """Together all have one chance against the wolves; else each has its own."""

    currency = Currency("of the win", 0.03, "The chance to win.", percent=True)
    caution = "Its values are estimates from games between bots: a few per cent say little."

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def start(self, view: View) -> float:
        return 0.5 if view.mode == TOGETHER else 1 / view.seats

    def common(self, view: View) -> bool:
        return view.mode == TOGETHER

    def choice(self, view: View, move: Move, rng: Random) -> JudgedChoice | None:
        found = self._bot.weigh(view, rng)
        (best, value), played = found.moves[0], dict(found.moves)[move]
        return JudgedChoice(best, _chance(view, value), _chance(view, played))

    def later(self, value: float, before: View, after: View) -> float:
        """What somebody else closes changes the lead; what a draw is worth shows at the next decision."""
        points = _lead(after) - _lead(before) if after.mode == VERSUS and before.turn not in (None, before.seat) else 0
        return _shifted(value, _row(after)[2] * points) if points else value

    def luck(self, before: View, after: View, mover: Seat) -> bool:
        """Together, others' decisions are weighed: whatever else changes is luck."""
        return before.mode == TOGETHER or super().luck(before, after, mover)

    def result(self, view: View, outcome: Outcome) -> float:
        if view.mode == VERSUS:
            return super().result(view, outcome)
        points = outcome.scores.sides
        lead = points["players"] - points["wolves"]
        return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5


def _row(view: View) -> tuple[int, float, float, float]:
    return next(row for row in FITTED[view.mode] if view.left() >= row[0])


def _lead(view: View) -> int:
    """Points of the view's owner beyond the best of the others; together, of all beyond the wolves."""
    if view.mode == TOGETHER:
        return view.scores["players"] - view.scores["wolves"]
    return view.scores[view.seat or 1] - max((view.scores[n] for n in _seats(view) if n != view.seat), default=0)


def _seats(view: View) -> range:
    return range(1, view.seats + 1)


def _chance(view: View, felt: float) -> float:
    _, constant, point, feel = _row(view)
    rivals = 0.0 if view.mode == TOGETHER else -log(max(1, view.seats - 1))
    return _bounded(1 / (1 + exp(-(constant + rivals + point * _lead(view) + feel * felt))))


def _shifted(chance: float, by: float) -> float:
    """The chance with its odds multiplied."""
    chance = _bounded(chance)
    return _bounded(1 / (1 + exp(-(log(chance / (1 - chance)) + by))))


def _bounded(chance: float) -> float:
    return min(1 - SETTLED, max(SETTLED, chance))


def judge(bot: Any) -> Judge:
    return FoldJudge(bot)
