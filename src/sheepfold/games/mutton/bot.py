"""This game's players, and the ladder that people climb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot, Level, Means, Weighed
from sheepfold.core.duel import DuelView
from sheepfold.games.mutton.bots import canny, plain
from sheepfold.games.mutton.bots.explain import explain
from sheepfold.games.mutton.terms import Options
from sheepfold.games.mutton.view import View

if TYPE_CHECKING:
    from sheepfold.games.mutton.bots.mind import Mind, Skill

Sight = DuelView[Options, View]

FAIR_SHARE: Final = 0.5
"""The share of the flock that a Wolf scores among the best: where they stop bidding."""
NEW_TO_IT: Final = 0.33
"""The same as somebody guesses who has not played much."""


class Novice:
    """Sees the last night and nothing else."""

    memory = 1
    careful = False
    nerve = 1

    def choose(self, view: Sight, rng: Random) -> Move:
        return self.weigh(view, rng).best

    def weigh(self, view: Sight, rng: Random) -> Weighed:
        """As the Wolf it thinks of one kill."""
        now = view.now
        if now is None:
            return Weighed.alone(canny.bid(view, rng, NEW_TO_IT))
        match now.phase:
            case "place":
                return Weighed.alone(canny.place(now, rng))
            case "choose":
                return Weighed.alone(plain.hide(now, rng))
            case "wolf":
                return Weighed.alone(plain.prowl(now, rng, careful=self.careful))
        return plain.aim(now, rng, memory=self.memory, nerve=self.nerve)

    def explain(self, view: Sight, move: Move) -> str:
        return explain(view, move)


class Farmhand(Novice):
    """Remembers every night, and hides in a crowd; but counts on fingers."""

    memory = 99
    careful = True


class Thinker:
    """Has every set of wolves in mind. What it thinks with is loaded at its first move."""

    def __init__(self, skill: str | Skill) -> None:
        """A skill by its name, or one of one's own."""
        self._skill = skill
        self._mind: Mind | None = None
        self._effort = 1.0

    def equip(self, means: Means) -> None:
        """It may think longer; kernels are not for it."""
        if means.effort != self._effort:
            self._effort, self._mind = means.effort, None

    def choose(self, view: Sight, rng: Random) -> Move:
        return self.weigh(view, rng).best

    def weigh(self, view: Sight, rng: Random) -> Weighed:
        now = view.now
        if now is None:
            return Weighed.alone(canny.bid(view, rng, FAIR_SHARE))
        if now.phase == "place":
            return Weighed.alone(canny.place(now, rng))
        if now.phase == "choose":
            return Weighed.alone(plain.hide(now, rng))
        return self.mind().weigh(now, rng)

    def mind(self) -> Mind:
        """What it thinks with."""
        if self._mind is None:
            from sheepfold.games.mutton.bots.mind import SKILLS

            skill = SKILLS[self._skill] if isinstance(self._skill, str) else self._skill
            self._mind = self.minded(replace(skill, cunning=skill.cunning.longer(self._effort)))
        return self._mind

    def minded(self, skill: Skill) -> Mind:
        """The mind that thinks with this skill."""
        from sheepfold.games.mutton.bots.mind import Mind

        return Mind(skill)

    def explain(self, view: Sight, move: Move) -> str:
        return explain(view, move)


def _thinker(skill: str) -> Callable[[], Bot]:
    return lambda: Thinker(skill)


BOTS: Final[dict[str, Callable[[], Any]]] = {
    "novice": Novice,
    "farmhand": Farmhand,
    "canny": canny.Canny,
    "wily": _thinker("wily"),
    "grey": _thinker("grey"),
}

LEVELS: Final = (
    Level("novice", "Novice", "Sees the last night only, and eats what is nearest.", head="lambs"),
    Level("farmhand", "Farmhand", "Remembers who stood near, and hides in a crowd; does no sums.", head="boy"),
    Level("canny", "Canny", "Shoots by exact odds, and keeps its wolves out of them.", head="black", usual=True),
    Level("wily", "Wily", "Plans its flights and reads your habits, but overlooks things.", 0.1, "wolf-clothed"),
    Level("grey", "Old Grey", "Overlooks nothing, and gives nothing away.", 0.3, "wolf"),
)
