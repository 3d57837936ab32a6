"""The guide at the table of a first game: which step the pupil has come to, and what is advised there."""

from __future__ import annotations

from dataclasses import dataclass

from sheepfold.core.chance import commitment
from sheepfold.core.contract import Move
from sheepfold.core.lesson import Lesson, LessonStep, course
from sheepfold.core.progress import AnyGame
from sheepfold.play.terms import Own, Position, Status, TableInfo


@dataclass(frozen=True, slots=True)
class Guide:
    """Where the pupil is."""

    lesson: Lesson
    made: int
    """Decisions that lie behind."""
    turn: bool
    """Whether the next one is before the pupil now."""
    advised: Move | None
    """What is advised, part by part; None: the game has gone another way, or waits for others."""
    over: bool

    @property
    def step(self) -> LessonStep | None:
        """The decision that comes next; None: all are made, or the game ended before."""
        steps = self.lesson.steps
        return steps[self.made] if self.made < len(steps) and not self.over else None

    @property
    def words(self) -> str:
        """What the guide says now."""
        if self.step is None:
            went_through = self.made >= len(self.lesson.steps)
            return self.lesson.end if went_through else "It is over sooner than thought; that happens to the best."
        if not self.turn:
            return self.lesson.watch
        return self.step.otherwise if self.advised is None else self.step.why


def is_lesson(info: TableInfo, lesson: Lesson | None) -> bool:
    """Whether a table is one of that lesson: its chance is the lesson's."""
    return lesson is not None and info.commitment == commitment(lesson.seed)


def guide(found: AnyGame, lesson: Lesson | None, info: TableInfo, position: Position, own: Own | None) -> Guide | None:
    """The guide for whoever sits there to learn; None: this is a table like any other, or the viewer no pupil."""
    if lesson is None or own is None or own.seat != lesson.seat or position.seat != own.seat:
        return None
    if not is_lesson(info, lesson):
        return None
    turn = own.choices is not None and own.seat in position.to_move
    decisions = course(found, lesson).decisions
    advised = None
    if turn and own.made < len(decisions) and decisions[own.made][0] == position.view:
        advised = decisions[own.made][1]
    return Guide(lesson, own.made, turn, advised, info.status is Status.OVER)
