"""Compiled search: the evaluation of a field, perfect play of the last tiles, alpha-beta with a transposition table.

Values are expected scores, in sheep that live. The evaluation adds up what each animal is worth by the class that it
falls into and the tiles still to lay: learned from games of the search against itself, the score at the end fitted to
how many animals of each class there were (``learn.py`` beside the tests).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.board import EMPTY, SHEEP, SIDE, STEPS, WOLF
from sheepfold.games.sheep_dogs_wolves.playouts import (
    Array,
    dogs_beside,
    fits,
    is_eaten,
    is_scared,
    lay,
    legal,
    lift,
    may_be_dog,
    may_be_wolf,
)

LOST: Final = 0
SAVED: Final = 11
SCARED: Final = 12
CLASSES: Final = 20
"""The classes of sheep, then those of wolves:

- 0: lost; 1 to 3: in danger of one wolf that can be scared from so many cells; 4 to 6: of several, by the one that is
  hardest to scare; 7 to 10: open to attack from one to four cells; 11: saved;
- 12: scared; 13 to 15: safe from dogs, with room for none, one or more sheep beside it; 16, 17: can be scared from one
  cell, with room for one sheep at most, or more; 18, 19: the same, from several cells.
"""

_LEARNED: Final = """
0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 1.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00
0.02 0.10 0.22 0.40 0.15 0.27 0.30 0.90 0.87 0.82 0.65 1.05 0.06 0.01 -0.03 -0.03 -0.01 -0.01 0.02 -0.01 -1.04
-0.09 0.30 0.49 0.40 0.11 0.26 0.30 0.84 0.80 0.72 0.65 0.96 0.06 0.01 -0.03 -0.04 -0.01 -0.01 0.01 0.02 1.96
0.02 0.10 0.19 0.40 0.14 0.25 0.30 0.92 0.88 0.83 0.65 1.07 0.06 0.02 -0.03 -0.03 -0.02 -0.01 0.02 0.00 -0.33
-0.09 0.30 0.49 0.40 0.11 0.25 0.30 0.84 0.80 0.73 0.65 0.97 0.06 0.03 -0.02 -0.04 -0.02 -0.01 0.00 0.02 2.66
0.02 0.10 0.17 0.40 0.18 0.24 0.30 0.91 0.88 0.83 0.65 1.08 0.06 0.03 -0.02 -0.03 -0.03 -0.01 0.00 0.01 0.72
-0.09 0.27 0.47 0.40 0.16 0.24 0.30 0.84 0.80 0.74 0.65 0.98 0.06 0.04 -0.02 -0.04 -0.03 -0.02 -0.01 0.02 3.48
0.00 0.15 0.15 0.40 0.18 0.25 0.30 0.90 0.87 0.83 0.65 1.09 0.06 0.05 -0.01 -0.04 -0.04 -0.03 -0.01 0.01 1.85
-0.09 0.28 0.45 0.40 0.17 0.25 0.30 0.82 0.79 0.74 0.65 0.99 0.06 0.06 -0.01 -0.05 -0.03 -0.03 -0.01 0.02 4.39
0.00 0.17 0.17 0.40 0.13 0.25 0.30 0.89 0.86 0.82 0.65 1.10 0.06 0.08 0.00 -0.05 -0.05 -0.04 0.00 0.00 2.91
-0.10 0.31 0.44 0.40 0.14 0.25 0.30 0.82 0.79 0.74 0.65 1.01 0.07 0.08 -0.01 -0.05 -0.04 -0.06 0.00 0.01 5.22
0.00 0.21 0.18 0.40 0.10 0.25 0.30 0.88 0.85 0.81 0.65 1.12 0.07 0.11 0.02 -0.05 -0.08 -0.07 0.01 -0.01 3.96
-0.10 0.38 0.42 0.40 0.12 0.23 0.30 0.81 0.77 0.74 0.65 1.02 0.08 0.12 0.00 -0.06 -0.06 -0.09 0.00 0.01 6.12
0.00 0.20 0.19 0.40 0.12 0.24 0.30 0.87 0.84 0.80 0.65 1.13 0.08 0.16 0.03 -0.05 -0.12 -0.09 0.00 -0.02 5.05
-0.10 0.42 0.38 0.40 0.13 0.21 0.30 0.80 0.77 0.74 0.65 1.03 0.09 0.15 0.01 -0.07 -0.10 -0.10 0.00 0.02 6.98
0.02 0.18 0.19 0.40 0.16 0.24 0.30 0.85 0.84 0.80 0.65 1.13 0.09 0.20 0.03 -0.06 -0.12 -0.11 0.00 -0.03 6.17
-0.09 0.44 0.35 0.40 0.15 0.19 0.30 0.79 0.78 0.74 0.65 1.05 0.12 0.21 0.01 -0.10 -0.16 -0.11 0.00 0.03 7.87
0.04 0.16 0.19 0.40 0.15 0.26 0.30 0.83 0.83 0.81 0.65 1.14 0.10 0.25 0.02 -0.08 -0.11 -0.14 0.00 -0.04 7.40
-0.07 0.41 0.32 0.40 0.13 0.21 0.30 0.80 0.79 0.73 0.65 1.07 0.14 0.26 -0.01 -0.12 -0.20 -0.08 0.00 0.02 8.86
0.08 0.18 0.20 0.40 0.19 0.26 0.30 0.82 0.78 0.75 0.65 1.15 0.13 0.29 0.07 -0.06 -0.13 -0.21 0.00 -0.10 8.81
-0.03 0.35 0.30 0.40 0.15 0.24 0.30 0.85 0.77 0.67 0.65 1.10 0.17 0.26 -0.05 -0.11 -0.15 -0.06 0.00 -0.05 10.13
0.17 0.24 0.27 0.40 0.20 0.26 0.30 0.84 0.65 0.61 0.65 1.17 0.19 0.27 0.11 -0.01 -0.13 -0.24 0.00 -0.20 10.42
0.02 0.29 0.29 0.40 0.18 0.25 0.30 0.91 0.76 0.62 0.65 1.09 0.21 0.18 -0.10 -0.12 -0.06 -0.03 0.00 -0.09 9.46
"""
"""A row for every number of tiles left, from none on: the classes in order, then what is to come. With an even number
left the Sheep is to lay, else the Wolf."""
_PER_TILE: Final = 0.5
"""What every further tile adds in a longer game than was learned from: half of all sheep live."""


def table(most: int) -> list[tuple[float, ...]]:
    """A row for each number of tiles left, up to ``most``."""
    rows = [tuple(map(float, row.split())) for row in _LEARNED.split("\n") if row]
    *classes, to_come = rows[-1]
    return rows + [(*classes, to_come + _PER_TILE * more) for more in range(1, most + 2 - len(rows))]


class SearchArrays(NamedTuple):
    """The field that is searched, and the arrays that the search works with."""

    grid: Array
    tiles: Array
    seen: Array
    """What ``legal`` needs."""
    moves: Array
    """By depth: the legal tiles;"""
    values: Array
    """and what each is worth."""
    adds: Array
    """By cell: what its animal adds to the value of the field."""
    counters: Array
    """By ``NODES`` and ``LIMIT``: tiles that were evaluated, and how many may be. Then killer moves: last tiles that
    were best a moment ago, and for either side the tile before last that was good enough."""


class Transpositions(NamedTuple):
    """Fields that were searched, whatever the order of their tiles."""

    keys: Array
    notes: Array
    """The best tile; how far was searched; whether the value is exact (0), at least (1) or at most (-1) so much."""
    values: Array


NODES, LIMIT, FIRST_KILLER = range(3)
KILLERS: Final = 4
COUNTERS: Final = FIRST_KILLER + KILLERS + 2
ANSWERS: Final = 24
"""So many answers are kept at hand that refute a tile which lies far from them."""
SCOUT: Final = 0.01
"""The width of a null window, in sheep."""
WORST: Final = np.float32(-1e9)


AROUND: Final = np.array(board.AROUND, dtype=np.int32)


def _beside(way: int) -> list[int]:
    dog, wolf = STEPS[way], 2 * STEPS[way]
    near = {dog + one + two for one in STEPS for two in (0, *STEPS)} | {wolf + step for step in STEPS}
    return sorted(near - {0, dog, wolf})


BESIDE: Final = np.array([_beside(way) for way in range(4)], dtype=np.int32)
"""The cells whose sheep a tile eats or frees at once: beside its wolf, or beside a wolf beside its dog."""


# -- evaluation --------------------------------------------------------------------------------


@njit(cache=True)
def sheep_class(grid: Array, sheep: int, left: int) -> int:
    """How a sheep stands: lost, in danger, open to so many cells, or saved."""
    threats, least = 0, 3
    for step in STEPS:
        wolf = sheep + step
        if grid[wolf] == WOLF and not is_scared(grid, wolf):
            openings = 0
            for way in STEPS:
                if grid[wolf + way] == EMPTY and may_be_dog(grid, wolf + way):
                    openings += 1
            if openings == 0 or left == 0:
                return LOST
            threats += 1
            least = min(least, openings)
    if threats:
        return 3 * min(threats, 2) - 3 + least
    attacks = 0
    if left > 0:
        for step in STEPS:
            cell = sheep + step
            if grid[cell] == EMPTY and dogs_beside(grid, cell) == 0 and may_be_wolf(grid, cell):
                attacks += 1
    return 6 + attacks if attacks else SAVED


@njit(cache=True)
def wolf_class(grid: Array, wolf: int) -> int:
    """How a wolf stands: scared, or from how many cells it can be scared and on how many a sheep be fed to it."""
    if is_scared(grid, wolf):
        return SCARED
    openings, feeds = 0, 0
    for step in STEPS:
        cell = wolf + step
        if grid[cell] == EMPTY:
            openings += may_be_dog(grid, cell)
            feeds += may_be_wolf(grid, cell)
    if openings == 0:
        return SCARED + 1 + min(feeds, 2)
    return SCARED + 2 + 2 * min(openings, 2) + (feeds > 1)


@njit(cache=True)
def evaluate(s: SearchArrays, count: int, left: int, worth: Array) -> Any:
    """What the field is worth with so many tiles to come. Notes in ``adds`` what each animal adds to it."""
    value = worth[left, CLASSES]
    for index in range(count):
        sheep = s.tiles[index] >> 2
        wolf = sheep + 2 * STEPS[s.tiles[index] & 3]
        s.adds[sheep] = worth[left, sheep_class(s.grid, sheep, left)]
        s.adds[wolf] = worth[left, wolf_class(s.grid, wolf)]
        value += s.adds[sheep] + s.adds[wolf]
    return value


@njit(cache=True)
def added_value(s: SearchArrays, tile: int, left: int, worth: Array) -> Any:
    """What a tile adds to the value of the field, with so many tiles after it. The grid is left as it was."""
    grid, sheep, way = s.grid, tile >> 2, tile & 3
    lay(grid, tile)
    s.adds[sheep] = s.adds[sheep + 2 * STEPS[way]] = 0.0
    value = 0.0
    for near in range(AROUND.shape[1]):
        cell = sheep + AROUND[way, near]
        if grid[cell] == SHEEP:
            value += worth[left, sheep_class(grid, cell, left)] - s.adds[cell]
        elif grid[cell] == WOLF:
            value += worth[left, wolf_class(grid, cell)] - s.adds[cell]
    lift(grid, tile)
    return value


@njit(cache=True)
def evaluate_moves(s: SearchArrays, count: int, left: int, sign: int, worth: Array, moves: Array, values: Array) -> int:
    """Write every legal tile and what the field is worth to the mover after it; how many.

    ``sign`` is 1 for the Sheep, -1 for the Wolf; ``left`` counts the tile that is to be laid.
    """
    base = evaluate(s, count, left - 1, worth)
    number = legal(s.grid, s.tiles, count, s.seen, moves)
    for at in range(number):
        values[at] = sign * (base + added_value(s, moves[at], left - 1, worth))
    return number


# -- the last tiles ----------------------------------------------------------------------------


@njit(cache=True)
def living(s: SearchArrays, count: int) -> Any:
    """The sheep that live if it ends now. Notes in ``adds`` 1 for each of them."""
    alive: Any = 0
    for index in range(count):
        sheep = s.tiles[index] >> 2
        s.adds[sheep] = not is_eaten(s.grid, sheep)
        alive += np.int64(s.adds[sheep])
    return alive


@njit(cache=True)
def last_gain(s: SearchArrays, tile: int) -> Any:
    """How many more sheep live when this is the last tile, beyond those that ``living`` noted."""
    grid, sheep, way = s.grid, tile >> 2, tile & 3
    lay(grid, tile)
    gain = 1 - np.int64(is_eaten(grid, sheep))
    for near in range(BESIDE.shape[1]):
        cell = sheep + BESIDE[way, near]
        if grid[cell] == SHEEP:
            gain += np.int64(not is_eaten(grid, cell)) - np.int64(s.adds[cell])
    lift(grid, tile)
    return gain


@njit(cache=True)
def keep_killer(counters: Array, tile: int) -> None:
    """Put a tile before the other killers, unless it is the first already."""
    if tile != counters[FIRST_KILLER]:
        for at in range(FIRST_KILLER + KILLERS - 1, FIRST_KILLER, -1):
            counters[at] = counters[at - 1]
        counters[FIRST_KILLER] = tile


@njit(cache=True)
def best_leaf(s: SearchArrays, count: int, left: int, beta: float, sign: int, worth: Array, moves: Array) -> Any:
    """What the field is worth to the mover after the best tile; or after one that is good enough, if it reaches
    ``beta``. The very last tile is counted."""
    last = left == 1
    base = np.float32(living(s, count)) if last else np.float32(evaluate(s, count, left - 1, worth))
    best: Any = WORST
    for killer in s.counters[FIRST_KILLER : FIRST_KILLER + KILLERS]:
        if fits(s.grid, killer):
            s.counters[NODES] += 1
            gain = np.float32(last_gain(s, killer)) if last else np.float32(added_value(s, killer, left - 1, worth))
            best = max(best, np.float32(sign * (base + gain)))
    if best >= beta:
        return best
    for at in range(legal(s.grid, s.tiles, count, s.seen, moves)):
        s.counters[NODES] += 1
        gain = np.float32(last_gain(s, moves[at])) if last else np.float32(added_value(s, moves[at], left - 1, worth))
        value = np.float32(sign * (base + gain))
        if value > best:
            best = value
            if best >= beta:
                keep_killer(s.counters, moves[at])
                break
    return best


@njit(cache=True)
def apart(one: int, other: int) -> bool:
    """Whether two tiles are so far apart that neither changes what the other gains as a last tile: from dog to dog more
    than five steps."""
    a, b = (one >> 2) + STEPS[one & 3], (other >> 2) + STEPS[other & 3]
    return abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE) > 5


@njit(cache=True)
def last_two(s: SearchArrays, count: int, alpha: float, beta: float, sign: int, worth: Array) -> Any:
    """The score, to the mover, when both lay their last tile as well as can be.

    What a tile gains as the last one is the same after one that lies far from it: so most tiles are refuted by an
    answer that is known beforehand.
    """
    grid, tiles = s.grid, s.tiles
    best: Any = WORST
    killer = COUNTERS - 1 if sign > 0 else COUNTERS - 2
    if fits(grid, s.counters[killer]):
        lay(grid, s.counters[killer])
        tiles[count] = s.counters[killer]
        best = -best_leaf(s, count + 1, 1, -alpha, -sign, worth, s.moves[1])
        lift(grid, s.counters[killer])
        if best >= beta:
            return best
    base = living(s, count)
    moves, gains = s.moves[2], s.values[2]
    number = legal(grid, tiles, count, s.seen, moves)
    s.counters[NODES] += number
    for at in range(number):
        gains[at] = sign * last_gain(s, moves[at])
    order = np.argsort(gains[:number])  # the best answers first, the best tiles last
    for at in range(number - 1, -1, -1):
        tile, floor = moves[order[at]], max(alpha, best)
        mine = sign * base + gains[order[at]]
        refuted = False
        for answer in order[:ANSWERS]:
            if mine + gains[answer] > floor:
                break
            if apart(tile, moves[answer]):
                refuted = True
                break
        if refuted:
            continue
        lay(grid, tile)
        tiles[count] = tile
        best = max(best, -best_leaf(s, count + 1, 1, -floor, -sign, worth, s.moves[1]))
        lift(grid, tile)
        if best >= beta:
            s.counters[killer] = tile
        if best >= beta or s.counters[NODES] > s.counters[LIMIT]:
            return best
    return max(best, alpha)


# -- alpha-beta --------------------------------------------------------------------------------


@njit(cache=True)
def hashed(tile: int) -> Any:
    """A hash of a tile (splitmix64): those of all tiles, combined by xor, stand for a field (Zobrist hashing)."""
    word = np.uint64(tile + 1) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True)
def key_of(tiles: Array, count: int) -> Any:
    """The hash of a field, whatever the order of its tiles."""
    key = np.uint64(0)
    for index in range(count):
        key ^= hashed(tiles[index])
    return key


@njit(cache=True)
def search(
    s: SearchArrays,
    known: Transpositions,
    worth: Array,
    widths: Array,
    count: int,
    left: int,
    depth: int,
    alpha: float,
    beta: float,
    sign: int,
    key: Any,
) -> Any:
    """What the field is worth to the mover when both lay well, ``depth`` tiles ahead, of the likeliest tiles:
    ``widths`` says of how many, by how many tiles are still looked ahead.

    Principal variation search: exact between ``alpha`` and ``beta``, else a bound. Once more tiles were evaluated than
    ``counters`` allow, the answer is worth nothing.
    """
    if left == 1:
        return best_leaf(s, count, left, beta, sign, worth, s.moves[depth])
    if left == 2:
        return last_two(s, count, alpha, beta, sign, worth)
    place = np.int64(key & np.uint64(known.keys.size - 1))
    searched = widths[0] * 64 + depth
    likeliest = -1
    if known.keys[place] == key:
        if known.notes[place, 1] == searched:
            value, bound = known.values[place], known.notes[place, 2]
            if bound == 0 or (bound > 0 and value >= beta) or (bound < 0 and value <= alpha):
                return value
        likeliest = known.notes[place, 0]
    best: Any = WORST
    chosen = -1
    if depth == 1:
        best = best_leaf(s, count, left, beta, sign, worth, s.moves[1])
    else:
        moves, likely = s.moves[depth], s.values[depth]
        number = evaluate_moves(s, count, left, sign, worth, moves, likely)
        s.counters[NODES] += number
        for at in range(number):
            if moves[at] == likeliest:
                likely[at] = 1e6
        for at in range(min(number, widths[depth])):
            if s.counters[NODES] > s.counters[LIMIT]:
                break
            top = at + np.argmax(likely[at:number])
            tile = moves[top]
            moves[top], likely[top] = moves[at], likely[at]
            lay(s.grid, tile)
            s.tiles[count] = tile
            low = max(alpha, best)
            high = beta if at == 0 else min(beta, low + SCOUT)
            value = low
            while True:
                value = -search(
                    s, known, worth, widths, count + 1, left - 1, depth - 1, -high, -low, -sign, key ^ hashed(tile)
                )
                if value < high or high >= beta:
                    break
                high = beta  # better than the null window could tell
            lift(s.grid, tile)
            if value > best:
                best, chosen = value, tile
            if best >= beta:
                break
    if s.counters[NODES] <= s.counters[LIMIT]:
        known.keys[place], known.values[place] = key, best
        known.notes[place, 0], known.notes[place, 1] = chosen, searched
        known.notes[place, 2] = 1 if best >= beta else -1 if best <= alpha else 0
    return best
