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
from sheepfold.games.mutton.bots import lower_levels
from sheepfold.games.mutton.bots.farmer import Doubt, answers, berserk_cost, outlook, shot_cost, whim
from sheepfold.games.mutton.bots.story import Stories
from sheepfold.games.mutton.bots.wolf import Skill, WolfTurn
from sheepfold.games.mutton.bots.worlds import company
from sheepfold.games.mutton.terms import LETTERS, PASS, STAND
from sheepfold.games.mutton.view import View

LISTED: Final = 12
"""So many of the moves that were looked into are shown."""
FAINTEST: Final = 2.0**-30
"""A truth that is less likely counts as this likely: a sample of the sets may not hold it."""


class Mind:
    """Weighs what the Wolf can eat and whom the Farmer can shoot. Nothing is kept but what its views tell it."""

    def __init__(self, skill: Skill) -> None:
        self.skill = skill
        self.stories = Stories(skill.trust)

    def weigh(self, view: View, rng: Random) -> Weighed:
        """Values are points from here on: those that the Wolf expects, or those that the Farmer hopes not to lose."""
        values = self._kills(view, rng) if view.phase == "wolf" else self._aim(view, rng)
        found = Weighed.of(values, "points")
        return Weighed(found.moves[:LISTED], found.measure)

    def doubts(self, view: View, discount: float | None = None) -> Doubt:
        """What the Farmer does not know at this moment, the first suspect discounted as usual or by so much."""
        story = self.stories.of(view)
        worlds = story.worlds
        return Doubt.of(
            worlds.masks & story.position.alive, worlds.living, worlds.weights, discount or mean(self.skill.discounts)
        )

    def wolf_turn(self, view: View, rng: Random) -> WolfTurn:
        return WolfTurn(self.stories.of(view), rules.mask_of(view.wolves or ""), self.skill, rng)

    def _kills(self, view: View, rng: Random) -> dict[Move, float]:
        names = hexagon(view.options.size).names
        values: dict[Move, float] = {}
        for (animal, goals), value in self.wolf_turn(view, rng).moves().items():
            letter = LETTERS[animal]
            move = (letter,) if goals is None else (f"{letter}:", *(names[goal] for goal in goals))
            values[move] = value
        return values or {(PASS,): 0.0}

    def _aim(self, view: View, rng: Random) -> dict[Move, float]:
        skill = self.skill
        doubt = self.doubts(view, skill.discount(rng))
        costs = self._costs(view, doubt, rng)
        if skill.overlooks:
            seen = {victims for victims in costs if rng.random() >= skill.overlooks}
            costs = {victims: cost for victims, cost in costs.items() if victims in seen} or costs
        if view.log[-1].kind == STAND:
            costs.pop(0, None)
            costs = costs or {1 << bits(self.stories.of(view).position.alive)[0]: 0.0}
        values: dict[Move, float] = {}
        luck = whim(skill.luck, doubt)
        for victims, cost in costs.items():
            values[self._shot(view, victims, doubt, rng)] = luck * rng.gauss(0, 1) - cost
        return values

    def _costs(self, view: View, doubt: Doubt, rng: Random) -> dict[int, float]:
        """What each shot that comes to mind costs; 0 stands for none."""
        return answers(doubt, self.stories.of(view).position, self.skill.price, self.skill.aims, rng)

    # -- for whoever looks back -------------------------------------------------------------------

    def steady(self) -> Mind:
        """The same mind without whims: asked twice, it says the same."""
        search = replace(self.skill.search, luck=0.0)
        usual = (mean(self.skill.discounts),)
        return Mind(replace(self.skill, search=search, luck=0.0, overlooks=0.0, discounts=usual))

    def appraise(self, view: View, move: Move, rng: Random) -> JudgedChoice:
        """A move beside the best that it finds: what the Wolf expects after each, or what each costs the Farmer."""
        return self._kill(view, move, rng) if view.phase == "wolf" else self._fire(view, move, rng)

    def _kill(self, view: View, move: Move, rng: Random) -> JudgedChoice:
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

    def _fire(self, view: View, move: Move, rng: Random) -> JudgedChoice:
        doubt, options = self.doubts(view), view.options
        costs = self._costs(view, doubt, rng)
        position = self.stories.of(view).position
        alive, chances = position.alive, doubt.chances
        shot = () if move == (PASS,) else move[:1] if options.shotgun else move
        victims = rules.mask_of("".join(letter[0] for letter in shot))
        if victims.bit_count() > 1:
            cost = berserk_cost(doubt, float(chances.sum()), alive, victims)
        elif victims in costs:
            cost = costs[victims]
        else:
            animal = victims.bit_length() - 1
            chance, near = float(chances[animal]), company(options.size, position.cells, alive)
            cost = costs[0] + (1 - chance) - self.skill.price.dark * chance
            if options.reveal:
                cost = shot_cost(doubt, near, alive, self.skill.price, chance, animal, options.berserk)
        if view.log[-1].kind == STAND:
            costs.pop(0, None)
        best = min(costs, key=lambda each: costs[each], default=victims)
        told = (
            belief.bits_told(float(chances[victims.bit_length() - 1]))
            if victims.bit_count() == 1 and options.reveal
            else None
        )
        if costs.get(best, cost) >= cost:
            return JudgedChoice(move, cost, cost, bits=told)
        return JudgedChoice(self._shot(view, best, doubt, rng), costs[best], cost, bits=told)

    def outlook(self, view: View) -> float:
        """What the Farmer still expects to lose with the Wolf to move."""
        position, options = self.stories.of(view).position, view.options
        near = company(options.size, position.cells, position.alive)
        return outlook(self.doubts(view), near, position.alive, self.skill.price, options.berserk)

    def lacking(self, view: View) -> float:
        """How many bits the Farmer lacks: those of the doubt, or, where the viewer knows the wolves, the surprisal
        of the true set."""
        worlds = self.stories.of(view).worlds
        if view.wolves is None:
            return self.doubts(view).bits
        truth = float(worlds.weights[worlds.masks == rules.mask_of(view.wolves)].sum() / worlds.weights.sum())
        return -log2(max(truth, FAINTEST))

    def _shot(self, view: View, victims: int, doubt: Doubt, rng: Random) -> Move:
        if not victims:
            return (PASS,)
        letters = tuple(LETTERS[animal] for animal in bits(victims))
        if not view.options.shotgun:
            return letters
        chances = doubt.chances
        return lower_levels.scatter(view, letters[0], {LETTERS[i]: float(chances[i]) for i in range(len(chances))}, rng)
