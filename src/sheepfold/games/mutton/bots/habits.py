"""What kills and flights give away of a Wolf: clues about every set of wolves, and how much each of them says.

That was learnt from games of the best Wolf (``learning``), by asking of each clue how much likelier it
makes the true set among all that fit.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sheepfold.games.mutton.board import bits
from sheepfold.games.mutton.bots.worlds import READ, Array, Meadow, WolfSets, company, reach, rows_of
from sheepfold.games.mutton.rules import mask_of
from sheepfold.games.mutton.terms import Deed

CLUES: Final = (
    "witnesses", "suspicion", "first", "more suspicion", "doubt", "doubt cubed", "taste", "taste of all", "modelled",
    "prey", "hungry", "next doubt", "next doubt but one", "next first", "crowd run to", "suspects beside",
)  # fmt: skip
"""What is asked about a set of wolves after a kill and its flight; each answer is a number."""

LEARNT: Final = (0.24, 0.31, -2.36, 1.09, -0.6, 1.05, -3.62, -1.18, 5.53, 0.89, 5.51, 1.43, 0.0, -0.29, -0.09, 0.14)
"""What each answer says for a set."""


def clues(position: Meadow, worlds: WolfSets, deed: Deed, field: Meadow, fitting: WolfSets) -> Array:
    """For each set of wolves that fits after a kill (rows) what the kill and the flight say of it (columns).

    ``position`` and ``worlds`` were before it, ``field`` and ``fitting`` are after it."""
    victim = mask_of(deed.letters).bit_length() - 1
    runners = mask_of([run.letter for run in deed.runs])
    return np.concatenate([of_kill(position, worlds, victim, fitting), of_flight(field, runners, fitting)], axis=1)


def of_kill(position: Meadow, worlds: WolfSets, victim: int, fitting: WolfSets) -> Array:
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


def of_flight(field: Meadow, runners: int, fitting: WolfSets) -> Array:
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
