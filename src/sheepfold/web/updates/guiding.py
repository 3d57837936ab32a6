"""The guide at the table of a first game: which step the pupil has come to, and what is advised there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sheepfold.core.contract import Move, Seat
from sheepfold.core.contract.lesson import Lesson, LessonStep, course
from sheepfold.core.records.chance import commitment
from sheepfold.core.records.progress import AnyGame
from sheepfold.play.terms import Sight, Status, TableInfo

LEFT: Final = "You have left the path of this lesson."
"""Said first at every table whose pupil has."""
ENDED_EARLY: Final = "The game is over, but not the lesson. Start again to see the rest of it."
PLAY_ON: Final = "The lesson is done. Play on as you like."
ENDED: Final = "That was your first game. The next one is yours alone."


@dataclass(frozen=True, slots=True)
class Guide:
    """Where the pupil is."""

    lesson: Lesson
    moves: int
    """Decisions that lie behind."""
    made: int
    """How many of them, from the first on, were those of the lesson."""
    turn: bool
    """Whether the next one is before the pupil now."""
    left: bool
    """Whether the lesson cannot go on here: the pupil went another way, or the game ended before it."""
    over: bool
    ends_here: bool
    """Whether the game stands as the lesson's end speaks of it: the same round, the same decisions, over or not."""
    advised: Move | None
    """What is advised, part by part; None: nothing now."""

    @property
    def step(self) -> LessonStep | None:
        """The step that comes next; None: all are made, or the path was left."""
        return None if self.left or self.made == len(self.lesson.steps) else self.lesson.steps[self.made]

    @property
    def words(self) -> str:
        """What the guide says now: nothing that the game has gone past."""
        if self.left:
            return ENDED_EARLY if self.over else f"{LEFT} {self._meanwhile}"
        if self.step is not None:
            return self.step.why if self.turn else self.lesson.watch
        if self.ends_here:
            return self.lesson.end
        return ENDED if self.over else PLAY_ON

    @property
    def _meanwhile(self) -> str:
        """What matters whatever the board looks like."""
        if self.turn and self.moves < len(self.lesson.steps):
            return self.lesson.steps[self.moves].otherwise
        return "Start again to see the rest of it, or play on."


def is_lesson(info: TableInfo, lesson: Lesson | None) -> bool:
    """Whether a table is one of that lesson: its chance is the lesson's."""
    return lesson is not None and info.commitment == commitment(lesson.seed)


def guide(found: AnyGame, lesson: Lesson | None, sight: Sight) -> Guide | None:
    """The guide for whoever sits there to learn; None: this is a table like any other, or the viewer no pupil."""
    own, position, info = sight.own, sight.position, sight.info
    if lesson is None or own is None or own.seat != lesson.seat or position.seat != own.seat:
        return None
    if not is_lesson(info, lesson):
        return None
    turn = own.choices is not None and own.seat in position.to_move
    return guide_at(found, lesson, position.view, sight.moves, info.names, turn, info.status is Status.OVER)


def guide_at(
    found: AnyGame,
    lesson: Lesson,
    view: Any,
    moves: Sequence[str],
    names: Mapping[Seat, str],
    turn: bool,
    over: bool,
) -> Guide:
    """The guide for a pupil who has made these moves, as they are written, and sees that."""
    taught = course(found, lesson)
    pairs = zip(moves, taught.texts, strict=False)
    made = next((n for n, (move, text) in enumerate(pairs) if move != text), min(len(moves), len(lesson.steps)))
    done, further = made == len(lesson.steps), len(moves) > made
    # Where the moves are the lesson's but what the pupil sees is not, the lesson was another when the table was opened.
    left = not done and (over or further or (turn and view != taught.decisions[made][0]))
    advised = taught.decisions[made][1] if turn and not (left or done) else None
    onward = further or found.interlude(view, names) is not None
    ends_here = done and not onward and over == (taught.last.outcome is not None)
    return Guide(lesson, len(moves), made, turn, left, over, ends_here, advised)
