"""The signs of all animals, and the open ground round the tiles. One more tile changes only what lies near it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from sheepfold.core.contract import Part
from sheepfold.core.geometry import Cell
from sheepfold.core.memory import Memory
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.terms import part_of, tile_of

FAR: Final = 3
"""A sign depends on cells at most so many steps away."""
WORDS: Final = ("", "scared", "safe", "lost", "danger", "saved")
"""The signs of ``board``, by number."""


class Signs(NamedTuple):
    """The tiles in order, and for each the sign of its sheep and that of its wolf, in words."""

    parts: tuple[Part, ...]
    sheep: tuple[str, ...]
    wolves: tuple[str, ...]


def signs(tiles: tuple[int, ...], left: int) -> Signs:
    """All signs, with so many tiles still to lay."""
    found = _SIGNS.get((tiles, left > 0))
    if found is None:
        before = _SIGNS.get((tiles[:-1], True)) if left else None
        found = _all(tiles, left) if before is None else _carried(before, tiles, left)
        _SIGNS.keep((tiles, left > 0), found)
    return found


def _all(tiles: tuple[int, ...], left: int) -> Signs:
    grid = board.grid_of(tiles)
    cells = [board.cells_of(tile) for tile in tiles]
    return Signs(
        tuple(part_of(tile) for tile in tiles),
        tuple(WORDS[board.sheep_sign(grid, sheep, left)] for sheep, _, _ in cells),
        tuple(WORDS[board.wolf_sign(grid, wolf, left)] for _, _, wolf in cells),
    )


def _carried(before: Signs, tiles: tuple[int, ...], left: int) -> Signs:
    """The signs before the last tile, with those near it judged again."""
    last = tiles[-1]
    near, around = _within(last & 3, FAR), _within(last & 3, 2 * FAR + 2)  # a tile is two steps long
    grid = defaultdict[int, int](int)  # it knows only what lies near the last tile; all else is empty
    again = []
    for index, tile in enumerate(tiles):
        if tile - last in around:
            board.lay(grid, tile)
            if tile - last in near:
                again.append(index)
    sheep, wolves = [*before.sheep, ""], [*before.wolves, ""]
    for index in again:
        own_sheep, _, own_wolf = board.cells_of(tiles[index])
        sheep[index] = WORDS[board.sheep_sign(grid, own_sheep, left)]
        wolves[index] = WORDS[board.wolf_sign(grid, own_wolf, left)]
    return Signs((*before.parts, part_of(last)), tuple(sheep), tuple(wolves))


@cache
def _within(way: int, steps: int) -> frozenset[int]:
    """The tiles with a cell at most so many steps from one of a tile that lies that way, itself included,
    as differences of tile numbers. Kept: it takes milliseconds, and there are eight."""
    last = board.tile_at(0, 0, way)
    reach = range(-steps - 4, steps + 5)
    return frozenset(
        tile - last
        for x, y, other in product(reach, reach, range(4))
        if _apart(last, tile := board.tile_at(x, y, other)) <= steps
    )


def _apart(one: int, other: int) -> int:
    """The steps between the nearest cells of two tiles."""
    pairs = product(*(map(board.place_of, board.cells_of(tile)) for tile in (one, other)))
    return min(abs(x1 - x2) + abs(y1 - y2) for (x1, y1), (x2, y2) in pairs)


_SIGNS: Final[Memory[tuple[tuple[int, ...], bool], Signs]] = Memory(2048)
"""With the grounds below it saves nearly half the calls of a move (docs/measurements/instructions.md)."""


class Reach(NamedTuple):
    """How far cells reach."""

    west: int
    east: int
    south: int
    north: int

    def over(self, cells: Iterable[Cell]) -> Reach:
        """Over these cells, too."""
        columns, rows = zip((self.west, self.south), (self.east, self.north), *cells, strict=True)
        return Reach(min(columns), max(columns), min(rows), max(rows))


class Ground(NamedTuple):
    """Occupied cells, legal tiles, and the empty cells that some legal tile would cover, from south-west on."""

    taken: frozenset[int]
    choices: frozenset[int]
    open: tuple[Cell, ...]
    occupied: Reach
    """Of all tiles;"""
    around: Reach
    """and of the open cells, too."""


def ground(parts: tuple[Part, ...]) -> Ground:
    """The ground after these tiles."""
    found = _GROUNDS.get(parts)
    if found is None:
        before = _GROUNDS.get(parts[:-1])
        tiles = [tile for part in parts if (tile := tile_of(part)) is not None]
        if before is None:
            laid, (taken, choices), first = tiles, board.grown(tiles), _place(tiles[0] >> 2)
            occupied = Reach(first[0], first[0], first[1], first[1])
        else:
            laid, (taken, choices) = tiles[-1:], board.grow(before.taken, before.choices, tiles[-1])
            occupied = before.occupied
        occupied = occupied.over(_place(cell) for tile in laid for cell in board.cells_of(tile))
        empty = _open(choices)
        found = _GROUNDS.keep(parts, Ground(taken, choices, empty, occupied, occupied.over(empty)))
    return found


def _open(choices: frozenset[int]) -> tuple[Cell, ...]:
    cells: set[int] = set()
    for way, step in enumerate(board.STEPS[:2]):  # one that lies west or south covers what another covers
        sheep = {tile >> 2 for tile in choices if tile & 3 == way}
        cells.update(sheep, [cell + step for cell in sheep], [cell + 2 * step for cell in sheep])
    return tuple(map(_place, sorted(cells)))


@lru_cache(8192)
def _place(cell: int) -> Cell:
    """Kept: the cells of all tiles are placed at every move (docs/measurements/instructions.md)."""
    return board.place_of(cell)


_GROUNDS: Final[Memory[tuple[Part, ...], Ground]] = Memory(256)
