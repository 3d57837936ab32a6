"""The random player: any legal move, part by part."""

from __future__ import annotations

from random import Random
from typing import Any

from sheepfold.core.bot import random_move
from sheepfold.core.contract import Move
from sheepfold.core.progress import AnyGame


class RandomBot:
    """Plays any game on the shelf: imagines a world that fits its view and moves at random in it.

    Any such world will do, since in all of them it may make the same moves. So its luck goes into its moves alone, and
    whoever knows the true world can draw the same ones from it.
    """

    unweighed = "It draws its moves by lot."

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(self, view: Any, rng: Random) -> Move:
        return random_move(self.game, self.game.imagine(view, Random(1)), view.seat, rng)
