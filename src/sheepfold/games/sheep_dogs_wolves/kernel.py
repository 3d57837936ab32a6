"""Compiled play: legal tiles, random games and search on flat arrays, with the very functions of ``board``.

Only whoever thinks loads this room (``bots.compiled`` does): Numba takes seconds to import and to compile. Values are
expected scores, in sheep that live; ``worth`` says what each animal adds to it, by the class that it falls into.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from types import FunctionType
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.records import luck
from sheepfold.core.records.luck import Luck, SaidMove
from sheepfold.core.results.scores import Scores
from sheepfold.games.sheep_dogs_wolves import GAME, board
from sheepfold.games.sheep_dogs_wolves.board import DOG, EMPTY, SHEEP, SIDE, STEPS, WOLF
from sheepfold.games.sheep_dogs_wolves.bots.worth import CLASSES, LOST, SAVED, table
from sheepfold.games.sheep_dogs_wolves.terms import Options, part_of

Array: TypeAlias = "np.ndarray[Any, Any]"

MOST: Final = 69
"""Tiles in the longest game."""
WIDEST: Final = 48 * MOST
"""More tiles than can ever be legal."""
DEEPEST: Final = 8
"""The longest row of tiles that is thought about."""
KEPT: Final = 4
"""So many of the best last tiles are tried first."""
PROVEN: Final = 5
"""The last tiles that are tried everywhere, where that is not too much work."""
ANSWERS: Final = 24
"""So many answers are kept at hand that refute a tile which lies far from them."""
SCOUT: Final = 0.01
"""How wide the window of a scout is, in sheep."""
NO_LIMIT: Final = 1 << 40
PROOF: Final = 20
"""How many times as much work the proof of an ending may take: its tiles are weighed far more quickly."""
ANY_SCORE: Final = (-1, MOST + 1)
MARGIN: Final = 0.05
"""Tiles that are worth so much less than the best are still told apart."""
REMEMBERED: Final = 1 << 16
"""The fields that a search remembers."""


def compiled_board(*names: str) -> dict[str, Any]:
    """Functions of ``board``, compiled; each may call those named before it."""
    space = dict(vars(board))
    for name in names:
        plain = space[name]
        space[name] = njit(cache=True)(FunctionType(plain.__code__, space, name, plain.__defaults__))
    return space


_BOARD: Final = compiled_board("dogs_beside", "is_scared", "may_be_dog", "may_be_wolf", "is_eaten")
dogs_beside: Final = _BOARD["dogs_beside"]
is_scared: Final = _BOARD["is_scared"]
may_be_dog: Final = _BOARD["may_be_dog"]
may_be_wolf: Final = _BOARD["may_be_wolf"]
is_eaten: Final = _BOARD["is_eaten"]

TOUCHING: Final = np.array(board.TOUCHING, dtype=np.int32)


def _around(way: int) -> list[int]:
    near = [dy * SIDE + dx for dx in range(-3, 4) for dy in range(-3, 4) if abs(dx) + abs(dy) <= 3]
    return sorted({place * STEPS[way] + offset for place in range(3) for offset in near})


AROUND: Final = np.array([_around(way) for way in range(4)], dtype=np.int32)
"""The cells whose animals a tile can concern: those within three steps of one of its own."""


def _beside(way: int) -> list[int]:
    dog, wolf = STEPS[way], 2 * STEPS[way]
    near = {dog + one + two for one in STEPS for two in (0, *STEPS)} | {wolf + step for step in STEPS}
    return sorted(near - {0, dog, wolf})


BESIDE: Final = np.array([_beside(way) for way in range(4)], dtype=np.int32)
"""The cells whose sheep a tile eats or frees at once: beside its wolf, or beside a wolf beside its dog."""


@njit(cache=True)
def lay(grid: Array, tile: int) -> None:
    sheep, step = tile >> 2, STEPS[tile & 3]
    grid[sheep] = SHEEP
    grid[sheep + step] = DOG
    grid[sheep + 2 * step] = WOLF


@njit(cache=True)
def lift(grid: Array, tile: int) -> None:
    sheep, step = tile >> 2, STEPS[tile & 3]
    grid[sheep] = EMPTY
    grid[sheep + step] = EMPTY
    grid[sheep + 2 * step] = EMPTY


@njit(cache=True)
def legal(grid: Array, tiles: Array, count: int, seen: Array, found: Array) -> int:
    """Write every legal tile into ``found``; how many. ``seen`` holds for each tile when it was last looked at."""
    seen[0] += 1
    now = seen[0]
    number = 0
    for index in range(count):
        tile = tiles[index]
        sheep, way = tile >> 2, tile & 3
        for other in range(TOUCHING.shape[1]):
            choice = tile + TOUCHING[way, other, 0]
            if seen[choice] != now:
                seen[choice] = now
                if (
                    grid[sheep + TOUCHING[way, other, 1]] == EMPTY
                    and grid[sheep + TOUCHING[way, other, 2]] == EMPTY
                    and grid[sheep + TOUCHING[way, other, 3]] == EMPTY
                ):
                    found[number] = choice
                    number += 1
    return number


@njit(cache=True)
def score(grid: Array, tiles: Array, count: int) -> int:
    """The sheep that live if it ends now."""
    living = 0
    for index in range(count):
        living += not is_eaten(grid, tiles[index] >> 2)
    return living


@njit(cache=True)
def playout(grid: Array, tiles: Array, count: int, total: int, rng: Array, seen: Array, found: Array) -> int:
    """Lay random tiles until ``total`` lie, and count. The grid is left as it was; ``tiles`` tells what was laid."""
    for at in range(count, total):
        number = legal(grid, tiles, at, seen, found)
        rng[0] ^= rng[0] << np.uint64(13)  # xorshift: good enough to wander by, and the same everywhere
        rng[0] ^= rng[0] >> np.uint64(7)
        rng[0] ^= rng[0] << np.uint64(17)
        tiles[at] = found[np.int64((rng[0] >> np.uint64(11)) % np.uint64(number))]
        lay(grid, tiles[at])
    living = score(grid, tiles, total)
    for at in range(count, total):
        lift(grid, tiles[at])
    return living


below: Final = njit(luck.below, cache=True)


@njit(cache=True)
def smallest(found: Array, number: int, which: int) -> Any:
    """What stands at this place when so many are put in order."""
    low, high = 0, number - 1
    while low < high:
        middle, left, right = found[(low + high) >> 1], low, high
        while left <= right:
            while found[left] < middle:
                left += 1
            while found[right] > middle:
                right -= 1
            if left <= right:
                found[left], found[right] = found[right], found[left]
                left, right = left + 1, right - 1
        if which <= right:
            high = right
        elif which >= left:
            low = left
        else:
            break
    return found[which]


@njit(cache=True)
def wander(
    grid: Array, tiles: Array, total: int, scorer: int, words: Array, used: Array, seen: Array, found: Array
) -> Any:
    """The score after so many tiles, laid by the luck that is given, the scorer (0 or 1) first. The grid is left as it
    was; ``tiles`` tells what was laid."""
    for at in range(1, total):
        number = legal(grid, tiles, at, seen, found)
        seat = scorer if at & 1 else 1 - scorer
        tiles[at] = smallest(found, number, below(words, used, seat, number))
        lay(grid, tiles[at])
    living = score(grid, tiles, total)
    for at in range(1, total):
        lift(grid, tiles[at])
    return living


# -- what a field is worth ---------------------------------------------------------------------


@njit(cache=True)
def outlook(grid: Array, sheep: int, left: int) -> int:
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
def menace(grid: Array, wolf: int) -> int:
    """How a wolf stands: scared, or from how many cells it can be scared and on how many a sheep be fed to it."""
    if is_scared(grid, wolf):
        return SAVED + 1
    openings, feeds = 0, 0
    for step in STEPS:
        cell = wolf + step
        if grid[cell] == EMPTY:
            openings += may_be_dog(grid, cell)
            feeds += may_be_wolf(grid, cell)
    if openings == 0:
        return SAVED + 2 + min(feeds, 2)
    return SAVED + 3 + 2 * min(openings, 2) + (feeds > 1)


@njit(cache=True)
def appraise(grid: Array, tiles: Array, count: int, after: int, worth: Array, before: Array) -> Any:
    """What the field is worth with so many tiles to come; ``before`` takes what each animal adds to it."""
    base = worth[after, CLASSES]
    for index in range(count):
        sheep = tiles[index] >> 2
        wolf = sheep + 2 * STEPS[tiles[index] & 3]
        before[sheep] = worth[after, outlook(grid, sheep, after)]
        before[wolf] = worth[after, menace(grid, wolf)]
        base += before[sheep] + before[wolf]
    return base


@njit(cache=True)
def gain_of(grid: Array, tile: int, after: int, worth: Array, before: Array) -> Any:
    """What a tile adds to the worth of the field. The grid is left as it was."""
    sheep, way = tile >> 2, tile & 3
    lay(grid, tile)
    before[sheep] = before[sheep + 2 * STEPS[way]] = 0.0
    gain = 0.0
    for near in range(AROUND.shape[1]):
        cell = sheep + AROUND[way, near]
        if grid[cell] == SHEEP:
            gain += worth[after, outlook(grid, cell, after)] - before[cell]
        elif grid[cell] == WOLF:
            gain += worth[after, menace(grid, cell)] - before[cell]
    lift(grid, tile)
    return gain


@njit(cache=True)
def weigh(
    grid: Array,
    tiles: Array,
    count: int,
    left: int,
    sign: int,
    worth: Array,
    before: Array,
    seen: Array,
    found: Array,
    values: Array,
) -> int:
    """Write every legal tile and what the field is worth to the mover after it; how many.

    ``sign`` is 1 for the Sheep, -1 for the Wolf; ``left`` counts the tile that is to be laid.
    """
    base = appraise(grid, tiles, count, left - 1, worth, before)
    number = legal(grid, tiles, count, seen, found)
    for at in range(number):
        values[at] = sign * (base + gain_of(grid, found[at], left - 1, worth, before))
    return number


@njit(cache=True)
def fits(grid: Array, tile: int) -> bool:
    """Whether a tile may lie there: on empty ground, edge to edge with another."""
    sheep, step = tile >> 2, STEPS[tile & 3]
    if grid[sheep] != EMPTY or grid[sheep + step] != EMPTY or grid[sheep + 2 * step] != EMPTY:
        return False
    for place in range(3):
        for way in STEPS:
            if grid[sheep + place * step + way] != EMPTY:
                return True
    return False


@njit(cache=True)
def last_gain(grid: Array, tile: int, before: Array) -> Any:
    """How many more sheep live when this is the last tile; ``before`` holds 1 for each that lives without it."""
    sheep, way = tile >> 2, tile & 3
    lay(grid, tile)
    gain = 1 - np.int64(is_eaten(grid, sheep))
    for near in range(BESIDE.shape[1]):
        cell = sheep + BESIDE[way, near]
        if grid[cell] == SHEEP:
            gain += np.int64(not is_eaten(grid, cell)) - np.int64(before[cell])
    lift(grid, tile)
    return gain


@njit(cache=True)
def last(
    grid: Array, tiles: Array, count: int, beta: float, sign: int, before: Array, seen: Array, found: Array, work: Array
) -> Any:
    """The score, to the mover, after the best last tile; or after one that is good enough, if it reaches ``beta``."""
    base: Any = 0
    for index in range(count):
        sheep = tiles[index] >> 2
        before[sheep] = not is_eaten(grid, sheep)
        base += np.int64(before[sheep])
    best: Any = np.float32(-1e9)
    for kept in range(2, 2 + KEPT):  # what was best a moment ago is often best again
        if fits(grid, work[kept]):
            best = max(best, np.float32(sign * (base + last_gain(grid, work[kept], before))))
    work[0] += 1
    if best >= beta:
        return best
    number = legal(grid, tiles, count, seen, found)
    for at in range(number):
        work[0] += 1
        value = np.float32(sign * (base + last_gain(grid, found[at], before)))
        if value > best:
            best = value
            if found[at] != work[2]:
                for kept in range(1 + KEPT, 2, -1):
                    work[kept] = work[kept - 1]
                work[2] = found[at]
            if best >= beta:
                break
    return best


@njit(cache=True)
def apart(one: int, other: int) -> bool:
    """Whether two tiles are so far apart that neither changes what the other gains as a last tile: from dog to dog more
    than five steps."""
    a, b = (one >> 2) + STEPS[one & 3], (other >> 2) + STEPS[other & 3]
    return abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE) > 5


@njit(cache=True)
def last_two(
    grid: Array,
    tiles: Array,
    count: int,
    alpha: float,
    beta: float,
    sign: int,
    before: Array,
    seen: Array,
    found: Array,
    values: Array,
    work: Array,
) -> Any:
    """The score, to the mover, when both lay their last tile as well as can be.

    What a tile gains as the last one is the same after one that lies far from it: so most tiles are refuted by an
    answer that is known beforehand.
    """
    best: Any = np.float32(-1e9)
    kept = work.size - 1 if sign > 0 else work.size - 2
    if fits(grid, work[kept]):  # what was good enough a moment ago often is again
        lay(grid, work[kept])
        tiles[count] = work[kept]
        best = -last(grid, tiles, count + 1, -alpha, -sign, before, seen, found[1], work)
        lift(grid, work[kept])
        if best >= beta:
            return best
    base: Any = 0
    for index in range(count):
        sheep = tiles[index] >> 2
        before[sheep] = not is_eaten(grid, sheep)
        base += np.int64(before[sheep])
    moves, gains = found[2], values[2]
    number = legal(grid, tiles, count, seen, moves)
    work[0] += number
    for at in range(number):
        gains[at] = sign * last_gain(grid, moves[at], before)
    for at in range(1, min(number, ANSWERS) + 1):  # the best answers come last, the best tiles first
        low = number - at
        for other in range(number - at):
            if gains[other] < gains[low]:
                low = other
        moves[low], moves[number - at] = moves[number - at], moves[low]
        gains[low], gains[number - at] = gains[number - at], gains[low]
    top = gains[0]
    for at in range(1, number):
        top = max(top, gains[at])
    gain = top
    while gain >= gains[number - 1]:  # gains are whole sheep
        for at in range(number):
            if gains[at] != gain:
                continue
            tile, floor = moves[at], max(alpha, best)
            mine = sign * base + gain
            refuted = False
            for answer in range(number - 1, max(-1, number - 1 - ANSWERS), -1):
                if mine + gains[answer] > floor:
                    break
                if apart(tile, moves[answer]):
                    refuted = True
                    break
            if refuted:
                continue
            lay(grid, tile)
            tiles[count] = tile
            value = -last(grid, tiles, count + 1, -floor, -sign, before, seen, found[1], work)
            lift(grid, tile)
            best = max(best, value)
            if best >= beta:
                work[kept] = tile
            if best >= beta or work[0] > work[1]:
                return best
        gain -= 1
    return max(best, alpha)


@njit(cache=True)
def mixed(tile: int) -> Any:
    """A number for a tile, as if drawn by lot (splitmix64): those of all tiles, combined, stand for a field."""
    word = np.uint64(tile + 1) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True)
def key_of(tiles: Array, count: int) -> Any:
    """The number of a field, whatever the order of its tiles."""
    key = np.uint64(0)
    for index in range(count):
        key ^= mixed(tiles[index])
    return key


@njit(cache=True)
def best_now(
    grid: Array,
    tiles: Array,
    count: int,
    left: int,
    beta: float,
    sign: int,
    worth: Array,
    before: Array,
    seen: Array,
    found: Array,
    work: Array,
) -> Any:
    """What the field is worth to the mover after the best tile; or after one that is good enough, if it reaches
    ``beta``."""
    after = left - 1
    base = appraise(grid, tiles, count, after, worth, before)
    best: Any = np.float32(-1e9)
    for kept in range(2, 2 + KEPT):
        if fits(grid, work[kept]):
            work[0] += 1
            best = max(best, np.float32(sign * (base + gain_of(grid, work[kept], after, worth, before))))
    if best >= beta:
        return best
    number = legal(grid, tiles, count, seen, found)
    for at in range(number):
        work[0] += 1
        value = np.float32(sign * (base + gain_of(grid, found[at], after, worth, before)))
        if value > best:
            best = value
            if best >= beta:
                if found[at] != work[2]:
                    for kept in range(1 + KEPT, 2, -1):
                        work[kept] = work[kept - 1]
                    work[2] = found[at]
                break
    return best


@njit(cache=True)
def search(
    grid: Array,
    tiles: Array,
    count: int,
    left: int,
    depth: int,
    alpha: float,
    beta: float,
    sign: int,
    key: Any,
    widths: Array,
    worth: Array,
    before: Array,
    seen: Array,
    found: Array,
    values: Array,
    work: Array,
    keys: Array,
    notes: Array,
    bounds: Array,
) -> Any:
    """What the field is worth to the mover when both lay well, ``depth`` tiles ahead, of the likeliest tiles:
    ``widths`` says of how many, by how many tiles are still looked ahead.

    Alpha-beta with a scout: exact between ``alpha`` and ``beta``, else a bound. A table remembers fields (``keys``,
    whatever the order of their tiles) with the best tile and what is known of their value. ``work`` counts the tiles
    that were weighed and says how many may be; once they are more, the answer is worth nothing.
    """
    if left == 1:
        return last(grid, tiles, count, beta, sign, before, seen, found[depth], work)
    if left == 2:
        return last_two(grid, tiles, count, alpha, beta, sign, before, seen, found, values, work)
    place = np.int64(key & np.uint64(keys.size - 1))
    likeliest = -1
    if keys[place] == key:
        if notes[place, 1] == widths[0] * 64 + depth:
            if notes[place, 2] >= 0 and bounds[place] >= beta:
                return bounds[place]
            if notes[place, 2] <= 0 and bounds[place] <= alpha:
                return bounds[place]
            if notes[place, 2] == 0:
                return bounds[place]
        likeliest = notes[place, 0]
    best: Any = np.float32(-1e9)
    chosen = -1
    if depth == 1:
        best = best_now(grid, tiles, count, left, beta, sign, worth, before, seen, found[1], work)
    else:
        moves, likely = found[depth], values[depth]
        number = weigh(grid, tiles, count, left, sign, worth, before, seen, moves, likely)
        work[0] += number
        for at in range(number):
            if moves[at] == likeliest:
                likely[at] = 1e6
        for at in range(min(number, widths[depth])):
            if work[0] > work[1]:
                break
            top = at
            for other in range(at + 1, number):
                if likely[other] > likely[top]:
                    top = other
            tile = moves[top]
            moves[top], likely[top] = moves[at], likely[at]
            lay(grid, tile)
            tiles[count] = tile
            low = max(alpha, best)
            high = beta if at == 0 else min(beta, low + SCOUT)
            value = low
            while True:
                value = -search(
                    grid, tiles, count + 1, left - 1, depth - 1, -high, -low, -sign, key ^ mixed(tile), widths, worth,
                    before, seen, found, values, work, keys, notes, bounds,
                )  # fmt: skip
                if value < high or high >= beta:
                    break
                high = beta  # better than the scout could tell
            lift(grid, tile)
            if value > best:
                best, chosen = value, tile
            if best >= beta:
                break
    if work[0] <= work[1]:
        keys[place], bounds[place] = key, best
        notes[place, 0], notes[place, 1] = chosen, widths[0] * 64 + depth
        notes[place, 2] = 1 if best >= beta else -1 if best <= alpha else 0
    return best


# -- for whoever does not count in arrays ------------------------------------------------------


class Field:
    """A field to think on, with room for everything that thinking needs."""

    def __init__(self, tiles: Iterable[int]) -> None:
        self.grid = np.zeros(SIDE * SIDE, np.uint8)
        self.tiles = np.zeros(MOST, np.int64)
        self.count = 0
        self._seen = np.zeros(4 * SIDE * SIDE, np.int32)
        self._before = np.zeros(SIDE * SIDE, np.float32)
        self._found = np.zeros((DEEPEST + 1, WIDEST), np.int64)
        self._values = np.zeros((DEEPEST + 1, WIDEST), np.float32)
        self._worth = np.array(table(MOST), np.float32)
        self.work = np.zeros(4 + KEPT, np.int64)
        self._widths = np.zeros(DEEPEST + 2, np.int64)
        self._keys = np.zeros(REMEMBERED, np.uint64)
        self._notes = np.zeros((REMEMBERED, 3), np.int64)
        self._bounds = np.zeros(REMEMBERED, np.float32)
        for tile in tiles:
            self.lay(tile)

    def lay(self, tile: int) -> None:
        lay(self.grid, tile)
        self.tiles[self.count] = tile
        self.count += 1

    def lift(self) -> None:
        self.count -= 1
        lift(self.grid, int(self.tiles[self.count]))

    @property
    def sign(self) -> int:
        """1 when the Sheep is to lay, -1 for the Wolf."""
        return 1 if self.count % 2 else -1

    def legal(self) -> list[int]:
        """Every legal tile, in no order."""
        number = legal(self.grid, self.tiles, self.count, self._seen, self._found[0])
        return [int(tile) for tile in self._found[0, :number]]

    def score(self) -> int:
        return int(score(self.grid, self.tiles, self.count))

    def playout(self, total: int, rng: Array) -> int:
        """The score of a random game from here. ``rng`` holds one unsigned number other than 0."""
        return int(playout(self.grid, self.tiles, self.count, total, rng, self._seen, self._found[0]))

    def wander(self, total: int, scorer: int, words: Array, used: Array) -> int:
        """The score of a random game by the luck that is given; ``tiles`` tells what was laid."""
        return int(wander(self.grid, self.tiles, total, scorer, words, used, self._seen, self._found[0]))

    def weigh(self, left: int) -> list[tuple[float, int]]:
        """Every legal tile with what the field is worth to the mover after it, the best first."""
        number = weigh(
            self.grid,
            self.tiles,
            self.count,
            left,
            self.sign,
            self._worth,
            self._before,
            self._seen,
            self._found[0],
            self._values[0],
        )
        order = np.argsort(-self._values[0, :number], kind="stable")
        return [(float(self._values[0, at]), int(self._found[0, at])) for at in order]

    def after(self, tile: int, left: int, depth: int, floor: float, ceiling: float = 1e9) -> float:
        """What the field is worth to the mover after this tile, thought ``depth`` tiles further: exact between
        ``floor`` and ``ceiling``, else a bound."""
        self.lay(tile)
        key = np.uint64(key_of(self.tiles, self.count))
        value = search(
            self.grid, self.tiles, self.count, left - 1, depth, -ceiling, -floor, self.sign, key, self._widths,
            self._worth, self._before, self._seen, self._found, self._values, self.work, self._keys, self._notes,
            self._bounds,
        )  # fmt: skip
        self.lift()
        return -float(value)

    @property
    def within_work(self) -> bool:
        """Whether what was searched last came to its end."""
        return bool(self.work[0] <= self.work[1])

    def thought_after(self, tile: int, left: int, depth: int, width: int) -> float:
        """The same, as deep and as wide as ``look_ahead`` thinks at last, whatever work it takes."""
        deepest = min(depth, left, DEEPEST + 1)
        self._widths[:] = width
        self._widths[0] = deepest
        self.work[0], self.work[1] = 0, NO_LIMIT
        return self.after(tile, left, deepest - 1, -1e9)

    def end_after(self, tile: int, left: int, work: int) -> float | None:
        """The score that follows this tile when both play perfectly, for the mover; None: it takes more work."""
        self._widths[:] = WIDEST
        self._widths[0] = 0
        self.work[0], self.work[1] = 0, work * PROOF
        value = self.after(tile, left, left - 1, -1e9)
        return value if self.within_work else None

    def look_ahead(
        self, left: int, depth: int, width: int, work: int, matters: tuple[int, int] = ANY_SCORE
    ) -> list[tuple[float, int]]:
        """The likeliest tiles with what the field is worth to the mover after each, the best first.

        One tile further at a time, up to ``depth`` or until ``work`` tiles were weighed: of ``width`` tiles at last,
        of twice as many for every tile less. Values below the best are bounds. The end is proved, as far as the score
        ``matters``: between these numbers of sheep.
        """
        valued = self.weigh(left)
        self.work[0], self.work[1] = len(valued), work
        deepest = min(depth, left, DEEPEST + 1)
        for ahead in range(2, deepest + 1):
            self._widths[:] = width
            self._widths[0] = ahead
            best, deeper, wide = -1e9, [], width << deepest - ahead
            for _, tile in valued[:wide]:
                value = self.after(tile, left, ahead - 1, best - MARGIN)
                if self.work[0] > work:
                    return valued
                deeper.append((value, tile))
                best = max(best, value)
            valued = sorted(deeper, key=lambda entry: -entry[0]) + valued[wide:]
        return self._proved(left, valued, matters) if 1 < left <= PROVEN else valued[:width]

    def _proved(self, left: int, valued: list[tuple[float, int]], matters: tuple[int, int]) -> list[tuple[float, int]]:
        """The tiles in order, the first proved to be best, every tile tried; as far as the work allows."""
        self.work[0], self.work[1] = 0, self.work[1] * PROOF
        self._widths[:] = WIDEST
        self._widths[0] = 0
        low, high = matters if self.sign > 0 else (-matters[1], -matters[0])
        value = min(high, max(low + 1, round(valued[0][0])))
        proved, rising = None, True
        while low < value <= high:
            reached = None
            for _, tile in valued:
                if self.after(tile, left, left - 1, value - 0.5, value - 0.4) > value - 0.5:
                    reached = tile
                    break
                if self.work[0] > self.work[1]:
                    break
            if self.work[0] > self.work[1]:
                break
            if reached is None:
                rising, value = False, value - 1
                if proved is not None:
                    break
            else:
                proved = (float(value), reached)
                valued = [proved, *(entry for entry in valued if entry[1] != reached)]
                if not rising:
                    break
                value += 1
        if proved is None:
            return valued
        return [proved, *((min(entry, proved[0] - MARGIN), tile) for entry, tile in valued[1:])]


class RandomGames:
    """Room for random games, one after the other."""

    def __init__(self) -> None:
        self._field = Field([board.FIRST])

    def play(self, options: Options, seats: int, given: Luck, longest: int) -> tuple[list[SaidMove], Outcome | None]:
        """The moves of a game, as random players play it by this luck, and how it ended; None: it
        was not over after ``longest`` moves."""
        moves, outcome = luck.enough(given, WORDS, partial(self._duel, options))
        return (moves, outcome) if len(moves) <= longest else (moves[:longest], None)

    def _duel(self, options: Options, given: bytes) -> tuple[tuple[list[SaidMove], Outcome], int]:
        """Bids, then the rounds; and how many words were used."""
        words, used = np.frombuffer(given, "<u4").astype(np.int64).reshape(2, -1), np.zeros(2, np.int64)
        moves: list[SaidMove] = []
        bids: list[int] = []
        scorers: tuple[Seat, ...] = (1, 2) if options.mode == "duel" else (1,)
        if options.mode == "bid":
            bids = luck.auction(words, used, GAME.inner.bids(options))
            moves += luck.auction_moves(bids)
            scorers = (2 - len(bids) % 2,)
        scores: dict[Seat, int] = {}
        for scorer in scorers:
            scores[scorer] = self._field.wander(options.tiles, scorer - 1, words, used)
            laid = map(part_of, self._field.tiles[1 : options.tiles].tolist())
            moves += [SaidMove(3 - scorer if at % 2 else scorer, part, (part,)) for at, part in enumerate(laid)]
        return (moves, GAME.judged(options, tuple(bids), Scores(scores))), int(max(used))


WORDS: Final = 256
"""Luck for one game and seat; the few that need more are played again with more."""

OPTIONS: Final = {"mode": "single"}
"""What is played out: one round, where a duel has two."""


def playouts(games: int, seed: int, total: int = 23) -> int:
    """Play random games; the sheep that lived in all of them."""
    field, rng = Field([board.FIRST]), np.array([seed * 2 + 1], np.uint64)
    return sum(field.playout(total, rng) for _ in range(games))


def warm() -> None:
    """Compile all of it, or read what was compiled before."""
    playouts(1, 1, 3)
    Field([board.FIRST]).wander(3, 0, np.zeros((2, 4), np.int64), np.zeros(2, np.int64))
    Field([board.FIRST]).look_ahead(2, 2, 2, 1000)


def classes(field: Field, left: int) -> Sequence[int]:
    """How many animals of each class there are; for learning what they are worth."""
    found = [0] * CLASSES
    for tile in map(int, field.tiles[: field.count]):
        sheep, _, wolf = board.cells_of(tile)
        found[outlook(field.grid, sheep, left)] += 1
        found[menace(field.grid, wolf)] += 1
    return found
