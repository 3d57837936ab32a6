"""The whole truth of one game of Mutton, secrets included."""

from __future__ import annotations

from dataclasses import dataclass

from sheepfold.games.mutton.terms import Deed, Options


@dataclass(frozen=True, slots=True)
class State:
    """Everything but ``wolves`` is public. Masks and cells are numbered as in ``board``."""

    options: Options
    target: int | None
    """What the Wolf must beat (second game of a match) or reach."""
    mirror: tuple[int, ...] | None
    """Where the animals stood at the start of the first game."""
    cells: tuple[int, ...] = ()
    """Where each animal stands or lies; empty until the Farmer has placed them."""
    start: tuple[int, ...] = ()
    """Where they were placed."""
    wolves: int = 0
    """The secret; 0 until the Wolf has chosen."""
    alive: int = 0
    home: int = 0
    """Wolves that escaped."""
    fresh: tuple[tuple[int, int], ...] = ()
    """Corpses that the last move made and took away: animal and cell."""
    log: tuple[Deed, ...] = ()
    """Wolf and Farmer by turns."""
    phase: str = "place"
    """``place``, ``choose``, ``wolf``, ``farmer`` or ``over``."""
    ended: str | None = None
    """Why it is over."""
