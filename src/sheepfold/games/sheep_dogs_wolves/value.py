"""What a position is worth in sheep, as the Sheepdog reckons it: for looking back at a game."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.judging import Currency, DuelJudge, Judge, JudgedChoice
from sheepfold.core.duel import DuelView
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, Options, part_of, tile_of
from sheepfold.games.sheep_dogs_wolves.view import View

PAR: Final = 0.51
"""The part of the flock that a Sheep saves when both sides play well."""


class DogsRoundJudge:
    """The sheep that live at the end."""

    currency = Currency("sheep", 0.5, "The sheep that you save, less those that the other player saves.")
    chance = False
    caution = "It thinks six tiles ahead; the last tiles of a round it searches to the end, which is then exact."

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def par(self, options: Options) -> float:
        return PAR * options.tiles

    def choice(self, now: View, view: DuelView[Options, View], move: Move, rng: Random) -> JudgedChoice | None:
        found, sign = self._bot.appraise(now, tile_of(move[0])), 1 if now.turn == SHEEP else -1
        return JudgedChoice((part_of(found.best),), sign * found.value, sign * found.played, found.exact)

    def expected(self, now: View) -> float | None:
        return None

    def doubt(self, now: View) -> float | None:
        return None

    def hides(self, now: View) -> bool:
        return False


def judge(bot: Any) -> Judge:
    return DuelJudge(DogsRoundJudge(bot))
