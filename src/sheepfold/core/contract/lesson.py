"""A first game that teaches: the real game on a known seed, and at each decision a sentence that says why.

A game that has a lesson keeps it in its room ``lesson.py`` as ``LESSON``. It is data: how the table is set up, what the
pupil is advised to do, and what the others answer as long as the pupil goes along. ``course`` plays it out by the
game's own rules; what does not fit them fails there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.core.records.chance import SEED_BYTES
from sheepfold.core.records.progress import AnyGame, Progress

LAST_SEED: Final = bytes(SEED_BYTES - 8) + b"\xff" * 8
"""The last seed that a lesson can have; by it tables know that they are guided. No seed that is drawn is so small."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One decision of the pupil's."""

    title: str
    """What it is about, in a few words."""
    why: str
    """What on the board tells you so."""
    act: str
    """What the button says that does it."""
    move: str
    """As it is written."""
    otherwise: str
    """What is said where the pupil has left the path: what matters here, whatever the board looks like."""
    answers: tuple[str, ...] = ()
    """What the others play after it, in the order of their turns."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A short guided game; it goes on as any other game when the last step is made."""

    seat: Seat
    """Where the pupil sits."""
    seats: int
    options: tuple[tuple[str, Any], ...]
    number: int
    """From which the seed is made. Everybody may know it: nothing is played for here."""
    steps: tuple[LessonStep, ...]
    watch: str
    """What to look at while others move."""
    end: str
    """What is said when the last step is made, until the round ends or the pupil moves again: it is true that long."""
    opening: tuple[str, ...] = ()
    """What the others play before the pupil's first decision."""

    @property
    def seed(self) -> bytes:
        return self.number.to_bytes(SEED_BYTES, "big")


@dataclass(frozen=True, slots=True)
class Course:
    """A lesson played out."""

    decisions: tuple[tuple[Any, Move], ...]
    """For every step the pupil's view before it, and the advised move."""
    texts: tuple[str, ...]
    """The advised moves as the game writes them."""
    book: Mapping[Any, Move]
    """What the others play, by what they see: a bot gets nothing else."""
    last: Progress
    """Where it leads."""


@lru_cache(32)
def course(game: AnyGame, lesson: Lesson) -> Course:
    """The lesson by the game's own rules. Raises MoveError or ValueError where it does not fit them."""
    now = Progress.begin(game, game.options.make(dict(lesson.options)), lesson.seats, lesson.seed)
    script = list(lesson.opening)
    for step in lesson.steps:
        script += [step.move, *step.answers]
    decisions: list[tuple[Any, Move]] = []
    texts: list[str] = []
    book: dict[Any, Move] = {}
    for text in script:
        while now.waiting and min(now.waiting) == NATURE:
            now = now.after(now.draw())
        if not now.waiting:
            raise ValueError(f"the game is over before {text!r}")
        seat = min(now.waiting)
        view, made = game.view(now.state, seat), now.step(seat, text)
        if seat == lesson.seat:
            decisions.append((view, made.move))
            texts.append(made.text)
        else:
            book[view] = made.move
        now = now.after(made)
    if len(decisions) != len(lesson.steps):
        raise ValueError(f"{len(lesson.steps)} steps, but {len(decisions)} decisions of the pupil's")
    return Course(tuple(decisions), tuple(texts), MappingProxyType(book), now)
