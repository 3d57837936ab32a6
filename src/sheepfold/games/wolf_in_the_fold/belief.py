"""What a seat can infer. Nothing is hidden but the coming draws, and the bag gives their exact odds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sheepfold.games.wolf_in_the_fold.board import around, fillable
from sheepfold.games.wolf_in_the_fold.rules import targets
from sheepfold.games.wolf_in_the_fold.state import Enclosure, State
from sheepfold.games.wolf_in_the_fold.terms import Options
from sheepfold.games.wolf_in_the_fold.view import View


def imagine(view: View) -> State:
    """The state behind a view. There is only one: the order of the stack does not exist before it is drawn."""
    board = view.board()
    state = State(
        options=Options(view.mode, view.min_herd),
        seats=view.seats,
        bag=tuple(count for _, count in view.bag),
        laid=tuple((tile.cell, tile.face) for tile in view.tiles),
        hand=view.hand,
        returned=view.returned,
        enclosures=tuple(Enclosure(fold.patches, fold.by, fold.tile) for fold in view.folds),
        ended=None if view.outcome is None else view.outcome.reason.rpartition(", ")[2],
        board=board,
        open=frozenset(near for cell in board for near in around(cell) if fillable(board, near)),
    )
    return state if state.hand is None else replace(state, legal=targets(state, state.hand))


def odds(view: View) -> tuple[tuple[str, Fraction], ...]:
    """How likely each kind is to be drawn next; empty once the bag is."""
    left = view.left()
    return tuple((kind, Fraction(count, left)) for kind, count in view.bag if count)
