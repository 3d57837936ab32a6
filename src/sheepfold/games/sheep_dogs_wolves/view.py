"""What a seat may know: everything. Every animal with its sign, and the counters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from sheepfold.core.contract import Outcome, Part, Seat
from sheepfold.games.sheep_dogs_wolves import board, rules
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import Options, part_of

KINDS: Final = ("sheep", "dog", "wolf")
SIGNS: Final = ("", "scared", "safe", "lost", "danger", "saved")
"""Words for the signs of ``board``, by number."""


@dataclass(frozen=True, slots=True)
class Animal:
    """One cell of a tile. ``sign`` is "" where nothing is settled (and for dogs)."""

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
    animals: tuple[Animal, ...]
    """Three for each tile, in the same order: sheep, dog, wolf."""
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


def view(state: State, seat: Seat | None) -> View:
    """What the role (None: a spectator) sees."""
    return replace(_seen(state), seat=seat)


@lru_cache(maxsize=1024)
def _seen(state: State) -> View:
    """The view of anybody: worked out once for all who look."""
    animals = signed(state)
    signs = [animal.sign for animal in animals]
    lost, danger = signs.count("lost"), signs.count("danger")
    return View(
        seat=None,
        options=state.options,
        target=state.target,
        tiles=tuple(part_of(tile) for tile in state.tiles),
        animals=animals,
        turn=rules.turn(state),
        left=state.left,
        scared=signs.count("scared"),
        safe=signs.count("safe"),
        lost=lost,
        saved=signs.count("saved"),
        danger=danger,
        score=len(state.tiles) - lost - danger,
        outcome=rules.outcome(state),
    )


def signed(state: State) -> tuple[Animal, ...]:
    """Every animal with its sign."""
    grid, left = board.grid_of(state.tiles), state.left
    found = []
    for tile in state.tiles:
        sheep, dog, wolf = board.cells_of(tile)
        signs = (board.sheep_sign(grid, sheep, left), board.PLAIN, board.wolf_sign(grid, wolf, left))
        for cell, kind, sign in zip((sheep, dog, wolf), KINDS, signs, strict=True):
            found.append(_animal(cell, kind, SIGNS[sign]))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _animal(cell: int, kind: str, sign: str) -> Animal:
    """One and the same animal at every table where it stands so."""
    return Animal(*board.place_of(cell), kind, sign)
