"""The Farmer at the rifle: what every shot and every berserk is expected to cost in sheep from here on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.worlds import Array, PublicField, company

FEW: Final = 7
"""So many sets of wolves are played out to the end."""
VAGUE: Final = 5.0
"""So many bits are enough doubt for a whim."""
NEARLY: Final = 0.97
"""They must hold so much of all weight."""
IDLE: Final = 0.01
"""What it costs to wait, beside what may be lost: what is as good now is done now."""


@dataclass(frozen=True, slots=True)
class Price:
    """What is still to be lost, as games have shown: for each of the last bits of doubt, each bit before them, which
    the Wolf's meals will take away in part, and each wolf but the last."""

    doubt: float = 1.0
    early: float = 0.9
    last: float = 3.0
    """How many bits are the last ones."""
    wolf: float = 0.8
    dark: float = 3.0
    """What a dead wolf is worth where nobody says that it was one."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Sets of living wolves that fit, and their weights, which need not add up to 1."""

    masks: Array
    living: Array
    weights: Array

    @classmethod
    def of(cls, masks: Array, living: Array, weights: Array, discount: float = 1.0) -> Doubt:
        """Without what is next to impossible. The first suspect is held to be ``discount`` times as likely a wolf as
        the weights say: the Wolf knows them too, and sees to it that the wrong one comes first."""
        likely = weights > 1e-6 * weights.max()
        masks, living, weights = masks[likely], living[likely], weights[likely]
        suspect = int((weights @ living).argmax())
        held = np.where(living[:, suspect] > 0, discount, 1.0) * weights
        return cls(masks, living, held / held.sum())

    def given(self, rows: Array) -> Doubt:
        total = self.weights[rows].sum()
        return Doubt(self.masks[rows], self.living[rows], self.weights[rows] / total)

    def gone(self, animal: int) -> Doubt:
        """The doubt about the others, after this animal died and its nature was the one that all sets agree on."""
        living = self.living.copy()
        living[:, animal] = 0
        return Doubt(self.masks & ~(1 << animal), living, self.weights)

    @property
    def chances(self) -> Array:
        return self.weights @ self.living

    @property
    def bits(self) -> float:
        return float(-(self.weights * np.log2(self.weights)).sum())


def whim(luck: float, doubt: Doubt) -> float:
    """The points of difference between shots that a Farmer of this luck ignores: the fewer the less is in doubt."""
    return luck * min(1.0, doubt.bits / VAGUE)


def berserk(doubt: Doubt, chances: Array, alive: int) -> tuple[float, int]:
    """The cheapest berserk: what it costs, and its victims. The likeliest animals, or the likeliest sets together."""
    wolves, flock = float(chances.sum()), alive.bit_count()
    cost, victims = float(flock), 0
    order = sorted(bits(alive), key=lambda animal: -chances[animal])
    crowd, plans = 0, []
    for animal in order:
        crowd |= 1 << animal
        plans.append(crowd)
    crowd = 0
    for row in np.argsort(-doubt.weights, kind="stable")[:8]:
        crowd |= int(doubt.masks[row])
        plans.append(crowd)
    for plan in plans:
        count = plan.bit_count()
        if count < 2 or count - wolves >= cost:
            continue
        loss = berserk_cost(doubt, wolves, alive, plan)
        if loss < cost:
            cost, victims = loss, plan
    return cost, victims


def berserk_cost(doubt: Doubt, wolves: float, alive: int, plan: int) -> float:
    """What it costs to shoot all of these at once; so many wolves are expected to live."""
    caught = float(doubt.weights[(doubt.masks & ~plan) == 0].sum())
    return caught * (plan.bit_count() - wolves) + (1 - caught) * (alive.bit_count() - wolves)


def ending(doubt: Doubt, *, may_berserk: bool) -> float:
    """What it costs from here with the Farmer to move, played out exactly: a meal before each further shot, and no
    evidence but the answers to the shots."""
    masks = [int(mask) for mask in doubt.masks]
    weights = [float(weight) for weight in doubt.weights]
    known: dict[tuple[int, int], float] = {}

    def least(rows: int, shot: int) -> float:
        """For the sets in ``rows``, after the animals ``shot`` died; weighted by the rows."""
        if (rows, shot) in known:
            return known[rows, shot]
        left = [(masks[row] & ~shot, weights[row]) for row in bits(rows)]
        total = sum(weight for _, weight in left)
        wolves = left[0][0].bit_count()
        union = common = left[0][0]
        for mask, _ in left:
            union |= mask
            common &= mask
        if not wolves:
            return 0.0
        best = total * (union.bit_count() - wolves) if may_berserk and union.bit_count() > 1 else 1e9
        if common == union:  # no doubt is left
            best = min(best, total * (wolves - 1))
        else:
            for animal in bits(union):
                hit = sum(1 << row for row in bits(rows) if (masks[row] & ~shot) >> animal & 1)
                missed = rows & ~hit
                cost = 0.0
                if hit:
                    there = sum(weights[row] for row in bits(hit))
                    cost += (there if wolves > 1 else 0.0) + least(hit, shot | 1 << animal)
                if missed:
                    cost += 2 * sum(weights[row] for row in bits(missed)) + least(missed, shot)
                if hit:
                    best = min(best, cost)
        known[rows, shot] = best
        return best

    return least((1 << len(masks)) - 1, 0)


def supper(doubt: Doubt, near: Sequence[int], alive: int, *, may_berserk: bool) -> float:
    """What it costs from here with the Wolf to move, played out exactly but for one thing: the Wolf eats where that
    tells the Farmer least, and after that meal nothing more is learnt from any."""
    masks = [int(mask) for mask in doubt.masks]
    prey = [0] * len(masks)
    for row, mask in enumerate(masks):
        for wolf in bits(mask):
            prey[row] |= near[wolf] & alive & ~mask
    known: dict[int, float] = {}

    def left(rows: int) -> float:
        if rows not in known:
            known[rows] = ending(doubt.given(np.array(bits(rows))), may_berserk=may_berserk)
        return known[rows]

    found, fasting = 0.0, sum(1 << row for row, victims in enumerate(prey) if not victims)
    eaters = {
        victim: sum(1 << row for row, victims in enumerate(prey) if victims >> victim & 1) for victim in bits(alive)
    }
    for row, victims in enumerate(prey):
        costs = [1 + left(eaters[victim]) for victim in bits(victims)] or [left(fasting)]
        found += float(doubt.weights[row]) * max(costs)
    return min(found, float(alive.bit_count() - masks[0].bit_count()))


def outlook(doubt: Doubt, near: Sequence[int], alive: int, price: Price, may_berserk: bool) -> float:
    """What is still to be lost with the Wolf to move: a meal at least, unless no wolf is left."""
    chances = doubt.chances
    wolves = float(chances.sum())
    if wolves < 1e-6:
        return 0.0
    likely = np.argsort(-doubt.weights, kind="stable")[:FEW]
    if doubt.weights[likely].sum() >= NEARLY and np.ptp(doubt.living[likely].sum(axis=1)) == 0:
        return supper(doubt.given(likely), near, alive, may_berserk=may_berserk)
    bits_left = doubt.bits
    guess = 1 + price.wolf * (wolves - 1) + price.doubt * min(bits_left, price.last)
    guess = max(wolves, guess + price.early * max(0.0, bits_left - price.last))
    guess = min(guess, alive.bit_count() - wolves)
    if not may_berserk:
        return guess
    return min(guess, 1 + berserk(doubt, chances, alive)[0])


def answers(doubt: Doubt, field: PublicField, price: Price, most: int, rng: Random) -> dict[int, float]:
    """What each shot that comes to mind costs, a berserk first, since it ends the game; 0 stands for nobody."""
    options, alive, costs = field.options, field.alive, dict[int, float]()
    if options.berserk:
        cost, victims = berserk(doubt, doubt.chances, alive)
        if victims:
            costs[victims] = cost
    near = company(options.size, field.cells, alive)
    return costs | shots(
        doubt, near, alive, price, reveal=options.reveal, may_berserk=options.berserk, most=most, rng=rng
    )


def shots(
    doubt: Doubt,
    near: Sequence[int],
    alive: int,
    price: Price,
    *,
    reveal: bool,
    may_berserk: bool,
    most: int,
    rng: Random,
) -> dict[int, float]:
    """What it costs to shoot each of the likeliest animals; 0 stands for nobody. ``near``: who stands beside whom."""
    chances = doubt.chances
    found = {0: outlook(doubt, near, alive, price, may_berserk) + IDLE}
    order = sorted(bits(alive), key=lambda animal: (-round(float(chances[animal]), 6), rng.random()))[:most]
    for animal in order:
        chance = float(chances[animal])
        if reveal:
            found[1 << animal] = shot_cost(doubt, near, alive, price, chance, animal, may_berserk)
        else:
            found[1 << animal] = found[0] + (1 - chance) - price.dark * chance
    return found


def shot_cost(
    doubt: Doubt, near: Sequence[int], alive: int, price: Price, chance: float, animal: int, may_berserk: bool
) -> float:
    """What it costs to shoot this one, so likely a wolf, where the table is told what it was."""
    wolf = doubt.masks >> animal & 1 == 1
    left = alive & ~(1 << animal)
    cost = 0.0
    if chance > 1e-9:
        cost += chance * outlook(doubt.given(wolf).gone(animal), near, left, price, may_berserk)
    if chance < 1 - 1e-9:
        cost += (1 - chance) * (1 + outlook(doubt.given(~wolf), near, left, price, may_berserk))
    return cost
