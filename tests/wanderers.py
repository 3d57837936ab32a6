"""Random games by the rules, to hold those of kernels against."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from sheepfold.core.contract import NATURE, Move
from sheepfold.core.contract.bot import random_move
from sheepfold.core.contract.numbers import STOP
from sheepfold.core.records import chance
from sheepfold.core.records.luck import Luck, SaidMove
from sheepfold.core.records.progress import AnyGame, Progress, Step
from sheepfold.lab.fuzz import random_options


@dataclass(frozen=True)
class Wandering:
    """One random game with random options: a number gives the same one every time."""

    game: AnyGame
    number: int

    @property
    def seats(self) -> int:
        return Random(self.number).choice(self.game.seats)

    @property
    def options(self) -> Any:
        return random_options(self.game, self.seats, Random(self.number))

    @property
    def rngs(self) -> list[Random]:
        return [chance.rng_from("wandering", self.number, seat) for seat in range(1, self.seats + 1)]

    @property
    def luck(self) -> Luck:
        return Luck(self._seed, self.rngs)

    @property
    def _seed(self) -> bytes:
        return chance.seed_from("wandering", self.number)

    def steps(self) -> list[Step]:
        """As the rules have it."""
        rngs = self.rngs
        begun = Progress.begin(self.game, self.options, self.seats, self._seed)
        return list(begun.run(lambda now, seat: random_move(self.game, now.state, seat, rngs[seat - 1])))

    def told(self) -> tuple[list[SaidMove], Any]:
        """Moves as they are written and as a learner says them, and how it ended."""
        steps = self.steps()
        return [SaidMove(step.seat, step.text, self._said(step)) for step in steps], self.game.outcome(steps[-1].state)

    def _said(self, step: Step) -> Move:
        goes_on = step.seat != NATURE and self.game.parts(step.before, step.seat, step.move)
        return (*step.move, STOP) if goes_on else step.move
