"""What a position is worth in sheep, as the Sheepdog reckons it: for looking back at a game."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.judging import Currency, DuelJudge, Judge, JudgedChoice
from sheepfold.core.duel import DuelView
from sheepfold.games.sheep_dogs_wolves.terms import Options, tile_of
from sheepfold.games.sheep_dogs_wolves.view import View

PAR: Final = 0.51
"""The part of the flock that a Sheep saves when both sides play well."""


class DogsJudge(DuelJudge):
    """The sheep that live at the end."""

    currency = Currency("sheep", 0.5, "The sheep that you save, less those that the other player saves.")
    caution = "It thinks six tiles ahead; the last tiles of a round it searches to the end, which is then exact."

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def par(self, options: Options) -> float:
        return PAR * options.tiles

    def round_choice(self, now: View, view: DuelView[Options, View], move: Move, rng: Random) -> JudgedChoice | None:
        found: JudgedChoice = self._bot.appraise(now, tile_of(move[0]))
        return found


def judge(bot: Any) -> Judge:
    return DogsJudge(bot)
