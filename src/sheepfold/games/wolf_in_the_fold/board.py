"""The map: tiles and fence lines as data, the hole rule, herds, and the ground that fences cut off.

Flat functions over a mapping from cells to faces; nothing here knows turns, seats or scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from sheepfold.core.hexes import WAYS

Cell: TypeAlias = tuple[int, int]
"""Axial coordinates (q, r)."""

Patch: TypeAlias = tuple[int, int, int]
"""A piece of ground: the cell's q and r, and which sector of its tile."""

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


@dataclass(frozen=True, slots=True)
class Face:
    """What a laid tile shows. ``lines`` has bit ``e`` set where a fence line runs to edge ``e``."""

    kind: str
    turn: int = 0
    lines: int = 0


FACES: Final[dict[tuple[str, int], Face]] = {
    (kind, turn): Face(kind, turn, sum(1 << edge for edge in arms))
    for kind in KINDS
    for turn, arms in enumerate(ARMS.get(kind, ((),)))
}
"""The eleven faces by kind and turn."""

Board: TypeAlias = Mapping[Cell, Face]


def turns(kind: str) -> int:
    """In how many ways a fence can lie; 0 for a tile without lines, which has no turn."""
    return len(ARMS.get(kind, ()))


def around(cell: Cell) -> list[Cell]:
    """The six neighbours, through edges 0 to 5."""
    q, r = cell
    return [(q + dq, r + dr) for dq, dr in WAYS]


# -- the hole rule -----------------------------------------------------------------------------


def _one_run(filled: int) -> bool:
    changes = sum((filled >> i & 1) != (filled >> (i + 1) % 6 & 1) for i in range(6))
    return changes == 2 or filled == 0b111111


FILLABLE: Final = tuple(_one_run(filled) for filled in range(64))
"""The hole rule by the set of filled neighbours: one unbroken run, or all six."""


def filled_around(board: Board, cell: Cell) -> int:
    """Which neighbours hold tiles, one bit for each edge."""
    q, r = cell
    return sum(1 << edge for edge, (dq, dr) in enumerate(WAYS) if (q + dq, r + dr) in board)


def fillable(board: Board, cell: Cell) -> bool:
    """Whether a tile here touches another and cuts no empty ground off."""
    return cell not in board and FILLABLE[filled_around(board, cell)]


def open_after(board: Board, before: frozenset[Cell], laid: Cell) -> frozenset[Cell]:
    """The fillable cells once ``laid`` is on the board: only its neighbours can have changed."""
    changed = around(laid)
    return (before - {laid, *changed}) | {cell for cell in changed if fillable(board, cell)}


# -- herds -------------------------------------------------------------------------------------


def flocks(board: Board) -> list[tuple[Cell, ...]]:
    """Sheep connected by touching edges, lone ones too, each in reading order, first in reading order first."""
    left = {cell for cell, face in board.items() if face.kind in SHEEP}
    found = []
    while left:
        todo = [left.pop()]
        flock = []
        while todo:
            cell = todo.pop()
            flock.append(cell)
            for near in around(cell):
                if near in left:
                    left.remove(near)
                    todo.append(near)
        found.append(tuple(sorted(flock, key=reading)))
    return sorted(found, key=lambda flock: reading(flock[0]))


def reading(cell: Cell) -> tuple[int, int]:
    """Sorts cells row by row from the top, as a page is read."""
    return cell[1], cell[0]


def touches(board: Board, cells: Iterable[Cell], kind: str) -> bool:
    """Whether a tile of that kind lies next to one of the cells."""
    return any((face := board.get(near)) is not None and face.kind == kind for c in cells for near in around(c))


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


SECTOR: Final[dict[int, tuple[int, ...]]] = {face.lines: _sectors(face.lines) for face in FACES.values()}
"""By lines and half: the sector that owns it. Sector j lies counter-clockwise after the j-th line."""

HALVES: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    lines: tuple(tuple(h for h in range(12) if owner[h] == sector) for sector in range(max(owner) + 1))
    for lines, owner in SECTOR.items()
}
"""By lines and sector: the halves it owns."""


def ground(board: Board, start: Patch) -> frozenset[Patch] | None:
    """All ground connected with a patch, or None if it runs out into the open."""
    seen = {start}
    todo = [start]
    while todo:
        q, r, sector = todo.pop()
        for half in HALVES[board[q, r].lines][sector]:
            dq, dr = WAYS[half >> 1]
            face = board.get((q + dq, r + dr))
            if face is None:
                return None
            patch = (q + dq, r + dr, SECTOR[face.lines][ACROSS[half]])
            if patch not in seen:
                seen.add(patch)
                todo.append(patch)
    return frozenset(seen)


def met(board: Board, cell: Cell) -> int:
    """Which lines of the tile meet a line across the edge, one bit for each edge."""
    face, found = board[cell], 0
    if face.lines:
        q, r = cell
        for edge in ARMS[face.kind][face.turn]:
            dq, dr = WAYS[edge]
            near = board.get((q + dq, r + dr))
            if near is not None and near.lines >> (edge + 3) % 6 & 1:
                found |= 1 << edge
    return found


def closed_at(board: Board, cell: Cell) -> list[frozenset[Patch]]:
    """The enclosures that the tile just laid on ``cell`` completed.

    A new fence passes through the new tile, in by one line that meets another and out by a second,
    so only the ground at its sectors needs a look.
    """
    if met(board, cell).bit_count() < 2:
        return []
    found: list[frozenset[Patch]] = []
    for sector in range(len(HALVES[board[cell].lines])):
        patch = (*cell, sector)
        if not any(patch in other for other in found) and (inside := ground(board, patch)) is not None:
            found.append(inside)
    return found


def whole_tiles(board: Board, patches: Iterable[Patch]) -> tuple[Cell, ...]:
    """The tiles that lie in the ground as a whole: those without lines, in reading order."""
    return tuple(sorted(((q, r) for q, r, _ in patches if not board[q, r].lines), key=reading))
