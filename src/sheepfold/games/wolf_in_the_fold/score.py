"""What every flock is worth, to the players and to the wolves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sheepfold.games.wolf_in_the_fold.board import (
    IS_SHEEP,
    KIND,
    SHEPHERD,
    WOLF,
    Cell,
    flocks,
    grid_of,
    place_of,
    touches,
    whole_tiles,
)
from sheepfold.games.wolf_in_the_fold.terms import TOGETHER, VERSUS

WORTH: Final[dict[str, dict[str, int]]] = {
    TOGETHER: {"sheep": 1, "lambs": 2, "black": 0},
    VERSUS: {"sheep": 1, "lambs": 2, "black": 10},
}
"""An enclosed sheep tile to the players, by mode."""

PREY: Final = {"sheep": 1, "lambs": 2, "black": 1}
"""A sheep tile in a hunted herd to the wolves, where they score at all."""


@dataclass(frozen=True, slots=True)
class WeighedFlock:
    """A flock by the numbers of its cells; its other fields are those of a ``Flock``."""

    cells: Sequence[int]
    herd: bool
    wolf: bool
    shepherd: bool
    enclosure: int | None
    players: int
    wolves: int

    def told(self) -> Flock:
        """The flock as views show it."""
        cells = tuple(map(place_of, self.cells))
        return Flock(cells, self.herd, self.wolf, self.shepherd, self.enclosure, self.players, self.wolves)


@dataclass(frozen=True, slots=True)
class Flock:
    """Sheep tiles connected by touching edges, and what they count for as the map stands."""

    cells: tuple[Cell, ...]
    """In reading order; the first names the flock."""
    herd: bool
    """Large enough for wolves to hunt."""
    wolf: bool
    """A wolf touches it."""
    shepherd: bool
    """A shepherd stands next to it or in its enclosure."""
    enclosure: int | None
    """The enclosure it lies in, counted from 0."""
    players: int
    wolves: int

    @property
    def hunted(self) -> bool:
        """A lone sheep is no herd: a wolf beside it changes nothing."""
        return self.herd and self.wolf


def weigh(
    grid: Sequence[int], laid: Iterable[int], enclosures: Sequence[Sequence[int]], mode: str, min_herd: int
) -> list[WeighedFlock]:
    """Every flock among the tiles on these cells, with its points."""
    inside = {cell: n for n, patches in enumerate(enclosures) for cell in whole_tiles(grid, patches)}
    guarded = {n for cell, n in inside.items() if grid[cell] == SHEPHERD}
    found = []
    for cells in flocks(cell for cell in laid if IS_SHEEP[grid[cell]]):
        enclosure = inside.get(cells[0])
        herd = len(cells) >= min_herd
        wolf = touches(grid, cells, WOLF)
        shepherd = enclosure in guarded or touches(grid, cells, SHEPHERD)
        players = 0 if enclosure is None else sum(WORTH[mode][KIND[grid[cell]]] for cell in cells)
        wolves = 0
        if herd and wolf:
            players = (players + 1) // 2 if shepherd else 0
            if mode == TOGETHER:
                wolves = sum(PREY[KIND[grid[cell]]] for cell in cells)
                wolves = wolves // 2 if shepherd else wolves
        found.append(WeighedFlock(cells, herd, wolf, shepherd, enclosure, players, wolves))
    return found


def fold_points(grid: Sequence[int], patches: Sequence[int], mode: str, min_herd: int) -> tuple[int, int]:
    """How many sheep tiles an enclosure holds, and what they are worth to whoever closed it."""
    cells = {patch // 6 for patch in patches}
    within = grid_of((cell, grid[cell]) for cell in cells)
    held = weigh(within, cells, (patches,), mode, min_herd)
    return sum(IS_SHEEP[grid[cell]] for cell in cells), sum(flock.players for flock in held)
