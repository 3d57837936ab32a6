"""The grid as flat numbers, and every judgement about it: what is open, who is scared, who is saved.

Cells, tiles and animals are plain integers, so a kernel can compile these functions as they stand:

- a *cell* is ``(y + MIDDLE) * SIDE + (x + MIDDLE)``; a step in a direction is one addition;
- a *tile* is ``4 * cell + way``: the sheep's cell and the direction from sheep to wolf;
- a *grid* is anything indexed by cells that holds ``EMPTY``, ``SHEEP``, ``DOG`` or ``WOLF``.

No tile can leave the grid: 69 tiles in a row reach 205 cells from the start, ``MIDDLE`` is 256.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, MutableSequence, Sequence, Set
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Coordinates (x, y) as views name them: x grows east, y grows north."""
SQUARE_WAYS: Final[dict[str, Cell]] = {"E": (1, 0), "N": (0, 1), "W": (-1, 0), "S": (0, -1)}
"""Steps by compass direction."""

SIDE: Final = 512
MIDDLE: Final = 256
REACH: Final = 250
"""No sheep is ever laid further than this from the middle, whatever a player types."""

EMPTY: Final = 0
SHEEP: Final = 1
DOG: Final = 2
WOLF: Final = 3

COMPASS: Final = "".join(SQUARE_WAYS)
"""The names of the ways, in the order of their numbers: east, north, west, south."""
STEPS: Final[tuple[int, ...]] = tuple(dy * SIDE + dx for dx, dy in SQUARE_WAYS.values())

PLAIN: Final = 0
SCARED: Final = 1
SAFE: Final = 2
LOST: Final = 3
DANGER: Final = 4
SAVED: Final = 5
"""Signs: a wolf is plain, scared or safe from dogs; a sheep is plain, lost, in danger as it stands, or saved."""

Grid: TypeAlias = Sequence[int] | Mapping[int, int]


def cell_at(x: int, y: int) -> int:
    """The number of a cell."""
    return (y + MIDDLE) * SIDE + x + MIDDLE


def place_of(cell: int) -> Cell:
    """The coordinates of a cell."""
    return cell % SIDE - MIDDLE, cell // SIDE - MIDDLE


def tile_at(x: int, y: int, way: int) -> int:
    """The tile with its sheep at (x, y) and its wolf that way."""
    return 4 * cell_at(x, y) + way


FIRST: Final = tile_at(-1, 0, 0)
"""The tile that lies on the table at the start."""


def cells_of(tile: int) -> tuple[int, int, int]:
    """The cells of a tile's sheep, dog and wolf."""
    sheep, step = tile >> 2, STEPS[tile & 3]
    return sheep, sheep + step, sheep + 2 * step


# -- where a tile may lie ----------------------------------------------------------------------

COVERS: Final[tuple[int, ...]] = tuple(-4 * place * step + way for way, step in enumerate(STEPS) for place in range(3))
"""Added to four times a cell: the twelve tiles that cover it."""


def _touching(way: int) -> tuple[tuple[int, int, int, int], ...]:
    own = {place * STEPS[way] for place in range(3)}
    beside = {cell + step for cell in own for step in STEPS} - own
    found = set()
    for cell in beside:
        for cover in COVERS:
            tile = 4 * cell + cover
            sheep, step = tile >> 2, STEPS[tile & 3]
            if not own & {sheep, sheep + step, sheep + 2 * step}:
                found.add((tile - way, sheep, sheep + step, sheep + 2 * step))
    return tuple(sorted(found))


TOUCHING: Final = tuple(_touching(way) for way in range(4))
"""For each way a tile can lie, its 48 possible neighbours: the difference of tile numbers, then of their cells
from the tile's sheep."""


def opened(taken: Set[int], tile: int) -> list[int]:
    """The tiles that fit edge to edge beside this one; ``taken`` holds every occupied cell, its own included."""
    sheep = tile >> 2
    return [
        tile + other
        for other, a, b, c in TOUCHING[tile & 3]
        if sheep + a not in taken and sheep + b not in taken and sheep + c not in taken
    ]


OVERLAPPING: Final = tuple(
    tuple(sorted({4 * place * STEPS[way] + cover - way for place in range(3) for cover in COVERS})) for way in range(4)
)
"""For each way a tile can lie, the tiles that would overlap it, as differences of tile numbers."""


def closed(tile: int) -> list[int]:
    """The tiles that would overlap this one."""
    return [tile + other for other in OVERLAPPING[tile & 3]]


def grow(taken: frozenset[int], choices: frozenset[int], tile: int) -> tuple[frozenset[int], frozenset[int]]:
    """Occupied cells and legal tiles after one more tile."""
    taken = taken.union(cells_of(tile))
    return taken, choices.difference(closed(tile)).union(opened(taken, tile))


def grown(tiles: Sequence[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Occupied cells and legal tiles after these tiles, whatever their order."""
    taken = frozenset(cell for tile in tiles for cell in cells_of(tile))
    return taken, frozenset(choice for tile in tiles for choice in opened(taken, tile))


def _around(way: int) -> tuple[int, ...]:
    near = [dy * SIDE + dx for dx in range(-3, 4) for dy in range(-3, 4) if abs(dx) + abs(dy) <= 3]
    return tuple(sorted({place * STEPS[way] + offset for place in range(3) for offset in near}))


AROUND: Final = tuple(_around(way) for way in range(4))
"""For each way a tile can lie, the cells whose animals it can concern: those within three steps of one of its own, as
differences from its sheep's cell."""


# -- who lives ---------------------------------------------------------------------------------


def lay(grid: MutableSequence[int] | MutableMapping[int, int], tile: int) -> None:
    """Write a tile's animals into the grid."""
    sheep, step = tile >> 2, STEPS[tile & 3]
    grid[sheep], grid[sheep + step], grid[sheep + 2 * step] = SHEEP, DOG, WOLF


def lift(grid: bytearray, tile: int) -> None:
    """Take a tile out of the grid again."""
    sheep, step = tile >> 2, STEPS[tile & 3]
    grid[sheep] = grid[sheep + step] = grid[sheep + 2 * step] = EMPTY


def grid_of(tiles: Iterable[int]) -> bytearray:
    """A fresh grid with these tiles."""
    grid = bytearray(SIDE * SIDE)
    for tile in tiles:
        lay(grid, tile)
    return grid


def dogs_beside(grid: Grid, cell: int) -> int:
    """How many dogs share an edge with the cell."""
    return (
        (grid[cell + 1] == DOG) + (grid[cell + SIDE] == DOG) + (grid[cell - 1] == DOG) + (grid[cell - SIDE] == DOG)
    )  # fmt: skip


def is_scared(grid: Grid, wolf: int) -> bool:
    """Two dogs or more stand beside the wolf, the one of its own tile included."""
    return dogs_beside(grid, wolf) >= 2


def may_be_dog(grid: Grid, cell: int) -> bool:
    """The empty cell is the middle of a straight run of three empty cells."""
    return (grid[cell - 1] == EMPTY and grid[cell + 1] == EMPTY) or (
        grid[cell - SIDE] == EMPTY and grid[cell + SIDE] == EMPTY
    )


def may_be_wolf(grid: Grid, cell: int) -> bool:
    """The empty cell is the end of a straight run of three empty cells."""
    for step in STEPS:  # a loop, here and below: compilers of kernels know no generators  # noqa: SIM110
        if grid[cell + step] == EMPTY and grid[cell + 2 * step] == EMPTY:
            return True
    return False


def is_safe(grid: Grid, wolf: int, left: int) -> bool:
    """The wolf is not scared and never can be, with ``left`` tiles still to lay."""
    if is_scared(grid, wolf):
        return False
    if left > 0:
        for step in STEPS:
            if grid[wolf + step] == EMPTY and may_be_dog(grid, wolf + step):
                return False
    return True


def wolf_sign(grid: Grid, wolf: int, left: int) -> int:
    """Scared, safe, or neither yet."""
    return SCARED if is_scared(grid, wolf) else SAFE if is_safe(grid, wolf, left) else PLAIN


def sheep_sign(grid: Grid, sheep: int, left: int) -> int:
    """Lost, in danger as it stands, saved, or none of these."""
    sign = PLAIN
    for step in STEPS:
        beside = sheep + step
        if grid[beside] == WOLF and not is_scared(grid, beside):
            if is_safe(grid, beside, left):
                return LOST
            sign = DANGER
    if sign == DANGER or left == 0:
        return sign or SAVED
    for step in STEPS:
        beside = sheep + step
        if grid[beside] == EMPTY and dogs_beside(grid, beside) == 0 and may_be_wolf(grid, beside):
            return PLAIN
    return SAVED


def is_eaten(grid: Grid, sheep: int) -> bool:
    """A wolf that is not scared stands beside the sheep."""
    for step in STEPS:  # noqa: SIM110
        if grid[sheep + step] == WOLF and not is_scared(grid, sheep + step):
            return True
    return False


def score(grid: Grid, tiles: Iterable[int]) -> int:
    """The sheep that live if it ends now."""
    living = 0
    for tile in tiles:
        living += not is_eaten(grid, tile >> 2)
    return living
