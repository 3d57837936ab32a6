"""How the best players of Mutton think: with every set of wolves at hand, in both roles.

Loaded when one of them makes its first move, and not before: it brings NumPy along.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import log2
from random import Random
from typing import Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Weighed
from sheepfold.core.geometry import hexagon
from sheepfold.games.mutton import rules
from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots import canny
from sheepfold.games.mutton.bots.farmer import Doubt, Price, berserk, berserk_cost, outlook, shot_cost, shots, whim
from sheepfold.games.mutton.bots.foresight import Foresight
from sheepfold.games.mutton.bots.models import Trust
from sheepfold.games.mutton.bots.story import Stories
from sheepfold.games.mutton.bots.wolf import Cunning, Prowl
from sheepfold.games.mutton.bots.worlds import company
from sheepfold.games.mutton.terms import LETTERS, PASS, STAND
from sheepfold.games.mutton.view import View

LISTED: Final = 12
"""So many of the moves that were looked into are shown."""
FAINTEST: Final = 2.0**-30
"""A truth that is less likely counts as this likely: a sample of the sets may not hold it."""


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
    guile: float = 1.0
    """How many times as likely to be a wolf as its odds say the Farmer takes the first suspect for."""
    overlooks: float = 0.0
    """How often each of them, or each victim of the Wolf, is not thought of."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A move beside the best one: what the Wolf expects after each, or what each costs the Farmer, from here on."""

    best: Move
    value: float
    played: float
    bits: float | None = None
    """How much the answer to the shot was expected to tell."""


def bit_of(chance: float) -> float:
    """How many bits the answer to a question tells on average that is a yes with this chance."""
    return -sum(each * log2(each) for each in (chance, 1 - chance) if each > 0)


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
        return Doubt.of(worlds.masks & story.position.alive, worlds.living, worlds.weights, self.skill.guile)

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
        skill, doubt = self.skill, self.doubts(view)
        costs = self._costs(view, rng)
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

    def _costs(self, view: View, rng: Random) -> dict[int, float]:
        """What each shot that comes to mind costs; 0 stands for none."""
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
        return costs

    # -- for whoever looks back -------------------------------------------------------------------

    def steady(self) -> Mind:
        """The same mind without whims: asked twice, it says the same."""
        cunning = replace(self.skill.cunning, luck=0.0)
        return Mind(replace(self.skill, cunning=cunning, luck=0.0, overlooks=0.0))

    def appraise(self, view: View, move: Move, rng: Random) -> Appraisal:
        """A move beside the best that it finds."""
        return self._kill(view, move, rng) if view.phase == "wolf" else self._fire(view, move, rng)

    def _kill(self, view: View, move: Move, rng: Random) -> Appraisal:
        if move == (PASS,):
            return Appraisal(move, 0.0, 0.0)
        prowler, cells = self.prowler(view, rng), hexagon(view.options.size)
        found = prowler.moves()
        goals = tuple(cells.index[cell] for cell in move[1:]) if move[0].endswith(":") else None
        played = LETTERS.index(move[0][0]), goals
        worth = found[played] if played in found else prowler.worth_of(*played)
        best = max(found, key=lambda each: found[each], default=played)
        if found.get(best, worth) <= worth:
            return Appraisal(move, worth, worth)
        letter = LETTERS[best[0]]
        written = (letter,) if best[1] is None else (f"{letter}:", *(cells.names[goal] for goal in best[1]))
        return Appraisal(written, found[best], worth)

    def _fire(self, view: View, move: Move, rng: Random) -> Appraisal:
        costs, doubt, options = self._costs(view, rng), self.doubts(view), view.options
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
        told = bit_of(float(chances[victims.bit_length() - 1])) if victims.bit_count() == 1 and options.reveal else None
        if costs.get(best, cost) >= cost:
            return Appraisal(move, cost, cost, told)
        return Appraisal(self._shot(view, best, doubt, rng), costs[best], cost, told)

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
        return canny.scatter(view, letters[0], {LETTERS[i]: float(chances[i]) for i in range(len(chances))}, rng)


SKILLS: Final = {
    "wily": Skill(
        Cunning(kills=3, rounds=2, loose=3, sets=400, polish=0, looks=0, luck=0.5, even=1.0),
        Trust((0.6, 0.2, 0.2), read=0.0),
        aims=4,
        overlooks=0.25,
    ),
    "grey": Skill(luck=0.2, guile=0.8),
}
"""The players of this kind by name."""
