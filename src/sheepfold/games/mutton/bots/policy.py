"""How the best players of Mutton think: with every set of wolves at hand, in both roles.

Loaded when one of them makes its first move, and not before: it brings NumPy along.
"""

from __future__ import annotations

from dataclasses import replace
from math import log2
from random import Random
from statistics import mean
from typing import Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Weighed
from sheepfold.core.contract.judging import JudgedChoice
from sheepfold.games.mutton import belief, rules
from sheepfold.games.mutton.board import bits, hexagon
from sheepfold.games.mutton.bot import scatter
from sheepfold.games.mutton.bots.farmer import (
    FarmerPosterior,
    berserk_cost,
    costs_of_shots,
    expected_loss,
    noise_scale,
    shot_cost,
)
from sheepfold.games.mutton.bots.models import Beliefs
from sheepfold.games.mutton.bots.wolf import Skill, WolfTurn
from sheepfold.games.mutton.bots.wolf_sets import company
from sheepfold.games.mutton.terms import LETTERS, PASS, STAND
from sheepfold.games.mutton.view import View

LISTED: Final = 12
"""So many of the moves that were looked into are shown."""
LEAST_LIKELY: Final = 2.0**-30
"""A truth that is less likely counts as this likely: a sample of the sets may not hold it."""


class Policy:
    """Weighs what the Wolf can eat and whom the Farmer can shoot. Nothing is kept but what its views tell it."""

    def __init__(self, skill: Skill) -> None:
        self.skill = skill
        self.beliefs = Beliefs(skill.priors)

    def weigh(self, view: View, rng: Random) -> Weighed:
        """Values are points from here on: those that the Wolf expects, or those that the Farmer hopes not to lose."""
        values = self._kills(view, rng) if view.phase == "wolf" else self._shots(view, rng)
        found = Weighed.of(values, "points")
        return Weighed(found.moves[:LISTED], found.measure)

    def posterior(self, view: View, discount: float | None = None) -> FarmerPosterior:
        """What the Farmer believes at this moment, the first suspect discounted as usual or by so much."""
        belief = self.beliefs.of(view)
        sets = belief.sets
        usual = mean(self.skill.discounts)
        return FarmerPosterior.of(sets.masks & belief.field.alive, sets.living, sets.weights, discount or usual)

    def wolf_turn(self, view: View, rng: Random) -> WolfTurn:
        return WolfTurn(self.beliefs.of(view), rules.mask_of(view.wolves or ""), self.skill, rng)

    def _kills(self, view: View, rng: Random) -> dict[Move, float]:
        names = hexagon(view.options.size).names
        values: dict[Move, float] = {}
        for (animal, goals), value in self.wolf_turn(view, rng).moves().items():
            letter = LETTERS[animal]
            move = (letter,) if goals is None else (f"{letter}:", *(names[goal] for goal in goals))
            values[move] = value
        return values or {(PASS,): 0.0}

    def _shots(self, view: View, rng: Random) -> dict[Move, float]:
        skill = self.skill
        posterior = self.posterior(view, skill.discount(rng))
        costs = self._costs(view, posterior, rng)
        if skill.overlooks:
            seen = {victims for victims in costs if rng.random() >= skill.overlooks}
            costs = {victims: cost for victims, cost in costs.items() if victims in seen} or costs
        if view.log[-1].kind == STAND:
            costs.pop(0, None)
            costs = costs or {1 << bits(self.beliefs.of(view).field.alive)[0]: 0.0}
        values: dict[Move, float] = {}
        noise = noise_scale(skill.noise, posterior)
        for victims, cost in costs.items():
            values[self._shot(view, victims, posterior, rng)] = noise * rng.gauss(0, 1) - cost
        return values

    def _costs(self, view: View, posterior: FarmerPosterior, rng: Random) -> dict[int, float]:
        return costs_of_shots(posterior, self.beliefs.of(view).field, self.skill.shots, rng)

    # -- for whoever looks back -------------------------------------------------------------------

    def without_noise(self) -> Policy:
        """The same policy, which says the same when asked twice."""
        search = replace(self.skill.search, noise=0.0)
        usual = (mean(self.skill.discounts),)
        return Policy(replace(self.skill, search=search, noise=0.0, overlooks=0.0, discounts=usual))

    def judged(self, view: View, move: Move, rng: Random) -> JudgedChoice:
        """A move beside the best that it finds: what the Wolf expects after each, or what each costs the Farmer."""
        return self._judged_kill(view, move, rng) if view.phase == "wolf" else self._judged_shot(view, move, rng)

    def _judged_kill(self, view: View, move: Move, rng: Random) -> JudgedChoice:
        if move == (PASS,):
            return JudgedChoice(move, 0.0, 0.0)
        turn, cells = self.wolf_turn(view, rng), hexagon(view.options.size)
        found = turn.moves()
        goals = tuple(cells.index[cell] for cell in move[1:]) if move[0].endswith(":") else None
        played = LETTERS.index(move[0][0]), goals
        worth = found[played] if played in found else turn.worth_of(*played)
        best = max(found, key=lambda each: found[each], default=played)
        if found.get(best, worth) <= worth:
            return JudgedChoice(move, worth, worth)
        letter = LETTERS[best[0]]
        written = (letter,) if best[1] is None else (f"{letter}:", *(cells.names[goal] for goal in best[1]))
        return JudgedChoice(written, found[best], worth)

    def _judged_shot(self, view: View, move: Move, rng: Random) -> JudgedChoice:
        posterior, field = self.posterior(view), self.beliefs.of(view).field
        costs, chances = self._costs(view, posterior, rng), posterior.chances
        shot = () if move == (PASS,) else move[:1] if view.options.shotgun else move
        victims = rules.mask_of("".join(letter[0] for letter in shot))
        told = None
        if victims.bit_count() > 1:
            cost = berserk_cost(posterior, float(chances.sum()), field.alive, victims)
        elif victims in costs:
            cost = costs[victims]
        else:
            near = company(view.options.size, field.cells, field.alive)
            cost = shot_cost(posterior, field, near, costs[0], victims.bit_length() - 1)
        if victims.bit_count() == 1 and view.options.reveal:
            told = belief.bits_told(float(chances[victims.bit_length() - 1]))
        if view.log[-1].kind == STAND:
            costs.pop(0, None)
        best = min(costs, key=lambda each: costs[each], default=victims)
        if costs.get(best, cost) >= cost:
            return JudgedChoice(move, cost, cost, bits=told)
        return JudgedChoice(self._shot(view, best, posterior, rng), costs[best], cost, bits=told)

    def expected_loss(self, view: View) -> float:
        """What the Farmer still expects to lose with the Wolf to move."""
        field = self.beliefs.of(view).field
        near = company(view.options.size, field.cells, field.alive)
        return expected_loss(self.posterior(view), near, field.alive, view.options.berserk)

    def missing_bits(self, view: View) -> float:
        """How many bits the Farmer lacks: the entropy of its posterior, or, where the viewer knows the wolves, the
        surprisal of the true set."""
        sets = self.beliefs.of(view).sets
        if view.wolves is None:
            return self.posterior(view).entropy
        truth = float(sets.weights[sets.masks == rules.mask_of(view.wolves)].sum() / sets.weights.sum())
        return -log2(max(truth, LEAST_LIKELY))

    def _shot(self, view: View, victims: int, posterior: FarmerPosterior, rng: Random) -> Move:
        if not victims:
            return (PASS,)
        letters = tuple(LETTERS[animal] for animal in bits(victims))
        if not view.options.shotgun:
            return letters
        chances = posterior.chances
        return scatter(view, letters[0], {LETTERS[i]: float(chances[i]) for i in range(len(chances))}, rng)
