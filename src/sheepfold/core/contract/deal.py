"""The deal of the day: a game that everybody plays with the same luck, each by themselves, and then compares.

A game that makes sense so has a room ``deal.py`` with ``DEAL``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sheepfold.core.contract import Seat
from sheepfold.core.results.scores import Scores


@dataclass(frozen=True, slots=True)
class Deal:
    """What is played, and what is compared."""

    options: Mapping[str, Any]
    seats: int
    seat: Seat
    """The player's; bots have the others."""
    bot: str
    """Who they are; empty where one plays alone."""
    task: str
    """A sentence: what to do."""
    points: Callable[[Scores], int]
    """What a result is worth: more is better."""
    words: Callable[[Scores], str]
    """The result in few words."""
