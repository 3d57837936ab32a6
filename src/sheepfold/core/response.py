"""How near bots come to the best that can be done against players whose odds are known: what a game's room ``study``
tells of it where its own ``best_response`` works it out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attained:
    """What one bot reaches in each of the positions that were solved, in points, beside the best response."""

    name: str
    reached: tuple[float, ...]
    """What it reaches by its own moves."""
    allowed: tuple[float, ...]
    """What it would reach if it made the best of what its first move there shows it."""


@dataclass(frozen=True, slots=True)
class BestResponse:
    """The best response in each of a number of positions, and bots in the same."""

    words: str
    """What was solved, in words that go on after the name of the game."""
    best: tuple[float, ...]
    bots: tuple[Attained, ...]
