"""What every flock is worth, to the players and to the wolves; what one fence more could close."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sheepfold.games.wolf_in_the_fold.board import (
    ARMS,
    IS_SHEEP,
    KIND,
    LINES,
    NUMBER,
    SHEPHERD,
    WOLF,
    Cell,
    closed_at,
    flocks,
    grid_of,
    place_of,
    pointing,
    touches,
    turns,
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
) -> list[Flock]:
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
        places = tuple(map(place_of, cells))
        found.append(Flock(places, herd, wolf, shepherd, enclosure, players, wolves))
    return found


def fold_points(grid: Sequence[int], patches: Sequence[int], mode: str, min_herd: int) -> tuple[int, int]:
    """How many sheep tiles an enclosure holds, and what they are worth to whoever closed it."""
    cells = {patch // 6 for patch in patches}
    within = grid_of((cell, grid[cell]) for cell in cells)
    held = weigh(within, cells, (patches,), mode, min_herd)
    return sum(IS_SHEEP[grid[cell]] for cell in cells), sum(flock.players for flock in held)


FENCES: Final = tuple((kind, NUMBER[kind, turn]) for kind in ARMS for turn in range(turns(kind)))
"""Every fence as it can lie, with its kind."""


def closings(grid: bytearray, free: Iterable[int], mode: str, min_herd: int) -> dict[str, int]:
    """By kind of fence: the most points that one laid on a free cell would close. The grid is left as it was."""
    best: dict[str, int] = {}
    for cell in free:
        meeting = pointing(grid, cell)
        if meeting.bit_count() < 2:
            continue
        empty = grid[cell]
        for kind, face in FENCES:
            if (LINES[face] & meeting).bit_count() > 1:
                grid[cell] = face
                if folds := closed_at(grid, cell):
                    points = sum(fold_points(grid, tuple(patches), mode, min_herd)[1] for patches in folds)
                    best[kind] = max(points, best.get(kind, 0))
        grid[cell] = empty
    return best


def likely(best: Mapping[str, int], left: Mapping[str, int]) -> float:
    """The points that whoever draws next will close, on average."""
    return sum(points * left[kind] for kind, points in best.items()) / max(1, sum(left.values()))
