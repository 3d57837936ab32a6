"""The field: bit masks of cells and of animals, and flat leaf functions over them.

Animal ``i`` is the letter ``i`` of the alphabet and bit ``i`` of a mask of animals; ``cells[i]`` is
where it stands or lies, ``OFF`` once it is gone. Cell ``c`` is bit ``c`` of a mask of cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from sheepfold.core.geometry import hexagon

OFF: Final = -1

FIGURE: Final = "ABCDE.F.GHI..JKL.M.N.OPQ..RST.U.VWXYZ"
"""The well-known sparse layout of 26 on size 4, in reading order."""


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
