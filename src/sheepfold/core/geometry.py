"""Hexagonal geometry: the six ways out of a cell, and hexagon-shaped boards with cell names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

HEX_WAYS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Steps (q, r) through edges 0..5 in axial coordinates, counter-clockwise from east."""


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A hexagon of cells, numbered in reading order. Rows are letters from the top, columns diagonals.

    Cell (row, column) touches (r, c±1), (r+1, c), (r+1, c+1), (r-1, c) and (r-1, c-1).
    """

    size: int
    names: tuple[str, ...]
    """Cell names in reading order: a1, a2, …"""
    places: tuple[tuple[int, int], ...]
    """(row, column) of each cell, both from 1."""
    near: tuple[tuple[int, ...], ...]
    """The neighbours of each cell, in reading order."""
    index: dict[str, int]
    """Cell numbers by name."""

    def rows(self) -> list[list[int]]:
        """Cell numbers row by row from the top."""
        found: list[list[int]] = [[] for _ in range(2 * self.size - 1)]
        for cell, (row, _) in enumerate(self.places):
            found[row - 1].append(cell)
        return found

    def __hash__(self) -> int:
        return hash(self.size)


@cache
def hexagon(size: int) -> Hexagon:
    """The board with ``size`` cells along a side: ``3 * size * (size - 1) + 1`` cells."""
    places = tuple(
        (row, column)
        for row in range(1, 2 * size)
        for column in range(max(1, row - size + 1), min(2 * size - 1, size + row - 1) + 1)
    )
    names = tuple(f"{chr(ord('a') + row - 1)}{column}" for row, column in places)
    at = {place: cell for cell, place in enumerate(places)}
    steps = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))
    near = tuple(tuple(at[r + dr, c + dc] for dr, dc in steps if (r + dr, c + dc) in at) for r, c in places)
    return Hexagon(size, names, places, near, {name: cell for cell, name in enumerate(names)})


Cell: TypeAlias = tuple[int, int]

SQUARE_WAYS: Final[dict[str, Cell]] = {"E": (1, 0), "N": (0, 1), "W": (-1, 0), "S": (0, -1)}
"""Steps by compass direction."""


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge with this one: east, north, west, south."""
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


def ahead(cell: Cell, way: str, steps: int = 1) -> Cell:
    """The cell so many steps away."""
    dx, dy = SQUARE_WAYS[way]
    return cell[0] + steps * dx, cell[1] + steps * dy
