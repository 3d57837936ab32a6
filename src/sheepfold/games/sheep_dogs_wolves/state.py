"""The whole truth of one round; nothing about it is secret."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from sheepfold.core.records.to_json import DERIVED
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.terms import Options


@dataclass(frozen=True, slots=True)
class State:
    """The tiles in the order they were laid. The other fields follow from them and are kept for speed."""

    options: Options
    target: int | None
    """What the Sheep must reach (after bids) or beat (in the second round of a duel)."""
    tiles: tuple[int, ...]
    taken: frozenset[int] = field(compare=False, repr=False, metadata=DERIVED)
    """Every occupied cell."""
    choices: frozenset[int] = field(compare=False, repr=False, metadata=DERIVED)
    """Every tile that could legally be laid next."""

    @classmethod
    def made(cls, options: Options, target: int | None, tiles: tuple[int, ...]) -> Self:
        """When these tiles have been laid, in this order."""
        return cls(options, target, tiles, *board.grown(tiles))

    def __reduce__(self) -> Any:
        """What follows from the tiles does not travel."""
        return State.made, (self.options, self.target, self.tiles)

    @property
    def left(self) -> int:
        """Tiles still to lay."""
        return self.options.tiles - len(self.tiles)
