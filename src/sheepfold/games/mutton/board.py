"""The field: bit masks of cells and of animals, and flat leaf functions over them.

Animal ``i`` is the letter ``i`` of the alphabet and bit ``i`` of a mask of animals; ``cells[i]`` is
where it stands or lies, ``OFF`` once it is gone. Cell ``c`` is bit ``c`` of a mask of cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

OFF: Final = -1

FIGURE: Final = "ABCDE.F.GHI..JKL.M.N.OPQ..RST.U.VWXYZ"
"""The well-known sparse layout of 26 on size 4, in reading order."""


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


@cache
def touching(size: int) -> tuple[int, ...]:
    """For each cell the mask of its neighbours. Kept: the rules ask for it several times at every step of a flight."""
    return tuple(sum(1 << other for other in near) for near in hexagon(size).near)


def bits(mask: int) -> list[int]:
    """The numbers in a mask, rising."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def filled(cells: Sequence[int]) -> int:
    """All cells with an animal, alive or dead."""
    found = 0
    for cell in cells:
        if cell != OFF:
            found |= 1 << cell
    return found


def beside(near: Sequence[int], cells: Sequence[int], animals: int) -> int:
    """The cells that touch one of these animals, none of which is gone."""
    found, animal = 0, 0
    while animals:
        if animals & 1:
            found |= near[cells[animal]]
        animals >>= 1
        animal += 1
    return found


def standing_on(cells: Sequence[int], alive: int, ground: int) -> int:
    """The living animals on the cells of a mask."""
    found, animal = 0, 1
    for cell in cells:
        if alive & animal and ground >> cell & 1:
            found |= animal
        animal <<= 1
    return found


def neighbours(near: Sequence[int], cells: Sequence[int], alive: int, cell: int) -> int:
    """The living animals that touch a cell."""
    return standing_on(cells, alive, near[cell])


def in_company(near: Sequence[int], cells: Sequence[int], alive: int, of: int) -> int:
    """The living animals that touch a living animal among ``of``."""
    return standing_on(cells, alive, beside(near, cells, alive & of))


def away_from(near: Sequence[int], cells: Sequence[int], corpse: int) -> int:
    """The empty cells that do not touch the corpse: where one may run."""
    return ~(filled(cells) | near[corpse] | 1 << corpse) & (1 << len(near)) - 1


def in_a_huddle(near: Sequence[int], cells: Sequence[int], others: int, free: int) -> int:
    """Those of the free cells that are beside another living animal; if none is, all."""
    return free & beside(near, cells, others) or free


def sparse(size: int, animals: int) -> tuple[int, ...]:
    """A cell for each animal in reading order, the empty cells spread evenly.

    Beyond the well-known layout the empty cells are the first ones by a fixed quasi-random number:
    multiples of two incommensurable steps, which leave neither clusters nor gaps on a grid.
    """
    board = hexagon(size)
    if (size, animals) == (4, 26):
        return tuple(cell for cell, letter in enumerate(FIGURE) if letter != ".")
    order = sorted(range(len(board.names)), key=lambda cell: _scattered(*board.places[cell]))
    return tuple(sorted(order[len(order) - animals :]))


def _scattered(row: int, column: int) -> int:
    """A whole number spread over 0..999,999: the plane's quasi-random sequence."""
    return (row * 754_878 + column * 569_840) % 1_000_000
