"""What every flock is worth, to the players and to the wolves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sheepfold.games.wolf_in_the_fold.board import SHEEP, Board, Cell, Patch, flocks, touches
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


def weigh(board: Board, enclosures: Sequence[Sequence[Patch]], mode: str, min_herd: int) -> tuple[Flock, ...]:
    """Every flock on the map with its points."""
    inside = {(q, r): n for n, patches in enumerate(enclosures) for q, r, _ in patches if not board[q, r].lines}
    guarded = {n for cell, n in inside.items() if board[cell].kind == "shepherd"}
    found = []
    for cells in flocks(board):
        enclosure = inside.get(cells[0])
        herd = len(cells) >= min_herd
        wolf = touches(board, cells, "wolf")
        shepherd = enclosure in guarded or touches(board, cells, "shepherd")
        players = 0 if enclosure is None else sum(WORTH[mode][board[cell].kind] for cell in cells)
        wolves = 0
        if herd and wolf:
            players = (players + 1) // 2 if shepherd else 0
            if mode == TOGETHER:
                wolves = sum(PREY[board[cell].kind] for cell in cells)
                wolves = wolves // 2 if shepherd else wolves
        found.append(Flock(cells, herd, wolf, shepherd, enclosure, players, wolves))
    return tuple(found)


def fold_points(board: Board, patches: Sequence[Patch], mode: str, min_herd: int) -> tuple[int, int]:
    """How many sheep tiles an enclosure holds, and what they are worth to whoever closed it."""
    cells = {(q, r) for q, r, _ in patches}
    within = {cell: board[cell] for cell in cells}
    held = weigh(within, (tuple(patches),), mode, min_herd)
    return sum(within[cell].kind in SHEEP for cell in cells), sum(flock.players for flock in held)
