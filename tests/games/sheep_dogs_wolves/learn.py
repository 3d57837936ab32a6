"""Learn what each class of animal is worth in Sheep, Dogs and Wolves, from games of the search against itself.

    .venv/bin/python tests/games/sheep_dogs_wolves/learn.py --games 600 --rounds 4

prints the rows of ``_LEARNED`` in ``search.py``. Each round plays with what the last one learned.
"""

from __future__ import annotations

import argparse
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from sheepfold.bots import compiled
from sheepfold.games import SHELF
from sheepfold.games.sheep_dogs_wolves import board

TILES = 23
STRAY = 0.15
"""How often one of the four best tiles is laid instead of the best, so that more is seen than good play."""
HOLD = 60.0
"""How strongly what was known before holds a value that is seldom seen."""


def classes(field: Any, left: int) -> list[int]:
    """How many animals of each class there are."""
    from sheepfold.games.sheep_dogs_wolves.search import CLASSES, sheep_class, wolf_class

    found = [0] * CLASSES
    for tile in map(int, field.tiles[: field.count]):
        sheep, _, wolf = board.cells_of(tile)
        found[sheep_class(field.grid, sheep, left)] += 1
        found[wolf_class(field.grid, wolf)] += 1
    return found


def play(kernel: ModuleType, values: Any, depth: int, width: int, rng: Random) -> list[tuple[int, ...]]:
    """Positions of one game, as tiles left and numbers of animals by class, with the score that it led to."""
    field = kernel.SearchField([board.FIRST])
    field.worth[:] = values
    seen, opening = [], rng.randrange(6)
    while field.count < TILES:
        left = TILES - field.count
        found = field.look_ahead(left, depth, width, 10**6)
        near = [tile for value, tile in found if value > found[0][0] - 0.02]
        stray = field.count <= opening or rng.random() < STRAY
        field.lay(rng.choice([tile for _, tile in found[:4]] if stray else near))
        if left > 1:
            seen.append((left - 1, *classes(field, left - 1), 1))
    return [(*row, field.score()) for row in seen]


def fit(rows: list[tuple[int, ...]], before: Any) -> Any:
    """What the classes are worth for each number of tiles left; positions two or four tiles apart help a little."""
    data = np.array(rows, float)
    left, counts, score = data[:, 0], data[:, 1:-1], data[:, -1]
    after = before.copy()
    for row in range(1, TILES):
        weight = np.select([left == row, abs(left - row) == 2, abs(left - row) == 4], [1.0, 0.5, 0.15])
        apart = np.stack([left == row + far for far in (-4, -2, 2, 4)], 1).astype(float)  # so many more are to come
        known = np.hstack([counts, apart])
        old = np.append(before[row], [0.0] * 4)
        held = np.diag([HOLD] * (counts.shape[1] - 1) + [1e-3] * 5)
        pull = (known * weight[:, None]).T
        after[row] = (old + np.linalg.solve(pull @ known + held, pull @ (score - known @ old)))[: counts.shape[1]]
    after[TILES:] = after[TILES - 1]
    return after


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kernel, rng, rows = compiled.warm(SHELF, "dogs"), Random(asked.seed), list[tuple[int, ...]]()
    assert kernel is not None
    values = kernel.SearchField([]).worth
    for _ in range(asked.rounds):
        for _ in range(asked.games):
            rows += play(kernel, values, asked.depth, asked.width, rng)
        values = fit(rows, values)
    for row in values[:TILES]:
        print(*(f"{value:.2f}" for value in row))


if __name__ == "__main__":
    main()
