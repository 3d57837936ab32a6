"""What a position is worth in points of the Wolf, as Old Grey reckons it: for looking back at a game."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.judging import Currency, DuelJudge, Judge, JudgedChoice
from sheepfold.core.duel import DuelView
from sheepfold.games.mutton.terms import FARMER, HOMECOMING, WOLF, Options
from sheepfold.games.mutton.view import HOME, View

if TYPE_CHECKING:
    from sheepfold.games.mutton.bots.policy import Policy

PAR: Final = 0.67
"""The share of the sheep that it expects the Wolf to get, before anything has happened."""


class MuttonJudge(DuelJudge):
    """The Wolf's points at the end, as the Wolf or the Farmer can expect them."""

    currency = Currency("points", 0.5, "Your points as the Wolf minus the other player's.")
    chance = True
    caution = "Its values are estimates: a difference of less than half a point says little."

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    @cached_property
    def _policy(self) -> Policy:
        found: Policy = self._bot.policy().without_noise()
        return found

    def par(self, options: Options) -> float:
        return PAR * (options.num_sheep - options.num_wolves)

    def round_choice(self, now: View, view: DuelView[Options, View], move: Move, rng: Random) -> JudgedChoice | None:
        if now.phase not in ("wolf", "farmer"):
            return None
        found, score = self._policy.judged(now, move, rng), self._score(now)
        return replace(found, value=score + found.value, played=score + found.played)

    def expected(self, now: View) -> float | None:
        """The Farmer has been answered; the Wolf learns nothing before the Farmer has moved."""
        if now.seat != FARMER or now.phase != "wolf":
            return None
        return self._score(now) + self._policy.expected_loss(now)

    def _score(self, now: View) -> float:
        """The Wolf's points so far; where nobody tells what the dead were, as they are to be expected."""
        if now.score is not None:
            return now.score
        home = sum(animal.fate == HOME for animal in now.animals)
        living = float(self._policy.posterior(now).chances.sum())
        return HOMECOMING * home + now.dead - (now.options.num_wolves - home - living)

    def round_doubt(self, now: View) -> float | None:
        return self._policy.missing_bits(now) if now.phase in ("wolf", "farmer") else None

    def hides(self, view: DuelView[Options, View]) -> bool:
        return view.now is not None and view.now.seat == WOLF


def judge(bot: Any) -> Judge:
    return MuttonJudge(bot)
