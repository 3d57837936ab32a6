"""How the Farmer seems to reckon: what the Wolf learns from whom the Farmer shoots, and from when nobody is shot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.worlds import Array

EXACT, MODELLED = 0, 1
"""All sets of wolves that fit are equally likely to the Farmer, or the models weigh them."""
NERVES: Final = np.array([0.1, 0.2, 0.25, 0.3, 0.4, 0.5])
"""Chances from which on a Farmer may shoot."""
SLIP: Final = 0.15
"""How often a Farmer does something else than that."""
ALIKE: Final = (1e-5, 0.02)
"""Chances that differ by no more are the same to a Farmer who reckons this way."""


def first_suspects(way: int, chances: Array, alive: int) -> list[int]:
    """Those of the living who are likeliest to be wolves."""
    living = bits(alive)
    top = max(chances[animal] for animal in living)
    return [animal for animal in living if chances[animal] >= top - ALIKE[way]]


@dataclass(frozen=True)
class Eyes:
    """How well each way to reckon explains what the Farmer did so far: a line for each way, a column for each nerve."""

    trust: Array

    @classmethod
    def unknown(cls) -> Eyes:
        return cls(np.full((2, len(NERVES)), 0.5 / len(NERVES)))

    def after(self, shot: int, chances: tuple[Array, Array], alive: int) -> Eyes:
        """After the Farmer shot somebody, or nobody (0), who took one or the other of these for the chances."""
        found, anything = [], 1 / (1 + alive.bit_count())
        for way, known in enumerate(chances):
            first = first_suspects(way, known, alive)
            likely = 1 / len(first) if any(shot >> animal & 1 for animal in first) else 0.0
            dares = known[first[0]] >= NERVES
            found.append((1 - SLIP) * np.where(dares, likely, float(not shot)) + SLIP * anything)
        trust = self.trust * np.stack(found)
        return Eyes(trust / trust.sum())

    def exact(self, before: float) -> float:
        """How likely the Farmer reckons exactly, if that was so likely before anything was seen."""
        exact, modelled = (float(line.sum()) for line in self.trust)
        return before * exact / (before * exact + (1 - before) * modelled)

    def dares(self, way: int, chances: Array) -> Array:
        """The probability that a Farmer who reckons this way shoots at such chances."""
        found: Array = self._up_to[way][NERVES.searchsorted(chances, side="right")]
        return found

    @cached_property
    def _up_to(self) -> tuple[Array, Array]:
        """For each way the cumulative distribution over nerves, from 0."""
        exact, modelled = (np.concatenate([[0.0], np.cumsum(line) / line.sum()]) for line in self.trust)
        return exact, modelled
