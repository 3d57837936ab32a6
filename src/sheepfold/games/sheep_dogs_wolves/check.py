"""Whether a move may be played, and what to say to whoever tries one that may not."""

from __future__ import annotations

from sheepfold.core.contract import Legal, Move, Seat
from sheepfold.core.errors import IllegalNow
from sheepfold.core.words.prose import shown
from sheepfold.games.sheep_dogs_wolves import board, rules
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import part_of, tile_of


def check(state: State, seat: Seat, move: Move) -> Legal[State]:
    """The move and its tile. Raises IllegalNow unless it may be laid."""
    wait_for(state, seat)
    if len(move) != 1 or (tile := tile_of(move[0])) is None:
        raise IllegalNow(f"A move is one tile, such as 0,-3N, not {shown(' '.join(move))!r}.")
    return fitting(state, seat, tile)


def wait_for(state: State, seat: Seat) -> None:
    """Raises IllegalNow unless it is the seat's turn."""
    if seat != rules.turn(state):
        raise IllegalNow("It is not your turn." if state.left else "All tiles are laid.")


def fitting(state: State, seat: Seat, tile: int) -> Legal[State]:
    """The move that lays this tile. Raises IllegalNow unless it fits."""
    if tile not in state.choices:
        raise _refusal(state, tile)
    return Legal(state, seat, (part_of(tile),), tile)


def _refusal(state: State, tile: int) -> IllegalNow:
    """Why a tile may not lie there."""
    for cell in board.cells_of(tile):
        if cell in state.taken:
            x, y = board.place_of(cell)
            return IllegalNow(f"{part_of(tile)} would lie on another tile at {x},{y}. Lay it on empty ground.")
    return IllegalNow(f"{part_of(tile)} touches nothing. Lay it edge to edge with another.")
