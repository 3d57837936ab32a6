"""The Wolf's second look: what the Farmer will make of a kill and its flight, and whom the Farmer will shoot then.

The first look (``wolf``) takes the Farmer to know of a kill what it proves, and what the models say of it. One who
reads clues is told something by the flight too, and what that is can be counted out.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.eyes import EXACT, MODELLED
from sheepfold.games.mutton.bots.farmer import Doubt, berserk, shots, whim
from sheepfold.games.mutton.bots.habits import of_flight, of_kill
from sheepfold.games.mutton.bots.models import heard, humble, judged
from sheepfold.games.mutton.bots.story import Story
from sheepfold.games.mutton.bots.wolf import SURE, Case, Found, Prowl
from sheepfold.games.mutton.bots.worlds import Array, Meadow, WolfSets, company, too_many

if TYPE_CHECKING:
    from sheepfold.games.mutton.bots.mind import Skill

STEADY: Final = 0.05
"""Costs that differ by this are nearly the same to a Farmer without luck."""
WORK: Final = 125_000
"""So many sets of wolves it asks about at most, over all moves that it looks at again."""
UNLIKELY: Final = 0.05
"""Shots less likely than this are left out."""


class Foresight(Prowl):
    """One turn of a Wolf that thinks of a Farmer of its own skill, beside the one who reckons exactly."""

    def __init__(self, story: Story, wolves: int, skill: Skill, rng: Random) -> None:
        super().__init__(story, wolves, skill.cunning, skill.trust, rng)
        self.skill = skill
        self._kills: dict[int, tuple[WolfSets, Array, list[Case]]] = {}

    def moves(self) -> Found:
        """The best moves at the first look, with what they are worth at the second."""
        found = super().moves()
        looks = self._looks()
        if min(looks, len(found)) < 2:
            return found
        best = sorted(found, key=lambda move: -found[move])[:looks]
        second: Found = {}
        for victim, goals in best:
            second[victim, goals] = found[victim, None] if goals is None else self._foretold(victim, goals)
        return second

    def _looks(self) -> int:
        """How many moves it looks at again; fewer than two: none."""
        if self.exact >= SURE or not self.options.reveal or too_many(self.options):
            return 0
        return min(self.cunning.looks, WORK // len(self.story.worlds.masks))

    def worth_of(self, animal: int, goals: tuple[int, ...] | None) -> float:
        if goals is None or self._looks() < 2:
            return super().worth_of(animal, goals)
        return self._foretold(animal, goals)

    def _foretold(self, victim: int, goals: tuple[int, ...]) -> float:
        flight = self._flight(victim, goals)
        _, _, exact = self._kill(victim)
        return self._worth([*exact, *self._told_by(victim, flight.cells)], flight.cells) + self._luck()

    def _kill(self, victim: int) -> tuple[WolfSets, Array, list[Case]]:
        """What a Farmer who reads makes of the kill alone: the sets that fit, and the clues to them. And what one
        who reckons exactly answers."""
        if victim not in self._kills:
            assert self.eats is not None, "or it would not look again"
            before, worlds = self.story.position, self.story.worlds
            after = WolfSets(worlds.masks, worlds.living, judged(worlds.trust, self.eats[:, :, victim], self.trust))
            witnessed = (worlds.masks & self.alive & self.near[victim]) != 0
            same = (worlds.masks >> victim & 1) == (self.pack >> victim & 1)
            after = after.keep(witnessed & same).without(1 << victim)
            exact = [case for case in self._cases(victim) if case.way == EXACT]
            self._kills[victim] = after, of_kill(before, worlds, victim, after), exact
        return self._kills[victim]

    def _told_by(self, victim: int, cells: tuple[int, ...]) -> list[Case]:
        """How a Farmer who reads answers the kill after everybody ran there."""
        worlds, field = self.read_by_farmer(victim, cells)
        odds = {shot: (1 - self.exact) * chance for shot, chance in self.foreseen(worlds, field).items()}
        return self._told(MODELLED, odds, worlds.masks, worlds.weights, field.alive)

    def read_by_farmer(self, victim: int, cells: tuple[int, ...]) -> tuple[WolfSets, Meadow]:
        """What that Farmer will believe then, and see."""
        worlds, kill, _ = self._kill(victim)
        field = Meadow(self.options, cells, self.alive & ~(1 << victim))
        runners = sum(1 << animal for animal in bits(self.near[victim]) if cells[animal] != self.cells[animal])
        if self.trust.read:
            worlds = heard(worlds, np.concatenate([kill, of_flight(field, runners, worlds)], axis=1), self.trust)
        lines = humble(worlds.trust, self.trust, self.story.worlds.share)
        return WolfSets(worlds.masks, worlds.living, lines), field

    def foreseen(self, worlds: WolfSets, field: Meadow) -> dict[int, float]:
        """How likely a Farmer of this skill is to make each shot."""
        skill, alive = self.skill, field.alive
        doubt = Doubt.of(worlds.masks & alive, worlds.living, worlds.weights, skill.guile)
        near = company(self.options.size, field.cells, alive)
        may_berserk = self.options.berserk
        costs = shots(
            doubt, near, alive, skill.price, reveal=True, may_berserk=may_berserk, most=skill.aims, rng=self.rng
        )
        if may_berserk:
            cost, victims = berserk(doubt, doubt.chances, alive)
            if victims:
                costs[victims] = cost
        least = min(costs.values())
        heat = max(STEADY, 1.3 * whim(skill.luck, doubt))  # as a little luck in each of two makes one the better
        likely = {victims: float(np.exp((least - cost) / heat)) for victims, cost in costs.items()}
        kept = {victims: chance for victims, chance in likely.items() if chance >= UNLIKELY}
        return {victims: chance / sum(kept.values()) for victims, chance in kept.items()}
