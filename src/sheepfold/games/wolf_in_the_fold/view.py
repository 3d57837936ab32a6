"""What a seat may know: all but the coming draws, which nobody knows. Built field by field."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.scores import Scores
from sheepfold.games.wolf_in_the_fold import rules
from sheepfold.games.wolf_in_the_fold.board import (
    KIND,
    KINDS,
    NUMBER,
    TURN,
    Cell,
    Patch,
    cell_at,
    grid_of,
    open_cells,
    place_of,
    whole_tiles,
)
from sheepfold.games.wolf_in_the_fold.score import Flock, fold_points
from sheepfold.games.wolf_in_the_fold.state import Enclosure, State
from sheepfold.games.wolf_in_the_fold.terms import Options


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile on the table. ``by`` is the seat that laid it, 0 for the starting tile."""

    q: int
    r: int
    kind: str
    turn: int
    by: Seat

    @property
    def cell(self) -> Cell:
        return self.q, self.r


@dataclass(frozen=True, slots=True)
class Fold:
    """An enclosure: its ground patch by patch, the whole tiles in it, and what it was worth when it closed."""

    patches: tuple[Patch, ...]
    cells: tuple[Cell, ...]
    by: Seat
    tile: int
    """The number of the tile that closed it, the starting tile being 0."""
    sheep: int
    points: int


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    """Whose view this is; None for a spectator. All see the same."""
    seats: int
    mode: str
    min_herd: int
    tiles: tuple[Tile, ...]
    """In the order of laying; the last is the newest."""
    bag: tuple[tuple[str, int], ...]
    """How many of each kind are still to come, the tile in hand not among them."""
    turn: Seat | None
    """Who is to lay a tile; None while one is drawn and once it is over."""
    hand: str | None
    returned: int
    """How many drawn tiles went back since the last one was laid."""
    legal: tuple[Cell, ...]
    """Where the tile in hand may go, in reading order. Fences may lie there in any turn."""
    flocks: tuple[Flock, ...]
    folds: tuple[Fold, ...]
    scores: Scores
    outcome: Outcome | None

    def laid(self) -> tuple[tuple[int, int], ...]:
        """Cell and face of every tile in the order of laying, numbered as in ``board``."""
        return tuple((cell_at(tile.q, tile.r), NUMBER[tile.kind, tile.turn]) for tile in self.tiles)

    def grid(self) -> bytearray:
        """What lies where, numbered as in ``board``."""
        return grid_of(self.laid())

    def left(self) -> int:
        """How many tiles are still in the bag."""
        return sum(count for _, count in self.bag)


def view(state: State, seat: Seat | None) -> View:
    """All see the same: it is looked at once for everybody."""
    seen = _view(state)
    return seen if seat is None else replace(seen, seat=seat)


@lru_cache(64)
def _view(state: State) -> View:
    """Kept: all seats and spectators ask for the same one. It saves an eighth of the calls of a move with two pages
    (docs/measurements/instructions.md)."""
    weighed = rules.flocks(state)
    points = rules.scores(state, weighed)
    return View(
        seat=None,
        seats=state.seats,
        mode=state.options.mode,
        min_herd=state.options.min_herd,
        tiles=tuple(
            [
                _tile(cell, face, (number - 1) % state.seats + 1 if number else 0)
                for number, (cell, face) in enumerate(state.laid)
            ]
        ),
        bag=tuple(zip(KINDS, state.bag, strict=True)),
        turn=None if state.hand is None else state.seat,
        hand=state.hand,
        returned=state.returned,
        legal=tuple(map(place_of, state.legal)),
        flocks=tuple(weighed),
        folds=tuple(_fold(state, number) for number in range(len(state.enclosures))),
        scores=points,
        outcome=rules.outcome(state),
    )


@lru_cache(8192)
def _tile(cell: int, face: int, by: Seat) -> Tile:
    """Kept: most tiles stay as they are from view to view (docs/measurements/instructions.md)."""
    return Tile(*place_of(cell), KIND[face], TURN[face], by)


def _fold(state: State, number: int) -> Fold:
    found = state.enclosures[number]
    patches = tuple(sorted((*place_of(patch // 6), patch % 6) for patch in found.patches))
    cells = tuple(map(place_of, whole_tiles(state.grid, found.patches)))
    sheep, points = fold_points(state.grid, found.patches, state.options.mode, state.options.min_herd)
    return Fold(patches, cells, found.by, found.tile, sheep, points)


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
    return state if state.hand is None else replace(state, legal=rules.targets(state, state.hand))
