"""What decided a round that is over: who was eaten, and how many wolves the dogs scared."""

from __future__ import annotations

from collections.abc import Mapping

from sheepfold.core.contract import Seat
from sheepfold.core.results.interlude import Noted, noted
from sheepfold.games.sheep_dogs_wolves.terms import SHEEP, WOLF
from sheepfold.games.sheep_dogs_wolves.text import number
from sheepfold.games.sheep_dogs_wolves.view import View


def recap(view: View, names: Mapping[Seat, str]) -> tuple[Noted, ...]:
    """Two lines: who was scared is good for the Sheep, who was eaten for the Wolf, and nobody for the other side."""
    eaten, bold = len(view.tiles) - view.score, len(view.tiles) - view.scared
    scared = number(view.scared, "wolf was", "wolves were") if view.scared else "No wolf was"
    free = "The others" if view.scared else number(bold, "wolf", "wolves")
    meal = number(eaten, "sheep", "sheep") if eaten else "no sheep"
    return (
        noted(f"{scared} scared by two dogs.", SHEEP if view.scared else WOLF, view.seat),
        noted(f"{free} ate {meal}.", WOLF if eaten else SHEEP, view.seat),
    )
