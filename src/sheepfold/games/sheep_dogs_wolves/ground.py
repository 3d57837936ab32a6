"""The open ground round the tiles. One more tile changes only what lies near it: the rest is carried on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from sheepfold.core.contract import Part
from sheepfold.core.memory import Memory
from sheepfold.core.squares import Cell
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.terms import tile_of


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
    found = _KEPT.get(parts)
    if found is None:
        before = _KEPT.get(parts[:-1])
        tiles = [tile for part in parts if (tile := tile_of(part)) is not None]
        if before is None:
            laid, (taken, choices), first = tiles, board.grown(tiles), _place(tiles[0] >> 2)
            occupied = Reach(first[0], first[0], first[1], first[1])
        else:
            laid, (taken, choices) = tiles[-1:], board.grow(before.taken, before.choices, tiles[-1])
            occupied = before.occupied
        occupied = occupied.over(_place(cell) for tile in laid for cell in board.cells_of(tile))
        empty = _open(choices)
        found = _KEPT.keep(parts, Ground(taken, choices, empty, occupied, occupied.over(empty)))
    return found


def _open(choices: frozenset[int]) -> tuple[Cell, ...]:
    cells: set[int] = set()
    for way, step in enumerate(board.STEPS[:2]):  # one that lies west or south covers what another covers
        sheep = {tile >> 2 for tile in choices if tile & 3 == way}
        cells.update(sheep, [cell + step for cell in sheep], [cell + 2 * step for cell in sheep])
    return tuple(map(_place, sorted(cells)))


@lru_cache(8192)
def _place(cell: int) -> Cell:
    return board.place_of(cell)


_KEPT: Final[Memory[tuple[Part, ...], Ground]] = Memory(256)
