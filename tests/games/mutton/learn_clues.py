"""Learns from games of a Wolf what its kills and flights give away.

    PYTHONPATH=tests .venv/bin/python -m games.mutton.learn_clues --games 300 --seed 10000 grey/grey

plays the games and prints a weight for each clue of ``bots/models.py`` (conditional logistic regression: at every kill
the true set of wolves among all that fit), and how many bits a Farmer gains who knows the weights, on games that were
left out.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import chain

import numpy as np

from games.mutton.study import PLAYERS, played
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.bots.models import CLUE_NAMES, Beliefs, Priors, clues
from sheepfold.games.mutton.bots.wolf_sets import Array
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import FARMER, KILL, LETTERS, Options

OTHERS = 300
"""So many sets stand for all that fit beside the true one."""
HOLD = 1.0
"""How strongly weights are held near nothing."""


@dataclass(frozen=True, slots=True)
class KillClues:
    """A kill, with all clues up to it."""

    clues: Array
    """A row for each set, the true one first."""
    spread: float
    """How many sets each of the others stands for."""


def moments(state: State, rng: np.random.Generator) -> list[KillClues]:
    """All kills of a game that was not over with them."""
    priors, view = Priors(clues=0.0), GAME.inner.view(state, FARMER)
    natures = {letter: bool(state.wolves >> i & 1) for i, letter in enumerate(LETTERS[: len(state.cells)])}
    belief = Beliefs(priors).begun(view)
    said = np.zeros((len(belief.sets.masks), len(CLUE_NAMES)), np.float32)
    found = []
    for deed in state.log[:-1]:
        after = belief.after(deed, natures, priors)
        said = said[np.isin(belief.sets.masks, after.sets.masks)]
        if deed.kind == KILL:
            said = said + clues(belief.field, belief.sets, deed, after.field, after.sets)
            true = after.sets.masks == state.wolves
            others = np.flatnonzero(~true)
            if len(others):
                some = rng.choice(others, min(OTHERS, len(others)), replace=False)
                found.append(KillClues(np.concatenate([said[true], said[some]]), len(others) / len(some)))
        belief = after
    return found


def gained(moment: KillClues, weights: Array) -> tuple[float, Array, Array]:
    """How much likelier than chance the true set is by these weights, as a logarithm; its slope and its bend."""
    rows = moment.clues
    liking = rows @ weights - rows[0] @ weights
    liking[1:] += np.log(moment.spread)
    top = liking.max()
    likely = np.exp(liking - top)
    total = likely.sum()
    likely /= total
    usual = likely @ rows
    off = rows - usual
    even = np.log(1 + moment.spread * (len(rows) - 1))
    return float(even - top - np.log(total)), rows[0] - usual, (off * likely[:, None]).T @ off


def fitted(all_moments: list[KillClues]) -> Array:
    """The weights by which the true sets are likeliest (Newton's steps, halved where they lead too far)."""
    weights = np.zeros(len(CLUE_NAMES))

    def at(there: Array) -> tuple[float, Array, Array]:
        parts = [gained(moment, there) for moment in all_moments]
        slope = sum((part[1] for part in parts), start=-HOLD * there)
        bend = sum((part[2] for part in parts), start=HOLD * np.eye(len(there)))
        return sum(part[0] for part in parts) - HOLD / 2 * float(there @ there), slope, bend

    value, slope, bend = at(weights)
    for _ in range(12):
        step = np.linalg.solve(bend, slope)
        while (found := at(weights + step))[0] < value - 1e-6:
            step = step / 2
        weights, done = weights + step, found[0] - value < 0.01
        value, slope, bend = found
        if done:
            break
    return weights


def main() -> None:
    reader = argparse.ArgumentParser(description="Learn what a Wolf's kills and flights give away.")
    reader.add_argument("pair", metavar="WOLF/FARMER")
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--seed", type=int, default=0)
    given = reader.parse_args()
    wolf, farmer = (PLAYERS[name]() for name in given.pair.split("/"))
    rng = np.random.default_rng(given.seed)
    games = [moments(played(wolf, farmer, Options(), given.seed + number)[0], rng) for number in range(given.games)]
    known, unknown = (list(chain.from_iterable(games[start::2])) for start in (0, 1))
    weights = fitted(known)
    bits = [gained(moment, weights)[0] / np.log(2) for moment in unknown]
    print(f"{np.mean(bits):.2f} bits gained at a kill, in {len(bits)} kills of other games")
    for clue, weight in zip(CLUE_NAMES, fitted(known + unknown), strict=True):
        print(f"{clue:20} {weight:6.2f}")


if __name__ == "__main__":
    main()
