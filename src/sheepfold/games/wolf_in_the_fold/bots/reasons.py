"""Why a tile was laid where it lies, in a sentence or two."""

from __future__ import annotations

from sheepfold.core.contract import Move
from sheepfold.games.wolf_in_the_fold.board import (
    IS_SHEEP,
    NUMBER,
    SHEPHERD,
    STEPS,
    WOLF,
    cell_at,
    closed_at,
    flocks,
    lay,
    met,
    open_cells,
    turns,
)
from sheepfold.games.wolf_in_the_fold.score import closings, fold_points
from sheepfold.games.wolf_in_the_fold.terms import NAMES, VERSUS, cell_of
from sheepfold.games.wolf_in_the_fold.view import View


def why_laid(view: View, move: Move) -> str:
    """What the tile in hand does at the place of a move."""
    kind, grid, cell = view.hand or "", view.grid(), cell_of(move[0])
    assert cell is not None
    before = _best_closing(view, grid)
    lay(grid, cell, NUMBER[kind, int(move[1][1:]) if turns(kind) else 0])
    sheep = [place for place, face in (*view.laid(), (cell, grid[cell])) if IS_SHEEP[face]]
    here = f"The {NAMES[kind].removeprefix('a ')}"
    if turns(kind):
        folds = [fold_points(grid, tuple(fold), view.mode, view.min_herd) for fold in closed_at(grid, cell)]
        if folds:
            points = sum(points for _, points in folds)
            return f"{here} closes a fold worth {points}."
    if before > _best_closing(view, grid):
        return f"{here} fills the gap: the next player could have closed a fold worth {before} there."
    if turns(kind):
        joined = met(grid, cell).bit_count()
        return f"{here} goes on from {_lines(joined)}." if joined else f"{here} leaves room for a fold to grow."
    beside = [flock for flock in flocks(sheep) if any(cell + step in flock for step in STEPS) or cell in flock]
    size = max(map(len, beside), default=0)
    if kind == "wolf":
        return f"{here} hunts a herd of {size}. Everywhere else it would cost more."
    if kind == "shepherd":
        return f"{here} guards a herd of {size}." if size else f"{here} has no herd to guard and is out of the way."
    if size < view.min_herd:
        return f"{here} makes no herd yet that a wolf could hunt."
    near = [grid[place + step] for flock in beside for place in flock for step in STEPS]
    if WOLF in near:
        return f"{here} joins a herd that a wolf hunts already{', and a shepherd guards' if SHEPHERD in near else ''}."
    return f"{here} makes a herd of {size}. Everywhere else it would cost more."


def _best_closing(view: View, grid: bytearray) -> int:
    """The most that one fence more would close, where others would be the ones to lay it."""
    if view.mode != VERSUS:
        return 0
    free = open_cells(grid, [cell_at(*tile.cell) for tile in view.tiles])
    return max(closings(grid, free, view.mode, view.min_herd).values(), default=0)


def _lines(number: int) -> str:
    return "a fence" if number == 1 else f"{number} fences"
