"""The random player: any legal move, part by part."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot, random_move, reasons
from sheepfold.core.contract.lesson import Lesson, course
from sheepfold.core.records.progress import AnyGame


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


BELLWETHER: Final = "bellwether"


class Bellwether:
    """Knows the lesson by what its seat sees, as any bot knows a game."""

    def __init__(self, game: AnyGame, lesson: Lesson, beyond: Bot) -> None:
        """``beyond``: who moves where the pupil has gone another way, or the lesson is over."""
        self._book, self._beyond = course(game, lesson).book, beyond

    def choose(self, view: Any, rng: Random) -> Move:
        return self._book[view] if view in self._book else self._beyond.choose(view, rng)

    def explain(self, view: Any, move: Move) -> str:
        """It is frank about who made its move."""
        if self._book.get(view) == move:
            return "I play along with your first game, so that you meet what it speaks of."
        return reasons(self._beyond, view, move)
