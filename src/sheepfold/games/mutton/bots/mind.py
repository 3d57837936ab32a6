"""How the best players of Mutton think: with every set of wolves at hand, in both roles.

Loaded when one of them makes its first move, and not before: it brings NumPy along.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from sheepfold.core.bot import Weighed
from sheepfold.core.contract import Move
from sheepfold.core.hexes import hexagon
from sheepfold.games.mutton import rules
from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots import canny
from sheepfold.games.mutton.bots.farmer import Doubt, Price, berserk, shots, whim
from sheepfold.games.mutton.bots.foresight import Foresight
from sheepfold.games.mutton.bots.models import Trust
from sheepfold.games.mutton.bots.story import Stories
from sheepfold.games.mutton.bots.wolf import Cunning, Prowl
from sheepfold.games.mutton.bots.worlds import company
from sheepfold.games.mutton.terms import LETTERS, PASS, STAND
from sheepfold.games.mutton.view import View

LISTED: Final = 12
"""So many of the moves that were looked into are shown."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What tells one of these players from another."""

    cunning: Cunning = field(default_factory=Cunning)
    trust: Trust = field(default_factory=Trust)
    price: Price = field(default_factory=Price)
    aims: int = 6
    """How many animals the Farmer thinks of shooting."""
    luck: float = 0.0
    """How many points of difference the Farmer does not mind while much is in doubt, so that nobody can foresee the
    shot."""
    overlooks: float = 0.0
    """How often each of them, or each victim of the Wolf, is not thought of."""


class Mind:
    """Weighs what the Wolf can eat and whom the Farmer can shoot. Nothing is kept but what its views tell it."""

    def __init__(self, skill: Skill) -> None:
        self.skill = skill
        self.stories = Stories(skill.trust)

    def weigh(self, view: View, rng: Random) -> Weighed:
        """Values are points from here on: those that the Wolf expects, or those that the Farmer hopes not to lose."""
        values = self._prowl(view, rng) if view.phase == "wolf" else self._aim(view, rng)
        found = Weighed.of(values, "points")
        return Weighed(found.moves[:LISTED], found.measure)

    def doubts(self, view: View) -> Doubt:
        """What the Farmer does not know at this moment."""
        story = self.stories.of(view)
        worlds = story.worlds
        return Doubt.of(worlds.masks & story.position.alive, worlds.living, worlds.weights)

    def prowler(self, view: View, rng: Random) -> Prowl:
        """The Wolf's turn."""
        story, wolves, skill = self.stories.of(view), rules.mask_of(view.wolves or ""), self.skill
        if skill.cunning.looks:
            return Foresight(story, wolves, skill, rng)
        return Prowl(story, wolves, skill.cunning, skill.trust, rng)

    def _prowl(self, view: View, rng: Random) -> dict[Move, float]:
        names = hexagon(view.options.size).names
        values: dict[Move, float] = {}
        for (animal, goals), value in self.prowler(view, rng).moves().items():
            letter = LETTERS[animal]
            move = (letter,) if goals is None else (f"{letter}:", *(names[goal] for goal in goals))
            values[move] = value
        return values or {(PASS,): 0.0}

    def _aim(self, view: View, rng: Random) -> dict[Move, float]:
        skill, options = self.skill, view.options
        doubt, position = self.doubts(view), self.stories.of(view).position
        alive, near = position.alive, company(options.size, position.cells, position.alive)
        costs: dict[int, float] = {}
        if options.berserk:  # first: of equals it ends the game
            cost, victims = berserk(doubt, doubt.chances, alive)
            if victims:
                costs[victims] = cost
        costs |= shots(
            doubt,
            near,
            alive,
            skill.price,
            reveal=options.reveal,
            may_berserk=options.berserk,
            most=skill.aims,
            rng=rng,
        )
        if skill.overlooks:
            seen = {victims for victims in costs if rng.random() >= skill.overlooks}
            costs = {victims: cost for victims, cost in costs.items() if victims in seen} or costs
        if view.log[-1].kind == STAND:
            costs.pop(0, None)
            costs = costs or {1 << bits(alive)[0]: 0.0}
        values: dict[Move, float] = {}
        luck = whim(skill.luck, doubt)
        for victims, cost in costs.items():
            values[self._shot(view, victims, doubt, rng)] = luck * rng.gauss(0, 1) - cost
        return values

    def _shot(self, view: View, victims: int, doubt: Doubt, rng: Random) -> Move:
        if not victims:
            return (PASS,)
        letters = tuple(LETTERS[animal] for animal in bits(victims))
        if not view.options.shotgun:
            return letters
        chances = doubt.chances
        return canny.scatter(view, letters[0], {LETTERS[i]: float(chances[i]) for i in range(len(chances))}, rng)


SKILLS: Final = {
    "wily": Skill(
        Cunning(kills=3, rounds=2, loose=3, sets=400, polish=0, looks=0, luck=0.5, even=1.0),
        Trust((0.6, 0.2, 0.2), read=0.0),
        aims=4,
        overlooks=0.25,
    ),
    "grey": Skill(luck=0.2),
}
"""The players of this kind by name."""
