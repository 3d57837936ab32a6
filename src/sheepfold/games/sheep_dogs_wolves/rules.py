"""The rules: the first tile, whose turn it is, where a tile may lie, and what it all comes to."""

from __future__ import annotations

from functools import lru_cache

from sheepfold.core.contract import NOTHING, Ahead, Legal, Move, Outcome, Seat, Told
from sheepfold.core.scores import Scores
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, WOLF, Counted, Laid, Options, part_of


def begin(options: Options, target: int | None) -> State:
    """One tile on the table."""
    return after(options, target, (board.FIRST,))


def after(options: Options, target: int | None, tiles: tuple[int, ...]) -> State:
    """The state when these tiles have been laid, in this order."""
    return State.made(options, target, tiles)


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
