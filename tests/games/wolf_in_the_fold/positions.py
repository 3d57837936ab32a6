"""Small positions for the tests, always reached by playing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sheepfold.core.contract import NATURE
from sheepfold.games.wolf_in_the_fold import GAME, board
from sheepfold.games.wolf_in_the_fold.board import HEX_WAYS, KINDS, Cell, Patch
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import Options


def played(*tiles: str, seats: int = 1, **options: Any) -> State:
    """The starting tile, then "kind cell" for every tile laid; a kind alone is drawn and not yet laid."""
    return play_on(GAME.start(Options.make(options), seats), *tiles)


def play_on(state: State, *tiles: str) -> State:
    for tile in tiles:
        kind, _, at = tile.partition(" ")
        state, _ = GAME.apply(state, NATURE, (kind,))
        if at:
            seat = state.seat
            state, _ = GAME.apply(state, seat, GAME.read(state, seat, at))
    return state


def with_bag(state: State, **left: int) -> State:
    """The same position with only these tiles to come."""
    return replace(state, bag=tuple(left.get(kind, 0) for kind in KINDS))


def around(cell: Cell) -> list[Cell]:
    """The six neighbours, through edges 0 to 5."""
    q, r = cell
    return [(q + dq, r + dr) for dq, dr in HEX_WAYS]


class Drawn:
    """A map whose flat numbers are asked for in coordinates."""

    def __init__(self, laid: Iterable[tuple[int, int]]) -> None:
        self.laid = tuple(laid)
        self.grid = board.grid_of(self.laid)

    @property
    def cells(self) -> list[Cell]:
        return [board.place_of(cell) for cell, _ in self.laid]

    def fillable(self, cell: Cell) -> bool:
        return board.FILLABLE[self.grid[board.cell_at(*cell)]]

    def flocks(self) -> list[tuple[Cell, ...]]:
        sheep = [cell for cell, face in self.laid if board.IS_SHEEP[face]]
        return [tuple(map(board.place_of, flock)) for flock in board.flocks(sheep)]

    def met(self, cell: Cell) -> int:
        return board.met(self.grid, board.cell_at(*cell))

    def ground(self, cell: Cell, sector: int) -> frozenset[int] | None:
        return board.ground(self.grid, 6 * board.cell_at(*cell) + sector)

    def closed_at(self, cell: Cell) -> list[frozenset[int]]:
        return board.closed_at(self.grid, board.cell_at(*cell))

    def whole_tiles(self, patches: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(map(board.place_of, board.whole_tiles(self.grid, patches)))


def patches_of(patches: Iterable[int]) -> list[Patch]:
    """Patches as views name them."""
    return [(*board.place_of(patch // 6), patch % 6) for patch in sorted(patches)]


def drawn(*tiles: str) -> Drawn:
    """A map from "kind q,r/turn", whether or not it could be reached."""
    laid = []
    for tile in tiles:
        kind, at = tile.split(" ")
        cell, _, turn = at.partition("/")
        q, r = map(int, cell.split(","))
        laid.append((board.cell_at(q, r), board.NUMBER[kind, int(turn or 0)]))
    return Drawn(laid)


def small_ring(centre: tuple[int, int] = (0, 0), leave_out: Iterable[int] = ()) -> list[str]:
    """Six tri-corners round a cell, each with two lines to its neighbours in the ring and one outwards."""
    q, r = centre
    return [f"tri {q + dq},{r + dr}/{e % 2}" for e, (dq, dr) in enumerate(HEX_WAYS) if e not in leave_out]


def long_ring() -> list[str]:
    """Eight fences round 0,0 and 1,0: straights above and below, tri-corners at the six corners."""
    return [
        "tri 2,0/0", "tri 2,-1/1", "straight 1,-1/0", "tri 0,-1/0",
        "tri -1,0/1", "tri -1,1/0", "straight 0,1/0", "tri 1,1/1",
    ]  # fmt: skip


def ring(radius: int) -> list[str]:
    """A hexagon of fences round 0,0: tri-corners at its corners, straights along its sides."""
    return [
        f"straight {q},{r}/{min(a, b)}" if abs(a - b) == 3 else f"tri {q},{r}/{a % 2}"
        for (q, r), (a, b) in hexagon_ring(radius)
    ]


def hexagon_ring(radius: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The cells round 0,0 in order, each with the edges to the cells before and after it."""
    q, r = HEX_WAYS[4][0] * radius, HEX_WAYS[4][1] * radius
    cells = []
    for dq, dr in HEX_WAYS:
        for _ in range(radius):
            cells.append((q, r))
            q, r = q + dq, r + dr
    edge = {step: e for e, step in enumerate(HEX_WAYS)}
    found = []
    for n, (q, r) in enumerate(cells):
        (bq, br), (aq, ar) = cells[n - 1], cells[(n + 1) % len(cells)]
        found.append(((q, r), (edge[bq - q, br - r], edge[aq - q, ar - r])))
    return found
