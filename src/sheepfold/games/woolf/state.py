"""The whole secret truth of a game of Woolf!!: frozen data only."""

from __future__ import annotations

from dataclasses import dataclass

from sheepfold.core.contract import Seat
from sheepfold.games.woolf.board import Hand, Question
from sheepfold.games.woolf.terms import DEAL, Event, Options, Pointers, Reveal


@dataclass(frozen=True, slots=True)
class State:
    """Tuples run along the seats, seat 1 first; ``hands`` may end with the simulated player's.

    Nothing counts swaps, and nothing remembers the order in which final suspicions were handed in.
    """

    options: Options
    players: int
    points: tuple[int, ...]
    errors: tuple[int, ...]
    red: tuple[bool, ...]
    """Whose red error token forbids an early suspicion in this round."""
    round: int = 1
    phase: str = DEAL
    start: Seat = 0
    """Who starts this round; 0 until NATURE has chosen."""
    turn: Seat = 0
    """Whose turn it is, also while NATURE turns up the card of a peek; else 0."""
    looked_at: Seat = 0
    """At whom the peek of the moment looks; else 0."""
    hands: tuple[Hand, ...] = ()
    """Left and right card of everybody."""
    questions: tuple[tuple[Question, ...], ...] = ()
    """The question cards still in hand."""
    events: tuple[Event, ...] = ()
    """Every turn of this round; a clue holds the card that was seen."""
    pointers: tuple[Pointers | None, ...] = ()
    reveals: tuple[Reveal, ...] = ()
    """How the finished rounds ended."""
