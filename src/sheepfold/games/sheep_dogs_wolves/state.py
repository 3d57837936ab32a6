"""The whole truth of one round; nothing about it is secret."""

from __future__ import annotations

from dataclasses import dataclass, field

from sheepfold.games.sheep_dogs_wolves.terms import Options


@dataclass(frozen=True, slots=True)
class State:
    """The tiles in the order they were laid. The other fields follow from them and are kept for speed."""

    options: Options
    target: int | None
    """What the Sheep must reach (after bids) or beat (in the second round of a duel)."""
    tiles: tuple[int, ...]
    taken: frozenset[int] = field(compare=False, repr=False)
    """Every occupied cell."""
    choices: frozenset[int] = field(compare=False, repr=False)
    """Every tile that could legally be laid next."""

    @property
    def left(self) -> int:
        """Tiles still to lay."""
        return self.options.tiles - len(self.tiles)
