"""The whole truth of a game: what lies where, what is left in the bag. No order of the stack exists."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, Self

from sheepfold.core.contract import Seat
from sheepfold.core.records.to_json import DERIVED
from sheepfold.games.wolf_in_the_fold.board import BARE, KINDS, TILES, grid_of
from sheepfold.games.wolf_in_the_fold.terms import Options


@dataclass(frozen=True, slots=True)
class Enclosure:
    """Ground that complete fences cut off: for good, since all of it is filled."""

    patches: tuple[int, ...]
    by: Seat
    """Whose tile completed it."""
    tile: int
    """The number of that tile, the starting tile being 0."""


@dataclass(frozen=True, slots=True)
class State:
    """Cells, faces and patches are numbered as in ``board``."""

    options: Options
    seats: int
    bag: tuple[int, ...] = tuple(TILES.values())
    """How many of each kind are left, in the order of ``KINDS``."""
    laid: tuple[tuple[int, int], ...] = ()
    """Cell and face of every tile on the table, in the order of laying."""
    hand: str | None = None
    """The kind of the tile that was drawn and is to be laid."""
    returned: int = 0
    """How many drawn tiles went back since the last one was laid."""
    enclosures: tuple[Enclosure, ...] = ()
    ended: str | None = None
    """Why no tile follows, once the game is over."""

    grid: bytes = field(default=BARE, compare=False, repr=False, metadata=DERIVED)
    """``laid`` by cell."""
    open: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The empty cells that the hole rule lets be filled, in reading order."""
    legal: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Where the tile in hand may go, in reading order."""

    @classmethod
    def made(cls, laid: tuple[tuple[int, int], ...], **given: Any) -> Self:
        """With its grid, as from JSON."""
        return cls(laid=laid, grid=bytes(grid_of(laid)), **given)

    def __reduce__(self) -> Any:
        """A grid has 36 kB and follows from 77 tiles: a pickle goes without."""
        given = {f.name: getattr(self, f.name) for f in fields(self) if f.metadata != DERIVED}
        return partial(State.made, **given), ()

    @property
    def seat(self) -> Seat:
        """Whose turn it is: the first seat follows the starting tile."""
        return (len(self.laid) - 1) % self.seats + 1

    def left(self, kind: str) -> int:
        return self.bag[KINDS.index(kind)]
