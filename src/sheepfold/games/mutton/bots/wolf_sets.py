"""Every set of wolves that fits what everybody saw, in flat arrays: a row for each set, a column for each animal.

Nothing but the bots loads this room: it brings NumPy along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from random import Random
from typing import Any, Final, TypeAlias

import numpy as np

from sheepfold.games.mutton import belief
from sheepfold.games.mutton.board import OFF, bits, hexagon
from sheepfold.games.mutton.dictionary import spellable
from sheepfold.games.mutton.rules import mask_of
from sheepfold.games.mutton.terms import ESCAPE, LETTERS, Deed, Options
from sheepfold.games.mutton.view import View

Array: TypeAlias = np.ndarray[Any, Any]

MOST: Final = 70_000
"""Where more sets of wolves are possible, a sample stands for all."""
SAMPLE: Final = 800
CLUES: Final = 3
"""The row of ``joint`` that holds what clues say; the others are models of the Wolf."""


@dataclass(frozen=True, slots=True)
class PublicField:
    """What everybody sees of the field. Masks and cells are numbered as in ``board``."""

    options: Options
    cells: tuple[int, ...]
    alive: int

    def after(self, deed: Deed) -> PublicField:
        index = hexagon(self.options.size).index
        cells = list(self.cells)
        for run in deed.runs:
            cells[LETTERS.index(run.letter)] = index[run.goal]
        gone = mask_of(deed.letters)
        if self.options.remove or deed.kind == ESCAPE:
            for animal in bits(gone):
                cells[animal] = OFF
        return PublicField(self.options, tuple(cells), self.alive & ~gone)


def placed(view: View) -> PublicField:
    """The field as the Farmer has laid it out."""
    index = hexagon(view.options.size).index
    cells = tuple(index[name] for name in view.start)
    return PublicField(view.options, cells, (1 << len(cells)) - 1)


def company(size: int, cells: tuple[int, ...], alive: int) -> tuple[int, ...]:
    """For each animal the living ones beside it; nobody for the dead."""
    near = hexagon(size).near
    standing = {cells[animal]: 1 << animal for animal in bits(alive)}
    return tuple(
        sum([standing.get(other, 0) for other in near[cell]]) if alive >> animal & 1 else 0
        for animal, cell in enumerate(cells)
    )


def touching(size: int) -> Array:
    """Which cells touch: rows and columns of 0 and 1, the last of them for ``OFF``, which touches nothing."""
    near = hexagon(size).near
    found = np.zeros((len(near) + 1, len(near) + 1), np.float32)
    for cell, others in enumerate(near):
        found[cell, list(others)] = 1
    return found


def rows_of(masks: Array, animals: int) -> Array:
    """Masks of animals as rows of 0 and 1."""
    return (masks[:, None] >> np.arange(animals)[None, :] & 1).astype(np.float32)


def reach(near: Sequence[int], living: Array) -> Array:
    """For each set of wolves whom it can eat: 1 or 0."""
    beside = rows_of(np.array(near, np.int64), len(near))
    return (living @ beside > 0).astype(np.float32)


@dataclass(frozen=True, slots=True)
class WolfSets:
    """The sets of wolves that fit."""

    masks: Array
    """All wolves of each set, dead or alive."""
    living: Array
    """1 for each of its wolves that lives."""
    joint: Array
    """The joint posterior: a row for each model of the Wolf and one for what clues say, a column for each set. All add
    up to 1."""

    def keep(self, fitting: Array) -> WolfSets:
        return WolfSets(self.masks[fitting], self.living[fitting], self.joint[:, fitting])

    def without(self, dead: int) -> WolfSets:
        """The sets after these animals have died."""
        living = self.living.copy()
        living[:, bits(dead)] = 0
        return WolfSets(self.masks, living, self.joint)

    @property
    def clue_share(self) -> float:
        """The mixing weight of the clues."""
        return float(self.joint[CLUES].sum())

    @property
    def weights(self) -> Array:
        """The posterior of each set, all models taken together."""
        total = self.joint.sum(axis=0)
        found: Array = total / total.sum()
        return found


@lru_cache(4)
def _all_sets(animals: int, wolves: int) -> Array:
    """Every set of so many wolves as a mask. Kept: there are thousands, and a bot starts from them at every move."""
    letters = chain.from_iterable(combinations(range(animals), wolves))
    flat = np.fromiter(letters, np.int64, comb(animals, wolves) * wolves)
    found: Array = (1 << flat.reshape(-1, wolves)).sum(axis=1)
    return found


def too_many(options: Options) -> bool:
    """Whether a sample must stand for all sets."""
    return not options.dictionary and comb(options.num_sheep, options.num_wolves) > MOST


def all_sets(view: View) -> Array:
    """Every set of wolves that there can be; where they are too many, some of those that fit the view."""
    options = view.options
    if options.dictionary:
        return np.array(spellable(options.num_wolves, options.num_sheep), np.int64)
    if not too_many(options):
        return _all_sets(options.num_sheep, options.num_wolves)
    fitting = belief.posterior(belief.evidence(view))
    rng = Random(len(view.log))
    return np.unique(np.array([fitting.draw(rng) for _ in range(SAMPLE)], np.int64))
