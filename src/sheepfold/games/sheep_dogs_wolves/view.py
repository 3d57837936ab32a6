"""What a seat may know: everything. Every animal with its sign, and the counters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sheepfold.core.contract import Outcome, Part, Seat
from sheepfold.games.sheep_dogs_wolves import board, rules
from sheepfold.games.sheep_dogs_wolves.signs import signs
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import Options, tile_of

KINDS: Final = ("sheep", "dog", "wolf")


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
    """The sheep that would live if it ended now."""
    outcome: Outcome | None

    @property
    def animals(self) -> tuple[Animal, ...]:
        """Three for each tile, in the order of the tiles: sheep, dog, wolf."""
        found = []
        for part, sheep, wolf in zip(self.tiles, self.sheep, self.wolves, strict=True):
            tile = tile_of(part)
            assert tile is not None
            for cell, kind, sign in zip(board.cells_of(tile), KINDS, (sheep, "", wolf), strict=True):
                found.append(Animal(*board.place_of(cell), kind, sign))
        return tuple(found)


def view(state: State, seat: Seat | None) -> View:
    """What the role (None: a spectator) sees."""
    parts, sheep, wolves = signs(state.tiles, state.left)
    lost, danger = sheep.count("lost"), sheep.count("danger")
    return View(
        seat=seat,
        options=state.options,
        target=state.target,
        tiles=parts,
        sheep=sheep,
        wolves=wolves,
        turn=rules.turn(state),
        left=state.left,
        scared=wolves.count("scared"),
        safe=wolves.count("safe"),
        lost=lost,
        saved=sheep.count("saved"),
        danger=danger,
        score=len(parts) - lost - danger,
        outcome=rules.outcome(state),
    )
