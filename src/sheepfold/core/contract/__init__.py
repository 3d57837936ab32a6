"""The contract between a game and everything around it: doors, bots, records, laws.

It has three parts, each in its module: what a game *is* (``rules.py``), how it is *written* (``written.py``) and how it
is *drawn* (``drawn.py``). A new game begins with the first; everything on the shelf has all three. The other modules
say what a game may bring besides: bots, a face, a lesson, puzzles, numbers for learners, a judge for reviews.
"""

from __future__ import annotations

from sheepfold.core.contract.drawn import DrawnGame
from sheepfold.core.contract.rules import (
    DECIDED,
    NATURE,
    NOTHING,
    TABLE_ENDINGS,
    Ahead,
    Legal,
    Marginal,
    Move,
    O,
    Outcome,
    Part,
    Rules,
    S,
    Seat,
    Told,
    V,
)
from sheepfold.core.contract.written import Prompt, WrittenGame

__all__ = [
    "DECIDED",
    "NATURE",
    "NOTHING",
    "TABLE_ENDINGS",
    "Ahead",
    "DrawnGame",
    "Game",
    "Legal",
    "Marginal",
    "Move",
    "O",
    "Outcome",
    "Part",
    "Prompt",
    "Rules",
    "S",
    "Seat",
    "Told",
    "V",
    "WrittenGame",
]


class Game(WrittenGame[O, S, V], DrawnGame[O, S, V]):
    """One game on the shelf."""
