"""The rules: the first tile, whose turn it is, where a tile may lie and what to say where not, what it comes to."""

from __future__ import annotations

from functools import lru_cache

from sheepfold.core.contract import NOTHING, Ahead, Legal, Move, Outcome, Seat, Told
from sheepfold.core.errors import IllegalNow
from sheepfold.core.scores import Scores
from sheepfold.core.words.prose import shown
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, WOLF, Counted, Laid, Options, part_of, tile_of


def begin(options: Options, target: int | None) -> State:
    """One tile on the table."""
    return State.made(options, target, (board.FIRST,))


def turn(state: State) -> Seat | None:
    """The role that lays next: the Sheep, the Wolf and so on until no tile is left."""
    laid = len(state.tiles)
    if laid == state.options.tiles:
        return None
    return SHEEP if laid % 2 else WOLF


def ahead(state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
    """Every legal tile, from south-west to north-east; one is a whole move."""
    if seat != turn(state):
        return NOTHING
    return Ahead((), True) if so_far else Ahead(tuple(map(part_of, sorted(state.choices))), False)


def check(state: State, seat: Seat, move: Move) -> Legal[State]:
    """The move and its tile. Raises IllegalNow unless it may be laid."""
    wait_for(state, seat)
    if len(move) != 1 or (tile := tile_of(move[0])) is None:
        raise IllegalNow(f"A move is one tile, such as 0,-3N, not {shown(' '.join(move))!r}.")
    return fitting(state, seat, tile)


def wait_for(state: State, seat: Seat) -> None:
    """Raises IllegalNow unless it is the seat's turn."""
    if seat != turn(state):
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


def play(legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:
    """Lay a tile."""
    state, tile = legal.state, legal.found
    taken, choices = board.grow(state.taken, state.choices, tile)
    laid = State(state.options, state.target, (*state.tiles, tile), taken, choices)
    told = [Told(Laid(legal.seat, legal.move[0]))]
    if laid.left == 0:
        told.append(Told(count(laid)))
    return laid, tuple(told)


def points(state: State) -> int:
    """The sheep not eaten, counted as if the game ended now."""
    return _living(state.tiles)


@lru_cache(256)
def _living(tiles: tuple[int, ...]) -> int:
    """Kept: how a round ended is asked a dozen times, and it takes a whole grid to find out
    (docs/measurements/instructions.md)."""
    return board.score(board.grid_of(tiles), tiles)


def count(state: State) -> Counted:
    """The counting at the end: scared wolves first, then eaten sheep, then those that live."""
    grid = board.grid_of(state.tiles)
    live = board.score(grid, state.tiles)
    scared = sum(board.is_scared(grid, board.cells_of(tile)[2]) for tile in state.tiles)
    return Counted(live, len(state.tiles) - live, scared)


def outcome(state: State) -> Outcome | None:
    """The Sheep's points once the last tile lies; a round alone names no winner."""
    return None if state.left else Outcome((), Scores({SHEEP: points(state)}), "laid")
