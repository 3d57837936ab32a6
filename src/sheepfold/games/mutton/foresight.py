"""A Wolf that knows how the best Farmer reckons, and counts out whom that one will shoot.

Nobody plays against it but the Farmer that it was made to find the habits of (``study``).
"""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.games.mutton import rules
from sheepfold.games.mutton.arrays import Array, np
from sheepfold.games.mutton.eyes import EXACT
from sheepfold.games.mutton.farmer import Doubt, berserk, shots
from sheepfold.games.mutton.mind import Mind, Skill
from sheepfold.games.mutton.story import Story
from sheepfold.games.mutton.view import View
from sheepfold.games.mutton.wolf import Prowl
from sheepfold.games.mutton.worlds import company

COUNTED: Final = 4000
"""Up to so many sets of wolves it counts out; with more the Farmer shoots the first suspect anyway."""
UNLIKELY: Final = 0.03
"""What is less likely than this it leaves out."""


class Foresight(Prowl):
    """One turn of this Wolf."""

    def __init__(self, story: Story, wolves: int, skill: Skill, rng: Random) -> None:
        super().__init__(story, wolves, skill.cunning, skill.trust, rng)
        self.skill = skill

    def _shots(self, way: int, weights: Array, chances: Array, alive: int) -> dict[int, float]:
        fitting = weights > 0
        if way == EXACT or int(fitting.sum()) > COUNTED:
            return super()._shots(way, weights, chances, alive)
        masks = self.story.worlds.masks[fitting] & alive
        living = self.story.worlds.living[fitting].copy()
        living[:, [animal for animal in range(len(chances)) if not alive >> animal & 1]] = 0
        doubt = Doubt.of(masks, living, weights[fitting])
        near = company(self.options.size, self.cells, alive)
        reveal, may_berserk = self.options.reveal, self.options.berserk
        costs = shots(
            doubt, near, alive, self.skill.price, reveal=reveal, may_berserk=may_berserk, most=self.skill.aims,
            rng=self.rng,
        )  # fmt: skip
        if may_berserk:
            cost, victims = berserk(doubt, doubt.chances, alive)
            if victims:
                costs[victims] = cost
        least = min(costs.values())
        heat = max(0.02, 1.3 * self.skill.luck)  # as a little luck in each of two makes one the better
        likely = {victims: float(np.exp((least - cost) / heat)) for victims, cost in costs.items()}
        total = sum(likely.values())
        kept = {victims: chance for victims, chance in likely.items() if chance >= UNLIKELY * total}
        return {victims: chance / sum(kept.values()) for victims, chance in kept.items()}


class Foreseer(Mind):
    """Plays the Wolf by foresight."""

    def prowler(self, view: View, rng: Random) -> Prowl:
        return Foresight(self.stories.of(view), rules.mask_of(view.wolves or ""), self.skill, rng)
