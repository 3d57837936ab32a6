"""The signs of all animals at once. One more tile changes only those near it: the others are carried on."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from sheepfold.core.contract import Part
from sheepfold.core.memory import Memory
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.terms import part_of

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
    found = _KEPT.get((tiles, left > 0))
    if found is None:
        before = _KEPT.get((tiles[:-1], True)) if left else None
        found = _all(tiles, left) if before is None else _carried(before, tiles, left)
        _KEPT.keep((tiles, left > 0), found)
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
    as differences of tile numbers."""
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


_KEPT: Final[Memory[tuple[tuple[int, ...], bool], Signs]] = Memory(2048)
