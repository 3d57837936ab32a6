"""The field: bit masks of cells and of animals, and flat leaf functions over them.

Animal ``i`` is the letter ``i`` of the alphabet and bit ``i`` of a mask of animals; ``cells[i]`` is
where it stands or lies, ``OFF`` once it is gone. Cell ``c`` is bit ``c`` of a mask of cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from sheepfold.core.hexes import hexagon

OFF: Final = -1

FIGURE: Final = "ABCDE.F.GHI..JKL.M.N.OPQ..RST.U.VWXYZ"
"""The well-known sparse layout of 26 on size 4, in reading order."""


@cache
def touching(size: int) -> tuple[int, ...]:
    """For each cell the mask of its neighbours."""
    return tuple(sum(1 << other for other in near) for near in hexagon(size).near)


def bits(mask: int) -> Iterator[int]:
    """The numbers in a mask, rising."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def cells_of(cells: Sequence[int], animals: int) -> int:
    """The cells on which these animals are."""
    found = 0
    for animal in bits(animals):
        if cells[animal] != OFF:
            found |= 1 << cells[animal]
    return found


def filled(cells: Sequence[int]) -> int:
    """All cells with an animal, alive or dead."""
    return cells_of(cells, (1 << len(cells)) - 1)


def neighbours(near: Sequence[int], cells: Sequence[int], alive: int, cell: int) -> int:
    """The living animals that touch a cell."""
    around = near[cell]
    found = 0
    for animal in bits(alive):
        if around >> cells[animal] & 1:
            found |= 1 << animal
    return found


def in_company(near: Sequence[int], cells: Sequence[int], alive: int, of: int) -> int:
    """The living animals that touch a living animal among ``of``."""
    spread = 0
    for animal in bits(alive & of):
        spread |= near[cells[animal]]
    found = 0
    for animal in bits(alive):
        if spread >> cells[animal] & 1:
            found |= 1 << animal
    return found


def havens(near: Sequence[int], cells: Sequence[int], alive: int, corpse: int, runner: int, huddle: bool) -> int:
    """Where a runner may go: empty cells away from the corpse; in a huddle beside company, if it can."""
    free = ~filled(cells) & ~near[corpse] & ~(1 << corpse) & ((1 << len(near)) - 1)
    if huddle:
        beside = 0
        for animal in bits(alive & ~(1 << runner)):
            beside |= near[cells[animal]]
        return free & beside or free
    return free


@cache
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
