"""What a seat can infer. Nothing is hidden but the coming draws, and the bag gives their exact odds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from sheepfold.games.wolf_in_the_fold.board import cell_at, grid_of, open_cells
from sheepfold.games.wolf_in_the_fold.rules import targets
from sheepfold.games.wolf_in_the_fold.state import Enclosure, State
from sheepfold.games.wolf_in_the_fold.terms import Options
from sheepfold.games.wolf_in_the_fold.view import View


def imagine(view: View) -> State:
    """The state behind a view. There is only one: the order of the stack does not exist before it is drawn."""
    laid = view.laid()
    grid = bytes(grid_of(laid))
    enclosures = tuple(
        Enclosure(tuple(sorted(6 * cell_at(q, r) + sector for q, r, sector in fold.patches)), fold.by, fold.tile)
        for fold in view.folds
    )
    state = State(
        options=Options(view.mode, view.min_herd),
        seats=view.seats,
        bag=tuple(count for _, count in view.bag),
        laid=laid,
        hand=view.hand,
        returned=view.returned,
        enclosures=enclosures,
        ended=None if view.outcome is None else view.outcome.reason.rpartition(", ")[2],
        grid=grid,
        open=open_cells(grid, [cell for cell, _ in laid]),
    )
    return state if state.hand is None else replace(state, legal=targets(state, state.hand))


def odds(view: View) -> tuple[tuple[str, Fraction], ...]:
    """How likely each kind is to be drawn next; empty once the bag is."""
    left = view.left()
    return tuple((kind, Fraction(count, left)) for kind, count in view.bag if count)
