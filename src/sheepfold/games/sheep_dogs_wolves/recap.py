"""What decided a round that is over: who was eaten, and how many wolves the dogs scared."""

from __future__ import annotations

from collections.abc import Mapping

from sheepfold.core.contract import Seat
from sheepfold.core.interlude import Noted, noted
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, WOLF
from sheepfold.games.sheep_dogs_wolves.text import number
from sheepfold.games.sheep_dogs_wolves.view import View


def recap(view: View, names: Mapping[Seat, str]) -> tuple[Noted, ...]:
    """Two lines: one is good for the Sheep, the other for the Wolf."""
    eaten, bold = len(view.tiles) - view.score, len(view.tiles) - view.scared
    scared = number(view.scared, "wolf was", "wolves were") if view.scared else "No wolf was"
    free = "The others" if view.scared else number(bold, "wolf", "wolves")
    return (
        noted(f"{scared} scared by two dogs.", SHEEP, view.seat),
        noted(f"{free} ate {number(eaten, 'sheep', 'sheep') if eaten else 'no sheep'}.", WOLF, view.seat),
    )
