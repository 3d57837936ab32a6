"""The rules: the first tile, whose turn it is, where a tile may lie, and what it all comes to."""

from __future__ import annotations

from sheepfold.core.contract import Move, Outcome, Part, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.core.options import shown
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, WOLF, Counted, Laid, Options, part_of, tile_of


def begin(options: Options, target: int | None) -> State:
    """One tile on the table."""
    return after(options, target, (board.FIRST,))


def after(options: Options, target: int | None, tiles: tuple[int, ...]) -> State:
    """The state when these tiles have been laid, in this order."""
    return State(options, target, tiles, *board.grown(tiles))


def turn(state: State) -> Seat | None:
    """The role that lays next: the Sheep, the Wolf and so on until no tile is left."""
    laid = len(state.tiles)
    if laid == state.options.tiles:
        return None
    return SHEEP if laid % 2 else WOLF


def parts(state: State, seat: Seat, so_far: Move) -> list[Part]:
    """Every legal tile, from south-west to north-east."""
    if so_far or seat != turn(state):
        return []
    return [part_of(tile) for tile in sorted(state.choices)]


def apply(state: State, seat: Seat, move: Move) -> tuple[State, tuple[Told, ...]]:
    """Lay a tile."""
    if seat != turn(state):
        raise IllegalNow("It is not your turn." if state.left else "All tiles are laid.")
    if len(move) != 1 or (tile := tile_of(move[0])) is None:
        raise IllegalNow(f"A move is one tile, such as 0,-3N, not {shown(' '.join(move))!r}.")
    if tile not in state.choices:
        raise refusal(state, tile)
    taken, choices = board.grow(state.taken, state.choices, tile)
    laid = State(state.options, state.target, (*state.tiles, tile), taken, choices)
    told = [Told(Laid(seat, move[0]))]
    if laid.left == 0:
        told.append(Told(count(laid)))
    return laid, tuple(told)


def refusal(state: State, tile: int) -> IllegalNow:
    """Why a tile may not lie there."""
    for cell in board.cells_of(tile):
        if cell in state.taken:
            x, y = board.place_of(cell)
            return IllegalNow(f"{part_of(tile)} would lie on another tile at {x},{y}. Lay it on empty ground.")
    return IllegalNow(f"{part_of(tile)} touches nothing. Lay it edge to edge with another.")


def points(state: State) -> int:
    """The sheep not eaten, counted as if the game ended now."""
    return board.score(board.grid_of(state.tiles), state.tiles)


def count(state: State) -> Counted:
    """The counting at the end: scared wolves first, then eaten sheep, then those that live."""
    grid = board.grid_of(state.tiles)
    live = board.score(grid, state.tiles)
    scared = sum(board.is_scared(grid, board.cells_of(tile)[2]) for tile in state.tiles)
    return Counted(live, len(state.tiles) - live, scared)


def outcome(state: State) -> Outcome | None:
    """The Sheep's points once the last tile lies; a round alone names no winner."""
    return None if state.left else Outcome((), ((str(SHEEP), points(state)),), "laid")
