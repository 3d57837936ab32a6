"""The Farmer at the rifle: what every shot and every berserk is expected to cost in sheep from here on; and how a Wolf
models a Farmer it does not know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

import numpy as np

from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.wolf_sets import Array, PublicField, company

BIT_COST: Final = 1.0
"""What is still to be lost for each of the last bits of entropy, as games have shown,"""
LAST_BITS: Final = 3.0
"""how many bits these are,"""
EARLY_BIT_COST: Final = 0.9
"""for each bit before them, which the Wolf's meals will take away in part,"""
WOLF_COST: Final = 0.8
"""and for each wolf but the last."""
UNSEEN_WOLF: Final = 3.0
"""What a dead wolf is worth where nobody says that it was one."""
WAITING_COST: Final = 0.01
"""What it costs to wait, beside what may be lost: what is as good now is done now."""
EXACT_SETS: Final = 7
"""So many sets of wolves are played out to the end,"""
EXACT_SHARE: Final = 0.97
"""if they hold so much of all weight."""
FULL_NOISE: Final = 5.0
"""Bits of entropy from which on noise in the choice of a shot is as large as it gets."""


@dataclass(frozen=True, slots=True)
class FarmerPosterior:
    """Sets of living wolves that fit, and how likely the Farmer takes each to be."""

    masks: Array
    living: Array
    weights: Array

    @classmethod
    def of(cls, masks: Array, living: Array, weights: Array, discount: float = 1.0) -> FarmerPosterior:
        """Without what is next to impossible; weights need not add up to 1. The first suspect is held to be
        ``discount`` times as likely a wolf as they say: the Wolf knows them too, and sees to it that the wrong one
        comes first."""
        likely = weights > 1e-6 * weights.max()
        masks, living, weights = masks[likely], living[likely], weights[likely]
        suspect = int((weights @ living).argmax())
        held = np.where(living[:, suspect] > 0, discount, 1.0) * weights
        return cls(masks, living, held / held.sum())

    def given(self, rows: Array) -> FarmerPosterior:
        total = self.weights[rows].sum()
        return FarmerPosterior(self.masks[rows], self.living[rows], self.weights[rows] / total)

    def gone(self, animal: int) -> FarmerPosterior:
        """What is left of it after this animal died and its nature was the one that all sets agree on."""
        living = self.living.copy()
        living[:, animal] = 0
        return FarmerPosterior(self.masks & ~(1 << animal), living, self.weights)

    @property
    def chances(self) -> Array:
        return self.weights @ self.living

    @property
    def entropy(self) -> float:
        """In bits."""
        return float(-(self.weights * np.log2(self.weights)).sum())


def noise_scale(noise: float, posterior: FarmerPosterior) -> float:
    """The standard deviation of the noise in the costs of shots, in points: the less is in doubt the smaller."""
    return noise * min(1.0, posterior.entropy / FULL_NOISE)


def berserk(posterior: FarmerPosterior, chances: Array, alive: int) -> tuple[float, int]:
    """The cheapest berserk: what it costs, and its victims. The likeliest animals, or the likeliest sets together."""
    wolves, flock = float(chances.sum()), alive.bit_count()
    cost, victims = float(flock), 0
    order = sorted(bits(alive), key=lambda animal: -chances[animal])
    crowd, plans = 0, []
    for animal in order:
        crowd |= 1 << animal
        plans.append(crowd)
    crowd = 0
    for row in np.argsort(-posterior.weights, kind="stable")[:8]:
        crowd |= int(posterior.masks[row])
        plans.append(crowd)
    for plan in plans:
        count = plan.bit_count()
        if count < 2 or count - wolves >= cost:
            continue
        loss = berserk_cost(posterior, wolves, alive, plan)
        if loss < cost:
            cost, victims = loss, plan
    return cost, victims


def berserk_cost(posterior: FarmerPosterior, wolves: float, alive: int, plan: int) -> float:
    """What it costs to shoot all of these at once; so many wolves are expected to live."""
    caught = float(posterior.weights[(posterior.masks & ~plan) == 0].sum())
    return caught * (plan.bit_count() - wolves) + (1 - caught) * (alive.bit_count() - wolves)


def farmers_endgame(posterior: FarmerPosterior, *, may_berserk: bool) -> float:
    """What it costs from here with the Farmer to move, played out exactly: a meal before each further shot, and no
    evidence but the answers to the shots."""
    masks = [int(mask) for mask in posterior.masks]
    weights = [float(weight) for weight in posterior.weights]
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


def wolfs_endgame(posterior: FarmerPosterior, near: Sequence[int], alive: int, *, may_berserk: bool) -> float:
    """What it costs from here with the Wolf to move, played out exactly but for one thing: the Wolf eats where that
    tells the Farmer least, and after that meal nothing more is learnt from any."""
    masks = [int(mask) for mask in posterior.masks]
    prey = [0] * len(masks)
    for row, mask in enumerate(masks):
        for wolf in bits(mask):
            prey[row] |= near[wolf] & alive & ~mask
    known: dict[int, float] = {}

    def left(rows: int) -> float:
        if rows not in known:
            known[rows] = farmers_endgame(posterior.given(np.array(bits(rows))), may_berserk=may_berserk)
        return known[rows]

    found, fasting = 0.0, sum(1 << row for row, victims in enumerate(prey) if not victims)
    eaters = {
        victim: sum(1 << row for row, victims in enumerate(prey) if victims >> victim & 1) for victim in bits(alive)
    }
    for row, victims in enumerate(prey):
        costs = [1 + left(eaters[victim]) for victim in bits(victims)] or [left(fasting)]
        found += float(posterior.weights[row]) * max(costs)
    return min(found, float(alive.bit_count() - masks[0].bit_count()))


def expected_loss(posterior: FarmerPosterior, near: Sequence[int], alive: int, may_berserk: bool) -> float:
    """What is still to be lost with the Wolf to move: a meal at least, unless no wolf is left. ``near``: who stands
    beside whom."""
    chances = posterior.chances
    wolves = float(chances.sum())
    if wolves < 1e-6:
        return 0.0
    likely = np.argsort(-posterior.weights, kind="stable")[:EXACT_SETS]
    if posterior.weights[likely].sum() >= EXACT_SHARE and np.ptp(posterior.living[likely].sum(axis=1)) == 0:
        return wolfs_endgame(posterior.given(likely), near, alive, may_berserk=may_berserk)
    entropy = posterior.entropy
    guess = 1 + WOLF_COST * (wolves - 1) + BIT_COST * min(entropy, LAST_BITS)
    guess = max(wolves, guess + EARLY_BIT_COST * max(0.0, entropy - LAST_BITS))
    guess = min(guess, alive.bit_count() - wolves)
    if not may_berserk:
        return guess
    return min(guess, 1 + berserk(posterior, chances, alive)[0])


def costs_of_shots(posterior: FarmerPosterior, field: PublicField, most: int, rng: Random) -> dict[int, float]:
    """What it costs to go berserk, to wait (0), and to shoot each of the likeliest animals. The berserk comes first,
    since it ends the game."""
    options, alive, costs = field.options, field.alive, dict[int, float]()
    chances = posterior.chances
    if options.berserk:
        cost, victims = berserk(posterior, chances, alive)
        if victims:
            costs[victims] = cost
    near = company(options.size, field.cells, alive)
    costs[0] = expected_loss(posterior, near, alive, options.berserk) + WAITING_COST
    order = sorted(bits(alive), key=lambda animal: (-round(float(chances[animal]), 6), rng.random()))[:most]
    return costs | {1 << animal: shot_cost(posterior, field, near, costs[0], animal) for animal in order}


def shot_cost(
    posterior: FarmerPosterior, field: PublicField, near: Sequence[int], waiting: float, animal: int
) -> float:
    """What it costs to shoot this one, where to wait costs so much."""
    chance, may_berserk = float(posterior.chances[animal]), field.options.berserk
    if not field.options.reveal:
        return waiting + (1 - chance) - UNSEEN_WOLF * chance
    wolf = posterior.masks >> animal & 1 == 1
    left = field.alive & ~(1 << animal)
    cost = 0.0
    if chance > 1e-9:
        cost += chance * expected_loss(posterior.given(wolf).gone(animal), near, left, may_berserk)
    if chance < 1 - 1e-9:
        cost += (1 - chance) * (1 + expected_loss(posterior.given(~wolf), near, left, may_berserk))
    return cost


# -- a Farmer whom nobody knows ------------------------------------------------------------------

UNIFORM, MODELLED = 0, 1
"""The posteriors that a Farmer may have: all sets of wolves that fit are equally likely, or the models weigh them."""
THRESHOLDS: Final = np.array([0.1, 0.2, 0.25, 0.3, 0.4, 0.5])
"""Chances from which on a Farmer may shoot."""
ERROR_RATE: Final = 0.15
"""How often a Farmer does something else than that."""
TOLERANCE: Final = (1e-5, 0.02)
"""Chances that differ by no more are the same to a Farmer with this posterior."""


def first_suspects(kind: int, chances: Array, alive: int) -> list[int]:
    """Those of the living who are likeliest to be wolves."""
    living = bits(alive)
    top = max(chances[animal] for animal in living)
    return [animal for animal in living if chances[animal] >= top - TOLERANCE[kind]]


@dataclass(frozen=True)
class FarmerModel:
    """How likely the Farmer has each kind of posterior (rows) and shoots from each threshold on (columns), after what
    was seen of the shots."""

    joint: Array

    @classmethod
    def unknown(cls) -> FarmerModel:
        return cls(np.full((2, len(THRESHOLDS)), 0.5 / len(THRESHOLDS)))

    def after(self, shot: int, chances: tuple[Array, Array], alive: int) -> FarmerModel:
        """After the Farmer shot somebody, or nobody (0), who took one or the other of these for the chances."""
        found, anything = [], 1 / (1 + alive.bit_count())
        for kind, known in enumerate(chances):
            first = first_suspects(kind, known, alive)
            likely = 1 / len(first) if any(shot >> animal & 1 for animal in first) else 0.0
            shoots = known[first[0]] >= THRESHOLDS
            found.append((1 - ERROR_RATE) * np.where(shoots, likely, float(not shot)) + ERROR_RATE * anything)
        joint = self.joint * np.stack(found)
        return FarmerModel(joint / joint.sum())

    def uniform(self, prior: float) -> float:
        """How likely the Farmer takes all sets for equally likely, if that was so likely before anything was seen."""
        uniform, modelled = (float(row.sum()) for row in self.joint)
        return prior * uniform / (prior * uniform + (1 - prior) * modelled)

    def shoots(self, kind: int, chances: Array) -> Array:
        """The probability that a Farmer with this posterior shoots at such chances."""
        found: Array = self._cumulative[kind][THRESHOLDS.searchsorted(chances, side="right")]
        return found

    @cached_property
    def _cumulative(self) -> tuple[Array, Array]:
        """For each posterior the cumulative distribution over thresholds, from 0."""
        uniform, modelled = (np.concatenate([[0.0], np.cumsum(row) / row.sum()]) for row in self.joint)
        return uniform, modelled
