"""What a seat may know: everything. Every animal with its sign, and the counters."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from sheepfold.core.contract import Outcome, Part, Seat
from sheepfold.games.sheep_dogs_wolves import board, rules
from sheepfold.games.sheep_dogs_wolves.board import Cell
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import Options, part_of, tiles_of

KINDS: Final = ("sheep", "dog", "wolf")
SIGNS: Final = ("", "scared", "safe", "lost", "danger", "saved")
"""The signs of ``board``, by number."""


class Signs(NamedTuple):
    """For each tile in order the sign of its sheep, and that of its wolf."""

    sheep: tuple[str, ...]
    wolves: tuple[str, ...]

    @property
    def living(self) -> int:
        """The sheep that would live if it ended now."""
        return len(self.sheep) - self.sheep.count("lost") - self.sheep.count("danger")


@lru_cache(256)
def signs(tiles: tuple[int, ...], left: int) -> Signs:
    """All signs, with so many tiles still to lay. Cached: all who look see the same, and what is told of the last tile
    asks for those before it (docs/measurements/instructions.md)."""
    grid = board.grid_of(tiles)
    cells = [board.cells_of(tile) for tile in tiles]
    return Signs(
        tuple([SIGNS[board.sheep_sign(grid, sheep, left)] for sheep, _, _ in cells]),
        tuple([SIGNS[board.wolf_sign(grid, wolf, left)] for _, _, wolf in cells]),
    )


@lru_cache(256)
def _open_cells(parts: tuple[Part, ...]) -> tuple[Cell, ...]:
    """Cached, as the signs are."""
    _, choices = board.grown(tiles_of(parts))
    return tuple(map(board.place_of, sorted({cell for tile in choices for cell in board.cells_of(tile)})))


@dataclass(frozen=True, slots=True)
class Animal:
    """One cell of a tile. ``sign`` is "" where nothing is decided (and for dogs)."""

    x: int
    y: int
    kind: str
    sign: str


@dataclass(frozen=True, slots=True)
class View:
    """The table as anybody sees it."""

    seat: Seat | None
    options: Options
    target: int | None
    tiles: tuple[Part, ...]
    """In the order they were laid."""
    sheep: tuple[str, ...]
    """The sign of each tile's sheep, in the same order; "" where nothing is decided."""
    wolves: tuple[str, ...]
    """The sign of each tile's wolf."""
    turn: Seat | None
    """The role that lays next."""
    left: int
    """Tiles still to lay."""
    scared: int
    """Wolves beside two dogs: they will never eat."""
    safe: int
    """Wolves that are not scared and never can be."""
    lost: int
    """Sheep beside a safe wolf."""
    saved: int
    """Sheep that no wolf can reach any more."""
    danger: int
    """Sheep that would be eaten if it ended now, but are not lost yet."""
    score: int
    """The sheep that would live if the game ended now."""
    outcome: Outcome | None

    @property
    def animals(self) -> tuple[Animal, ...]:
        """Three for each tile, in the order of the tiles: sheep, dog, wolf."""
        found = []
        for tile, sheep, wolf in zip(tiles_of(self.tiles), self.sheep, self.wolves, strict=True):
            for cell, kind, sign in zip(board.cells_of(tile), KINDS, (sheep, "", wolf), strict=True):
                found.append(Animal(*board.place_of(cell), kind, sign))
        return tuple(found)

    @property
    def open_cells(self) -> tuple[Cell, ...]:
        """The empty cells that some legal tile would cover, from south-west to north-east."""
        return _open_cells(self.tiles) if self.left else ()


def view(state: State, seat: Seat | None) -> View:
    """What the role (None: a spectator) sees."""
    found = signs(state.tiles, state.left)
    sheep, wolves = found
    return View(
        seat=seat,
        options=state.options,
        target=state.target,
        tiles=tuple(map(part_of, state.tiles)),
        sheep=sheep,
        wolves=wolves,
        turn=rules.turn(state),
        left=state.left,
        scared=wolves.count("scared"),
        safe=wolves.count("safe"),
        lost=sheep.count("lost"),
        saved=sheep.count("saved"),
        danger=sheep.count("danger"),
        score=found.living,
        outcome=rules.outcome(state),
    )


def imagine(view: View) -> State:
    """The state behind a view: the one and only, since nothing is hidden."""
    return State.made(view.options, view.target, tuple(tiles_of(view.tiles)))
