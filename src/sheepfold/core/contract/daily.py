"""What a game brings for every day: puzzles, and a deal that everybody plays with the same luck and then compares.

A puzzle is a position of a real game with one right answer, which can be proved from what the solver may know. A game
tells both in its room ``puzzles``: its kinds of puzzles as ``KINDS``, its deal as ``DEAL``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.core.drawing.scene import Sprite
from sheepfold.core.scores import Scores

Ghost: TypeAlias = tuple[Sprite, ...]
"""A tile as it would be drawn; where the first of its sprites lies, it is named."""
SHOWN: Final = 4
"""Moves that a puzzle offers where a game has very many."""


class Solution(NamedTuple):
    """The answer to a puzzle, with all that may be answered."""

    answer: str
    choices: tuple[str, ...]
    """In an order that does not tell which is right."""
    reason: str
    """Why it is right and nothing else is, in a sentence or two that stand behind the answer."""
    effort: int
    """How much there is to look at, from 0 (a glance) to 10: the first guess of how hard it is."""


@dataclass(frozen=True, slots=True)
class PuzzleKind:
    """One kind of question that a game can ask about a position. Solving a position proves it: a kind gives a solution
    only if it has looked at every answer and one beats all others by a clear margin."""

    name: str
    question: str
    """A sentence to whoever sits at the seat."""
    solve: Callable[[Any], Solution | None]
    """From the seat's view; None: this position is no such puzzle."""
    words: Callable[[Any, str], str] = lambda view, choice: choice
    """What a choice is called among people who see the board."""
    ghosts: Callable[[Any, str], Sequence[Ghost]] | None = None
    """The tiles that a choice would lay: then choices are letters, which stand on the board."""


def only_best(
    values: Sequence[tuple[float, str]], margin: float, apart: Callable[[str, str], float] | None = None
) -> tuple[str, tuple[str, ...]] | None:
    """The one answer that is worth at least ``margin`` more than any other, and those to show beside it; None: there is
    no such. Of others that are worth the same, those least ``apart`` from the answer are shown."""
    best = max(values, default=None)
    if best is None or len(values) < 2:
        return None
    others = [entry for entry in values if entry != best]
    if best[0] - max(others)[0] < margin:
        return None
    answer = best[1]
    others.sort(key=lambda entry: (-entry[0], apart(answer, entry[1]) if apart else 0, entry[1]))
    return answer, tuple(sorted([answer, *(other for _, other in others[: SHOWN - 1])]))


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of the day: what is played, each by themselves, and what is compared."""

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
