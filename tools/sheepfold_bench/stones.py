"""Stones: a game for measuring the server, kept off the shelf. Two seats lay 60 stones on 61 cells.

It asks nothing of its rules and shows its whole board, as the peers' game did on which they were
measured; so what is measured is the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from sheepfold.core.contract import NOTHING, Ahead, Game, Legal, Move, Outcome, Prompt, Seat, Told
from sheepfold.core.drawing.pen import element, ink
from sheepfold.core.drawing.scene import Box, Layer, Scene, Shape
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.core.options import OptionSet
from sheepfold.core.scores import Scores
from sheepfold.core.words.paragraphs import Line
from sheepfold.core.words.prose import does, shown

CELLS: Final = 61
MOVES: Final = 60
ACROSS: Final = 10
SIDE: Final = 24.0
"""Cells in a row, and the side of one in the picture."""
WAITING: Final = (frozenset({1}), frozenset({2}))
NOBODY: Final[frozenset[Seat]] = frozenset()


@dataclass(frozen=True)
class Options(OptionSet):
    """There are none."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat laid a stone."""

    seat: Seat
    cell: int


@dataclass(frozen=True, slots=True)
class State:
    """Who has a stone on each cell; 0: nobody."""

    cells: tuple[Seat, ...]
    laid: int


@dataclass(frozen=True, slots=True)
class View:
    """The board as anybody sees it."""

    seat: Seat | None
    cells: tuple[Seat, ...]
    laid: int
    outcome: Outcome | None


class Stones(Game[Options, State, View]):
    """Who lays the last stone wins nothing: it is a draw."""

    name, title, credits = "stones", "Stones", "The bench"
    summary = "Lay stones on 61 cells until one cell is left."
    version, seats, options, endings = 1, range(2, 3), Options, ("full",)

    def start(self, options: Options, seats: int) -> State:
        return State((0,) * CELLS, 0)

    def to_move(self, state: State) -> frozenset[Seat]:
        return WAITING[state.laid % 2] if state.laid < MOVES else NOBODY

    def ahead(self, state: State, seat: Seat, so_far: Move, before: Ahead | None = None) -> Ahead:
        if seat not in self.to_move(state):
            return NOTHING
        if so_far:
            return Ahead((), True)
        return Ahead(tuple(str(cell) for cell, owner in enumerate(state.cells, 1) if not owner), False)

    def check(self, state: State, seat: Seat, move: Move) -> Legal[State]:
        return self.parse(state, seat, " ".join(move))

    def play(self, legal: Legal[State]) -> tuple[State, tuple[Told, ...]]:
        state, seat, cell = legal.state, legal.seat, legal.found
        cells = (*state.cells[: cell - 1], seat, *state.cells[cell:])
        return State(cells, state.laid + 1), (Told(Laid(seat, cell)),)

    def _cell(self, text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= CELLS:
            return int(text)
        raise Malformed(f"{shown(text)!r} is not a cell. Write a number from 1 to {CELLS}.")

    def outcome(self, state: State) -> Outcome | None:
        return None if state.laid < MOVES else Outcome((1, 2), Scores(), "full")

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state.cells, state.laid, self.outcome(state))

    def imagine(self, view: View, rng: Random) -> State:
        return State(view.cells, view.laid)

    def parse(self, state: State, seat: Seat, text: str, rng: Random | None = None) -> Legal[State]:
        if seat not in self.to_move(state):
            raise IllegalNow("It is not your turn.")
        cell = self._cell(text.strip())
        if state.cells[cell - 1]:
            raise IllegalNow(f"There is a stone on {cell}. Choose an empty cell.")
        return Legal(state, seat, (str(cell),), cell)

    def notate(self, legal: Legal[State]) -> str:
        return legal.move[0]

    def prompt(self, view: View, names: Mapping[Seat, str]) -> Prompt:
        if view.outcome is not None:
            return Prompt("The board is full.")
        turn = 1 + view.laid % 2
        return Prompt("Lay a stone." if view.seat == turn else f"{names[turn]} lays a stone.")

    def tell(self, fact: Any, names: Mapping[Seat, str]) -> str:
        return f"{does(names[fact.seat], 'lays')} a stone on {fact.cell}."

    def text(self, view: View, names: Mapping[Seat, str]) -> str:
        return f"{''.join('.ox'[owner] for owner in view.cells)}\n{self.prompt(view, names).text}\n"

    def picture(self, view: View, names: Mapping[Seat, str]) -> Scene:
        frame = Box(0, 0, ACROSS * SIDE, -(-CELLS // ACROSS) * SIDE)
        cells = tuple(_cell(cell, owner) for cell, owner in enumerate(view.cells, 1))
        return Scene("Stones", f"{view.laid} of {CELLS} cells.", frame, frame, (Layer("cells", cells),), (), ())

    def forms(self) -> tuple[Line, ...]:
        return (Line("lay a stone on cell 17", "17    "),)


@cache
def _cell(cell: int, owner: Seat) -> Shape:
    """A dot, or the stone that lies there."""
    row, column = divmod(cell - 1, ACROSS)
    stone = element("circle", r=9 if owner else 2, fill=ink(f"p{owner}" if owner else "edge"))
    at = ((column + 0.5) * SIDE, (row + 0.5) * SIDE)
    return Shape(f"cell {cell}", at, (stone,), part=str(cell), cell=str(cell))


GAME: Final = Stones()
