"""Models of the Wolf: how likely each kind of Wolf is to choose these wolves and to eat this animal, and what kills and
flights give away beyond that.

The weights of the clues were learnt from games of the best Wolf (``tests/games/mutton/learn_clues.py``), by asking of
each clue how much likelier it makes the true set among all that fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.worlds import READ, Array, PublicField, WolfSets, company, reach, rows_of
from sheepfold.games.mutton.rules import mask_of
from sheepfold.games.mutton.terms import Deed

CLUES: Final = (
    "witnesses", "suspicion", "first", "more suspicion", "doubt", "doubt cubed", "taste", "taste of all", "modelled",
    "prey", "hungry", "next doubt", "next doubt but one", "next first", "crowd run to", "suspects beside",
)  # fmt: skip
"""What is asked about a set of wolves after a kill and its flight; each answer is a number."""

LEARNT: Final = (0.24, 0.31, -2.36, 1.09, -0.6, 1.05, -3.62, -1.18, 5.53, 0.89, 5.51, 1.43, 0.0, -0.29, -0.09, 0.14)
"""What each answer says for a set."""


KINDS: Final = ("flat", "blind", "wary")
"""Flat: nothing follows from what it prefers. Blind: eats anybody. Wary: keeps its wolves out of the exact odds, and
likes company at the start."""

FAINT: Final = -30.0
"""No kill speaks more against a set than this, as a logarithm."""
LEAST: Final = 0.02
"""Clues are never trusted less than this, if at all."""
NEVER: Final = 1e-60
"""No set that fits is thought to be less likely."""


@dataclass(frozen=True, slots=True)
class Trust:
    """How far each kind is believed before anything has happened, and how strictly each follows its taste."""

    kinds: tuple[float, ...] = (0.82, 0.0, 0.18)
    fair: float = 1.6
    """How well the flat kind is taken to explain a kill, as a multiple of what chance alone would."""
    wary: float = 0.35
    doubt: float = 0.2
    """The share that is always kept for a Wolf of whom nothing can be foreseen: a model that has been right for long
    may still be a mask."""
    keen: float = 2.0
    """How many times as much a kill counts for or against a kind as chances would have it: one kind plays all of them,
    and it is better to doubt a model early than late."""
    read: float = 0.6
    """How far clues are trusted more than all the kinds, until they have misled."""
    proof: float = 1.5
    """How many times as much it counts whether they have as chances would have it."""
    learnt: tuple[float, ...] = LEARNT
    """What each clue says."""


def humble(lines: Array, trust: Trust, share: float) -> Array:
    """Normalises the lines of trust to a sum of 1: the clues get ``share``, the flat kind at least its own."""
    kinds, read = lines[:READ], np.maximum(lines[READ], NEVER)
    found: Array = kinds / kinds.sum()
    flat = float(found[0].sum())
    if flat < trust.doubt and trust.kinds[0]:
        found = found * ((1 - trust.doubt) / (1 - flat))
        found[0] = trust.doubt / found.shape[1]
    said = read * (share / read.sum())
    return np.concatenate([(1 - share) * found, said[None, :]])


def proved(worlds: WolfSets, trust: Trust) -> float:
    """How far clues are trusted now that somebody's nature has come out, which some of the lines had foreseen: a Wolf
    that knows how its clues are read will lay false ones."""
    if not trust.read:
        return 0.0
    said, other = (float(line.sum()) for line in (worlds.trust[READ], worlds.trust[:READ]))
    odds: float = (other / max(said, NEVER)) ** trust.proof
    return min(trust.read, max(LEAST, 1 / (1 + odds)))


def judged(lines: Array, chances: Array, trust: Trust) -> Array:
    """Bayes' rule for a kill, given its likelihood by each kind and each set of wolves: the lines of trust after it.
    ``keen`` sharpens the evidence between kinds. Clues come later."""
    kinds = lines[:READ]
    likely = kinds * np.maximum(chances, 1e-9)
    before = np.maximum(kinds.sum(axis=1, keepdims=True), 1e-300)
    explained = np.maximum(likely.sum(axis=1, keepdims=True) / before, 1e-9)
    return np.concatenate([likely * explained ** (trust.keen - 1), lines[READ:]])


def heard(worlds: WolfSets, answers: Array, trust: Trust) -> WolfSets:
    """Weighs the sets by the answers to the clues, a row for each set."""
    said = answers @ np.array(trust.learnt, np.float32)
    lines = worlds.trust.copy()
    lines[READ] *= np.exp(np.maximum(said - said.max(), FAINT))
    return WolfSets(worlds.masks, worlds.living, lines)


def hiding(position: PublicField, living: Array, trust: Trust) -> Array:
    """The prior: a line of trust for each kind, when wolves have just been chosen."""
    even = np.full(len(living), 1 / len(living))
    near = company(position.options.size, position.cells, position.alive)
    fed = living @ np.array([min(3, mask.bit_count()) for mask in near], np.float32)
    _, kind, counts = np.unique(fed, return_inverse=True, return_counts=True)
    up_to = np.concatenate([[0.0], np.cumsum(counts)]) / len(living)
    best_of_three = ((up_to[1:] ** 3 - up_to[:-1] ** 3) / counts)[kind]
    lines = [even, even, best_of_three, even]
    found = np.stack([chance * line for chance, line in zip((*trust.kinds, 1.0), lines, strict=True)])
    return humble(found, trust, trust.read)


def eating(position: PublicField, worlds: WolfSets, trust: Trust) -> tuple[Array, Array]:
    """Whom each set of wolves can eat, and for each kind of Wolf how likely it is to eat each of them."""
    near = company(position.options.size, position.cells, position.alive)
    can = reach(near, worlds.living)
    several = np.maximum(can.sum(axis=1, keepdims=True), 1)
    flat = can * np.maximum(trust.fair * (1 / several).mean(), _unforeseen(worlds.living, can))[None, :]
    wary = flat
    if trust.kinds[2]:
        even = np.full(len(can), 1 / len(can), np.float32)
        wary = _tastes(_dread(worlds.living, even, can, position.options.reveal), can, trust.wary)
    return can, np.stack([flat, can / several, wary])


def _unforeseen(living: Array, can: Array) -> Array:
    """How likely somebody who lets the Farmer learn as little as possible is to eat each animal, whatever the wolves
    are: by this such a Wolf is recognised, and from it nothing follows."""
    left = (can * (1 - living)).mean(axis=0)
    liked = np.maximum(left, 1e-6) ** 3
    chances = can * liked[None, :] / np.maximum(can @ liked, 1e-12)[:, None]
    found: Array = chances.sum(axis=0) / np.maximum(can.sum(axis=0), 1)
    return found


def _tastes(dread: Array, can: Array, heat: float) -> Array:
    """Chances by taste: the less dread the likelier."""
    least = np.where(can > 0, dread, np.inf).min(axis=1, keepdims=True)
    found = np.exp(np.minimum(0, np.where(np.isinf(least), 0, least) - dread) / heat) * can
    tastes: Array = found / np.maximum(found.sum(axis=1, keepdims=True), 1e-12)
    return tastes


def _dread(living: Array, weights: Array, can: Array, reveal: bool) -> Array:
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
    dread: Array = np.where(living > 0, found[1] + 2, found[0])
    return dread


# -- clues -------------------------------------------------------------------------------------


def clues(position: PublicField, worlds: WolfSets, deed: Deed, field: PublicField, fitting: WolfSets) -> Array:
    """For each set of wolves that fits after a kill (rows) what the kill and the flight say of it (columns).

    ``position`` and ``worlds`` were before it, ``field`` and ``fitting`` are after it."""
    victim = mask_of(deed.letters).bit_length() - 1
    runners = mask_of([run.letter for run in deed.runs])
    return np.concatenate(
        [clues_of_kill(position, worlds, victim, fitting), clues_of_flight(field, runners, fitting)], axis=1
    )


def clues_of_kill(position: PublicField, worlds: WolfSets, victim: int, fitting: WolfSets) -> Array:
    """What the choice of the victim says: the first of the clues."""
    near = company(position.options.size, position.cells, position.alive)
    mine = rows_of(fitting.masks & position.alive, len(near))
    living = fitting.living
    prey = reach(near, mine) * (1 - mine)
    earlier = worlds.living
    chances = living.mean(axis=0)
    # what each kill would have left open, to one for whom all sets are alike
    open_to = reach(near, earlier) * (1 - earlier)
    left = np.log2(np.maximum(open_to.sum(axis=0), 1))
    accused = (open_to.T @ earlier) / np.maximum(open_to.sum(axis=0), 1)[:, None]
    np.fill_diagonal(accused, 0)
    weighed = open_to * worlds.trust[:READ].sum(axis=0).astype(np.float32)[:, None]
    modelled = (weighed.T @ earlier) / np.maximum(weighed.sum(axis=0), 1e-12)[:, None]
    np.fill_diagonal(modelled, 0)
    dread = mine @ accused.T
    bold = mine @ modelled.T
    top = chances.max()
    first = (chances >= top - 1e-4).astype(np.float32)
    return _table(
        mine @ _row(near[victim], len(near)),
        living @ chances,
        living @ first / first.sum(),
        living @ (chances - earlier.mean(axis=0)),
        _relative(np.broadcast_to(left, prey.shape), prey, victim, 1.0),
        _relative(np.broadcast_to(left, prey.shape), prey, victim, 3.0),
        _relative(-dread, prey, victim, 1.5),
        _relative(left[None, :] - dread, prey, victim, 1.5),
        _relative(-bold, prey, victim, 1.5),
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
    ordered = np.partition(doubt, (-2, -1), axis=1)
    crowd = np.array([mask.bit_count() for mask in beside], np.float32)
    company_of = np.array([sum(chances[other] for other in bits(mask)) for mask in beside], np.float32)
    return _table(
        np.log2(1 + later.sum(axis=1)),
        (later.sum(axis=1) == 0).astype(np.float32),
        np.maximum(ordered[:, -1], -6),
        np.maximum(ordered[:, -2], -6),
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


def _relative(value: Array, can: Array, victim: int, heat: float) -> Array:
    """How likely somebody who prefers what is worth more to him takes this victim and no other, as a logarithm."""
    scaled = np.where(can > 0, value * heat, -1e9)
    most = scaled.max(axis=1)
    found: Array = np.maximum(scaled[:, victim] - most - np.log(np.exp(scaled - most[:, None]).sum(axis=1)), -8)
    return found
