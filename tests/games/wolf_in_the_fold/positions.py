"""Small positions for the tests, always reached by playing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sheepfold.core.contract import NATURE
from sheepfold.core.hexes import WAYS
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold.board import FACES, KINDS, Board
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


def drawn(*tiles: str) -> Board:
    """A board from "kind q,r/turn", whether or not it could be reached."""
    board = {}
    for tile in tiles:
        kind, at = tile.split(" ")
        cell, _, turn = at.partition("/")
        q, r = map(int, cell.split(","))
        board[q, r] = FACES[kind, int(turn or 0)]
    return board


def small_ring(centre: tuple[int, int] = (0, 0), leave_out: Iterable[int] = ()) -> list[str]:
    """Six tri-corners round a cell, each with two lines to its neighbours in the ring and one outwards."""
    q, r = centre
    return [f"tri {q + dq},{r + dr}/{e % 2}" for e, (dq, dr) in enumerate(WAYS) if e not in leave_out]


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
    q, r = WAYS[4][0] * radius, WAYS[4][1] * radius
    cells = []
    for dq, dr in WAYS:
        for _ in range(radius):
            cells.append((q, r))
            q, r = q + dq, r + dr
    edge = {step: e for e, step in enumerate(WAYS)}
    found = []
    for n, (q, r) in enumerate(cells):
        (bq, br), (aq, ar) = cells[n - 1], cells[(n + 1) % len(cells)]
        found.append(((q, r), (edge[bq - q, br - r], edge[aq - q, ar - r])))
    return found
