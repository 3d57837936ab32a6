"""Square geometry: the four ways out of a cell on an unbounded grid, x growing east and y north."""

from __future__ import annotations

from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]

WAYS: Final[dict[str, Cell]] = {"E": (1, 0), "N": (0, 1), "W": (-1, 0), "S": (0, -1)}
"""Steps by compass direction."""


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge with this one: east, north, west, south."""
    x, y = cell
    return (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)


def ahead(cell: Cell, way: str, steps: int = 1) -> Cell:
    """The cell so many steps away."""
    dx, dy = WAYS[way]
    return cell[0] + steps * dx, cell[1] + steps * dy
