"""Models of the Wolf, and what everybody can believe by them: how likely each is to choose these wolves and to eat this
animal, and what kills and flights give away beyond that.

The weights of the clues were learnt from games of the best Wolf (``tests/games/mutton/learn_clues.py``), by asking of
each clue how much likelier it makes the true set among all that fit.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.farmer import FarmerModel
from sheepfold.games.mutton.bots.wolf_sets import (
    CLUES,
    Array,
    PublicField,
    WolfSets,
    all_sets,
    company,
    placed,
    reach,
    rows_of,
    too_many,
)
from sheepfold.games.mutton.rules import mask_of
from sheepfold.games.mutton.terms import FARMER, KILL, LETTERS, STAND, WOLF, Deed
from sheepfold.games.mutton.view import View, farmers_eyes

CLUE_NAMES: Final = (
    "witnesses", "suspicion", "first", "more suspicion", "doubt", "doubt cubed", "taste", "taste of all", "modelled",
    "prey", "hungry", "next doubt", "next first", "crowd run to", "suspects beside",
)  # fmt: skip
"""What is asked about a set of wolves after a kill and its flight; each answer is a number."""
CLUE_WEIGHTS: Final = (0.24, 0.31, -2.36, 1.09, -0.6, 1.05, -3.62, -1.18, 5.53, 0.89, 5.51, 1.43, -0.29, -0.09, 0.14)
"""The log-likelihood of a set is the sum of its answers times these."""

FLAT_SCALE: Final = 1.6
"""How well the flat model is taken to explain a kill, as a multiple of what chance alone would."""
TEMPERATURE: Final = 0.35
"""How loosely the wary model follows its costs."""
LEAST_FLAT: Final = 0.2
"""The share of the models that the flat one always keeps: one that has been right for long may still be a mask."""
MODEL_POWER: Final = 2.0
"""The evidence between models is raised to this power: one Wolf plays all of them, and it is better to doubt a model
early than late."""
CLUE_POWER: Final = 1.5
"""The odds of the clues against the models are raised to this power when somebody's nature comes out."""
LEAST_CLUES: Final = 0.02
"""The mixing weight of clues is never less than this, if it is any."""
LEAST_LOG: Final = -30.0
"""No kill speaks more against a set than this log-likelihood."""
LEAST_WEIGHT: Final = 1e-60
"""No set that fits weighs less by its clues."""


@dataclass(frozen=True, slots=True)
class Priors:
    """How likely each model of the Wolf is before anything has happened."""

    models: tuple[float, ...] = (0.82, 0.0, 0.18)
    """Flat: nothing follows from what it prefers. Blind: eats anybody. Wary: keeps its wolves out of the exact odds,
    and likes company at the start."""
    clues: float = 0.6
    """The mixing weight of what clues say, against all models, until they have misled."""


# -- the posterior ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PublicBelief:
    """What everybody can know and believe at one moment of a game."""

    field: PublicField
    sets: WolfSets
    farmer: FarmerModel

    def after(self, deed: Deed, natures: Mapping[str, bool], priors: Priors) -> PublicBelief:
        """The belief with a deed more. ``natures`` are those that everybody knows of the dead by now."""
        field, sets, farmer = self.field.after(deed), self.sets, self.farmer
        if deed.role == FARMER:
            chances = sets.living.mean(axis=0), sets.weights @ sets.living
            farmer = farmer.after(mask_of(deed.letters), chances, self.field.alive)
        if deed.kind == KILL:
            victim = LETTERS.index(deed.letters)
            can, chances_of = kill_likelihoods(self.field, sets, priors)
            sets = WolfSets(sets.masks, sets.living, after_kill(sets.joint, chances_of[:, :, victim]))
            sets = sets.keep(can[:, victim] > 0)
        elif deed.kind == STAND and deed.role == WOLF:
            sets = sets.keep((sets.masks & mask_of(deed.near)) == 0)
        for letter in deed.letters:
            if letter in natures:
                sets = sets.keep((sets.masks >> LETTERS.index(letter) & 1) == natures[letter])
        dead = self.field.alive & ~field.alive
        if dead:
            sets = sets.without(dead)
        if deed.kind == KILL and priors.clues and len(sets.masks):
            sets = after_clues(sets, clues(self.field, self.sets, deed, field, sets))
        clue_share = self.sets.clue_share if deed.kind == KILL else clue_posterior(sets, priors)
        if not field.options.reveal:  # the game goes on: a wolf and a sheep are alive
            left = sets.masks & field.alive
            sets = sets.keep((left != 0) & (left != field.alive))
        return PublicBelief(field, WolfSets(sets.masks, sets.living, mixed(sets.joint, priors, clue_share)), farmer)


class Beliefs:
    """The public belief of any view."""

    KEPT: Final = 24
    """How many are kept, so that each grows out of the last: those of a few games side by side."""

    def __init__(self, priors: Priors) -> None:
        self.priors = priors
        self._kept: OrderedDict[Hashable, PublicBelief] = OrderedDict()

    def of(self, view: View) -> PublicBelief:
        """What the Farmer can believe, whoever's view this is."""
        public = farmers_eyes(view)
        natures = {a.letter: a.wolf for a in public.animals if a.wolf is not None}
        return self._up_to(public, natures, len(view.log))

    def _up_to(self, view: View, natures: Mapping[str, bool], length: int) -> PublicBelief:
        log = view.log[:length]
        known = tuple(natures.get(letter) for deed in log for letter in deed.letters)
        sampled = (view.log, *natures.items()) if too_many(view.options) else None
        key = (view.options, view.start, log, known, sampled)
        found = self._kept.get(key)
        if found is None:
            before = self._up_to(view, natures, length - 1) if log else None
            found = self.begun(view) if before is None else before.after(log[-1], natures, self.priors)
            self._kept[key] = found
            if len(self._kept) > self.KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return found

    def begun(self, view: View) -> PublicBelief:
        """Before the first deed."""
        field, masks = placed(view), all_sets(view)
        living = rows_of(masks, len(field.cells))
        return PublicBelief(field, WolfSets(masks, living, prior(field, living, self.priors)), FarmerModel.unknown())


def mixed(joint: Array, priors: Priors, clue_share: float) -> Array:
    """The joint posterior with this mixing weight for the clues, and for the flat model at least its own."""
    models, read = joint[:CLUES], np.maximum(joint[CLUES], LEAST_WEIGHT)
    found: Array = models / models.sum()
    flat = float(found[0].sum())
    if flat < LEAST_FLAT and priors.models[0]:
        found = found * ((1 - LEAST_FLAT) / (1 - flat))
        found[0] = LEAST_FLAT / found.shape[1]
    said = read * (clue_share / read.sum())
    return np.concatenate([(1 - clue_share) * found, said[None, :]])


def clue_posterior(sets: WolfSets, priors: Priors) -> float:
    """The mixing weight of the clues now that somebody's nature has come out, which they or the models had foreseen: a
    Wolf that knows how its clues are read will lay false ones."""
    if not priors.clues:
        return 0.0
    said, other = (float(rows.sum()) for rows in (sets.joint[CLUES], sets.joint[:CLUES]))
    odds: float = (other / max(said, LEAST_WEIGHT)) ** CLUE_POWER
    return min(priors.clues, max(LEAST_CLUES, 1 / (1 + odds)))


def after_kill(joint: Array, likelihoods: Array) -> Array:
    """Bayes' rule for a kill, given its likelihood by each model and each set of wolves; clues come later."""
    models = joint[:CLUES]
    likely = models * np.maximum(likelihoods, 1e-9)
    before = np.maximum(models.sum(axis=1, keepdims=True), 1e-300)
    explained = np.maximum(likely.sum(axis=1, keepdims=True) / before, 1e-9)
    return np.concatenate([likely * explained ** (MODEL_POWER - 1), joint[CLUES:]])


def after_clues(sets: WolfSets, answers: Array) -> WolfSets:
    """Weighs the sets by the answers to the clues, a row for each set."""
    said = answers @ np.array(CLUE_WEIGHTS, np.float32)
    joint = sets.joint.copy()
    joint[CLUES] *= np.exp(np.maximum(said - said.max(), LEAST_LOG))
    return WolfSets(sets.masks, sets.living, joint)


def prior(field: PublicField, living: Array, priors: Priors) -> Array:
    """The joint prior, when wolves have just been chosen."""
    even = np.full(len(living), 1 / len(living))
    near = company(field.options.size, field.cells, field.alive)
    fed = living @ np.array([min(3, mask.bit_count()) for mask in near], np.float32)
    _, kind, counts = np.unique(fed, return_inverse=True, return_counts=True)
    up_to = np.concatenate([[0.0], np.cumsum(counts)]) / len(living)
    best_of_three = ((up_to[1:] ** 3 - up_to[:-1] ** 3) / counts)[kind]
    rows = [even, even, best_of_three, even]
    found = np.stack([chance * row for chance, row in zip((*priors.models, 1.0), rows, strict=True)])
    return mixed(found, priors, priors.clues)


# -- models ------------------------------------------------------------------------------------


def kill_likelihoods(field: PublicField, sets: WolfSets, priors: Priors) -> tuple[Array, Array]:
    """Whom each set of wolves can eat, and by each model of the Wolf how likely it is to eat each of them."""
    near = company(field.options.size, field.cells, field.alive)
    can = reach(near, sets.living)
    several = np.maximum(can.sum(axis=1, keepdims=True), 1)
    flat = can * np.maximum(FLAT_SCALE * (1 / several).mean(), _telling_least(sets.living, can))[None, :]
    wary = flat
    if priors.models[2]:
        even = np.full(len(can), 1 / len(can), np.float32)
        wary = _softmin(_suspicion_cost(sets.living, even, can, field.options.reveal), can)
    return can, np.stack([flat, can / several, wary])


def _telling_least(living: Array, can: Array) -> Array:
    """How likely somebody who lets the Farmer learn as little as possible is to eat each animal, whatever the wolves
    are: by this such a Wolf is recognised, and from it nothing follows."""
    left = (can * (1 - living)).mean(axis=0)
    liked = np.maximum(left, 1e-6) ** 3
    chances = can * liked[None, :] / np.maximum(can @ liked, 1e-12)[:, None]
    found: Array = chances.sum(axis=0) / np.maximum(can.sum(axis=0), 1)
    return found


def _softmin(costs: Array, can: Array) -> Array:
    """The softmax of negative costs over what each set can eat."""
    least = np.where(can > 0, costs, np.inf).min(axis=1, keepdims=True)
    found = np.exp(np.minimum(0, np.where(np.isinf(least), 0, least) - costs) / TEMPERATURE) * can
    chances: Array = found / np.maximum(found.sum(axis=1, keepdims=True), 1e-12)
    return chances


def _suspicion_cost(living: Array, weights: Array, can: Array, reveal: bool) -> Array:
    """For each set of wolves what each kill would cost it in suspicion, if the Farmer reckons with these weights."""
    animals = living.shape[1]
    found = []
    for wolf in (False, True):
        fits = can * (living if wolf else 1 - living) * weights[:, None] if reveal else can * weights[:, None]
        total = fits.sum(axis=0)
        chance = (fits.T @ living) / np.maximum(total, 1e-12)[:, None]
        chance[np.arange(animals), np.arange(animals)] = 0
        top = chance.max(axis=1, keepdims=True)
        first = (chance > top - 1e-4).astype(np.float32)
        first *= (top >= 0.2) / first.sum(axis=1, keepdims=True)
        found.append(living @ (2 * chance + 2 * first).T)
    costs: Array = np.where(living > 0, found[1] + 2, found[0])
    return costs


# -- clues -------------------------------------------------------------------------------------


def clues(before: PublicField, sets: WolfSets, deed: Deed, after: PublicField, fitting: WolfSets) -> Array:
    """For each set of wolves that fits after a kill (rows) what the kill and the flight say of it (columns).

    ``before`` and ``sets`` were before it, ``after`` and ``fitting`` are after it."""
    victim = mask_of(deed.letters).bit_length() - 1
    runners = mask_of([run.letter for run in deed.runs])
    return np.concatenate(
        [clues_of_kill(before, sets, victim, fitting), clues_of_flight(after, runners, fitting)], axis=1
    )


def clues_of_kill(before: PublicField, sets: WolfSets, victim: int, fitting: WolfSets) -> Array:
    """What the choice of the victim says: the first of the clues."""
    near = company(before.options.size, before.cells, before.alive)
    mine = rows_of(fitting.masks & before.alive, len(near))
    living = fitting.living
    prey = reach(near, mine) * (1 - mine)
    earlier = sets.living
    chances = living.mean(axis=0)
    # what each kill would have left open, to one for whom all sets are alike
    open_to = reach(near, earlier) * (1 - earlier)
    left = np.log2(np.maximum(open_to.sum(axis=0), 1))
    accused = (open_to.T @ earlier) / np.maximum(open_to.sum(axis=0), 1)[:, None]
    np.fill_diagonal(accused, 0)
    weighed = open_to * sets.joint[:CLUES].sum(axis=0).astype(np.float32)[:, None]
    modelled = (weighed.T @ earlier) / np.maximum(weighed.sum(axis=0), 1e-12)[:, None]
    np.fill_diagonal(modelled, 0)
    cost = mine @ accused.T
    modelled_cost = mine @ modelled.T
    top = chances.max()
    first = (chances >= top - 1e-4).astype(np.float32)
    return _table(
        mine @ _row(near[victim], len(near)),
        living @ chances,
        living @ first / first.sum(),
        living @ (chances - earlier.mean(axis=0)),
        _relative(np.broadcast_to(left, prey.shape), prey, victim, 1.0),
        _relative(np.broadcast_to(left, prey.shape), prey, victim, 3.0),
        _relative(-cost, prey, victim, 1.5),
        _relative(left[None, :] - cost, prey, victim, 1.5),
        _relative(-modelled_cost, prey, victim, 1.5),
    )


def clues_of_flight(field: PublicField, runners: int, fitting: WolfSets) -> Array:
    """What it says where everybody stands after it: the last of the clues."""
    living = fitting.living
    chances = living.mean(axis=0)
    beside = company(field.options.size, field.cells, field.alive)
    later = reach(beside, living) * (1 - living)
    count = later.sum(axis=0)
    doubt = np.where(later > 0, np.log2(np.maximum(count, 1) / len(later))[None, :], -12.0)
    told = (later.T @ living) / np.maximum(count, 1)[:, None]
    np.fill_diagonal(told, 0)
    suspects = (told >= told.max(axis=1, keepdims=True) - 0.02).astype(np.float32)
    suspects /= suspects.sum(axis=1, keepdims=True)
    best = doubt.argmax(axis=1)
    crowd = np.array([mask.bit_count() for mask in beside], np.float32)
    company_of = np.array([sum(chances[other] for other in bits(mask)) for mask in beside], np.float32)
    return _table(
        np.log2(1 + later.sum(axis=1)),
        (later.sum(axis=1) == 0).astype(np.float32),
        np.maximum(doubt.max(axis=1), -6),
        (living * suspects[best]).sum(axis=1),
        living @ (_row(runners, len(beside)) * crowd),
        living @ company_of,
    )


def _table(*columns: Array) -> Array:
    found: Array = np.stack(columns, axis=1).astype(np.float32)
    return found


def _row(mask: int, animals: int) -> Array:
    found: Array = rows_of(np.array([mask]), animals)[0]
    return found


def _relative(value: Array, can: Array, victim: int, scale: float) -> Array:
    """How likely somebody who prefers what is worth more to him takes this victim and no other, as a logarithm."""
    scaled = np.where(can > 0, value * scale, -1e9)
    most = scaled.max(axis=1)
    found: Array = np.maximum(scaled[:, victim] - most - np.log(np.exp(scaled - most[:, None]).sum(axis=1)), -8)
    return found
