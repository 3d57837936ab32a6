"""Who draws next, and what they can close: the folds that lack one fence, by how likely the bag gives it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from sheepfold.games.wolf_in_the_fold.board import ARMS, LINES, NUMBER, STEPS, closed_at, turns
from sheepfold.games.wolf_in_the_fold.score import fold_points

FENCES: Final = tuple((kind, NUMBER[kind, turn]) for kind in ARMS for turn in range(turns(kind)))
"""Every fence as it can lie, with its kind."""
TOWARDS: Final = tuple((1 << edge, step, 1 << (edge + 3) % 6) for edge, step in enumerate(STEPS))
"""For each edge of a cell: its bit, the step through it, and what the neighbour calls that edge."""


def pointing(grid: bytearray, cell: int) -> int:
    """The edges of a cell that fence lines of its neighbours run to, one bit for each."""
    found = 0
    for edge, step, across in TOWARDS:
        if LINES[grid[cell + step]] & across:
            found |= edge
    return found


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
