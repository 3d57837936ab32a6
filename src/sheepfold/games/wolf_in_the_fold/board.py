"""The map as flat numbers: tiles and fence lines, the hole rule, herds, and the ground that fences cut off.

Cells, faces and patches are plain integers, so a kernel can compile these functions as they stand:

- a *cell* is ``(r + MIDDLE) * SIDE + q + MIDDLE``; a step through an edge is one addition, and cells in the
  order of their numbers are in reading order;
- a *face* is what a laid tile shows: ``FACE`` or more, by kind and turn;
- a *patch* of ground is ``6 * cell + sector``, one sector of a tile;
- a *grid* is anything indexed by cells. It holds the faces of tiles, and for every empty cell which of its
  neighbours hold tiles: one bit for each edge, which makes less than ``FACE``.

No tile can leave the grid, nor can what a player dreams of around it: 77 tiles in a row end 76 cells from the start,
``MIDDLE`` is 96. Nothing here knows turns, seats or scores.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Axial coordinates (q, r): a cell as views name it."""

HEX_WAYS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Steps (q, r) through edges 0 to 5, counter-clockwise from east."""

Patch: TypeAlias = tuple[int, int, int]
"""A piece of ground as views name it: the cell's q and r, and which sector of its tile."""

TILES: Final[dict[str, int]] = {
    "sheep": 18, "lambs": 10, "black": 6,
    "straight": 18, "tri": 12, "star": 4,
    "shepherd": 3, "wolf": 6,
}  # fmt: skip
"""Every kind of tile and how many there are: 77."""

KINDS: Final = tuple(TILES)
SHEEP: Final = ("sheep", "lambs", "black")

ARMS: Final[dict[str, tuple[tuple[int, ...], ...]]] = {
    "straight": ((0, 3), (1, 4), (2, 5)),
    "tri": ((0, 2, 4), (1, 3, 5)),
    "star": ((0, 1, 2, 3, 4, 5),),
}
"""For each fence and turn, the edges to which lines run from the middle of the tile."""


FACES: Final[dict[tuple[str, int], int]] = {
    (kind, turn): sum(1 << edge for edge in arms) for kind in KINDS for turn, arms in enumerate(ARMS.get(kind, ((),)))
}
"""The eleven faces by kind and turn, each with a bit for every edge that a fence line runs to."""


def turns(kind: str) -> int:
    """In how many ways a fence can lie; 0 for a tile without lines, which has no turn."""
    return len(ARMS.get(kind, ()))


# -- numbers -----------------------------------------------------------------------------------

SIDE: Final = 192
MIDDLE: Final = 96
REACH: Final = 78
"""No tile is ever laid further than this from the start, whatever a player types."""

STEPS: Final = tuple(dr * SIDE + dq for dq, dr in HEX_WAYS)
"""Through edges 0 to 5."""
HERE_AND_AROUND: Final = (0, *STEPS)
EDGES: Final = tuple((1 << edge, step, 1 << (edge + 3) % 6) for edge, step in enumerate(STEPS))
"""For each edge of a cell: its bit, the step through it, and the bit by which the neighbour knows it."""

FACE: Final = 64
NUMBER: Final[dict[tuple[str, int], int]] = {face: number for number, face in enumerate(FACES, FACE)}
"""The faces' numbers by kind and turn."""
KIND: Final = ("",) * FACE + tuple(kind for kind, _ in FACES)
TURN: Final = (0,) * FACE + tuple(turn for _, turn in FACES)
LINES: Final = (0,) * FACE + tuple(FACES.values())
IS_SHEEP: Final = tuple(kind in SHEEP for kind in KIND)
"""What each number in a grid stands for; an empty cell shows nothing."""
WOLF: Final = NUMBER["wolf", 0]
SHEPHERD: Final = NUMBER["shepherd", 0]


def cell_at(q: int, r: int) -> int:
    """The number of a cell."""
    return (r + MIDDLE) * SIDE + q + MIDDLE


def place_of(cell: int) -> Cell:
    """The coordinates of a cell."""
    return cell % SIDE - MIDDLE, cell // SIDE - MIDDLE


START: Final = cell_at(0, 0)
"""Where the starting tile lies."""
BARE: Final = bytes(SIDE * SIDE)
"""A grid without tiles."""


def lay(grid: bytearray, cell: int, face: int) -> None:
    """Put a tile on an empty cell, and let the empty cells around know."""
    grid[cell] = face
    for _, step, across in EDGES:
        if grid[cell + step] < FACE:
            grid[cell + step] |= across


def lift(grid: bytearray, cell: int) -> None:
    """Take a tile away again."""
    around = 0
    for edge, step, across in EDGES:
        if grid[cell + step] < FACE:
            grid[cell + step] ^= across
        else:
            around |= edge
    grid[cell] = around


def grid_of(laid: Iterable[tuple[int, int]]) -> bytearray:
    """A fresh grid with these faces on their cells."""
    grid = bytearray(BARE)
    for cell, face in laid:
        lay(grid, cell, face)
    return grid


# -- the hole rule -----------------------------------------------------------------------------


def _one_run(filled: int) -> bool:
    changes = sum((filled >> i & 1) != (filled >> (i + 1) % 6 & 1) for i in range(6))
    return changes == 2 or filled == 0b111111


FILLABLE: Final = tuple(_one_run(filled) for filled in range(FACE)) + (False,) * len(FACES)
"""The hole rule by what the grid holds for a cell: it is empty, and its filled neighbours form one unbroken run or are
all six. So a tile there touches another and cuts no empty ground off."""


def open_after(grid: Sequence[int], before: Sequence[int], laid: int) -> tuple[int, ...]:
    """The fillable cells in reading order once ``laid`` is on the grid: only it and its neighbours can have changed."""
    now = list(before)
    for step in HERE_AND_AROUND:
        cell = laid + step
        at = bisect_left(now, cell)
        if at == len(now) or now[at] != cell:
            if FILLABLE[grid[cell]]:
                now.insert(at, cell)
        elif not FILLABLE[grid[cell]]:
            del now[at]
    return tuple(now)


def open_cells(grid: Sequence[int], laid: Iterable[int]) -> tuple[int, ...]:
    """All fillable cells beside the tiles on these cells, in reading order."""
    return tuple(sorted({cell + step for cell in laid for step in STEPS if FILLABLE[grid[cell + step]]}))


# -- herds -------------------------------------------------------------------------------------


def flocks(sheep: Iterable[int]) -> list[list[int]]:
    """The sheep on these cells as connected by touching edges, lone ones too, each in reading order, first in
    reading order first."""
    found = []
    left = set(sheep)
    for start in sorted(left):
        if start not in left:
            continue
        left.remove(start)
        flock = [start]
        for cell in flock:  # which grows as it is walked through
            for step in STEPS:
                if cell + step in left:
                    left.remove(cell + step)
                    flock.append(cell + step)
        flock.sort()
        found.append(flock)
    return found


def touches(grid: Sequence[int], cells: Iterable[int], face: int) -> bool:
    """Whether a tile with that face lies next to one of the cells."""
    for cell in cells:
        for step in STEPS:  # loops: compilers of kernels know no generators
            if grid[cell + step] == face:
                return True
    return False


# -- fences ------------------------------------------------------------------------------------
# An edge has two halves, since a line may reach its middle: half 2e comes before the middle of edge
# e counter-clockwise, half 2e+1 after it. The lines of a tile divide it into sectors, each of which
# owns a run of halves. Ground flows from sector to sector through the halves they share; where one
# line meets none, both its sides flow into the same sector across the edge: that is the gap.

ACROSS: Final = tuple((half // 2 + 3) % 6 * 2 + 1 - half % 2 for half in range(12))
"""The neighbour's name for the half of the edge that we call ``half``."""


def _sectors(lines: int) -> tuple[int, ...]:
    count = max(1, lines.bit_count())
    return tuple(((lines & ((1 << (half + 1) // 2) - 1)).bit_count() - 1) % count for half in range(12))


SECTOR: Final = tuple(map(_sectors, LINES))
"""By face and half: the sector that owns it. Sector j lies counter-clockwise after the j-th line."""

WAYS_OUT: Final = tuple(
    tuple(
        tuple((STEPS[half >> 1], ACROSS[half]) for half in range(12) if owner[half] == sector)
        for sector in range(max(owner) + 1)
    )
    for owner in SECTOR
)
"""By face and sector: the step through each half that it owns, and what the neighbour calls that half."""


def ground(grid: Sequence[int], start: int) -> frozenset[int] | None:
    """All patches connected with a patch, or None if the ground runs out into the open."""
    seen = {start}
    todo = [start]
    while todo:
        cell, sector = divmod(todo.pop(), 6)
        for step, half in WAYS_OUT[grid[cell]][sector]:
            face = grid[cell + step]
            if face < FACE:
                return None
            patch = 6 * (cell + step) + SECTOR[face][half]
            if patch not in seen:
                seen.add(patch)
                todo.append(patch)
    return frozenset(seen)


def pointing(grid: Sequence[int] | Mapping[int, int], cell: int) -> int:
    """The edges of a cell that fence lines of its neighbours run to, one bit for each."""
    found = 0
    for edge, step, across in EDGES:
        if LINES[grid[cell + step]] & across:
            found |= edge
    return found


def met(grid: Sequence[int] | Mapping[int, int], cell: int) -> int:
    """Which lines of the tile meet a line across the edge, one bit for each edge."""
    return LINES[grid[cell]] & pointing(grid, cell)


def closed_at(grid: Sequence[int], cell: int) -> list[frozenset[int]]:
    """The enclosures that the tile just laid on ``cell`` completed.

    A new fence passes through the new tile, in by one line that meets another and out by a second,
    so only the ground at its sectors needs a look.
    """
    if met(grid, cell).bit_count() < 2:
        return []
    found: list[frozenset[int]] = []
    for sector in range(len(WAYS_OUT[grid[cell]])):
        patch = 6 * cell + sector
        if not any(patch in other for other in found) and (inside := ground(grid, patch)) is not None:
            found.append(inside)
    return found


def whole_tiles(grid: Sequence[int], patches: Iterable[int]) -> list[int]:
    """The tiles that lie in the ground as a whole: those without lines, in reading order."""
    return sorted(patch // 6 for patch in patches if not LINES[grid[patch // 6]])
