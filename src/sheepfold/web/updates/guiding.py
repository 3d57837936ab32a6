"""The guide at the table of a first game: which step the pupil has come to, and what is advised there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sheepfold.core.contract import Seat
from sheepfold.core.contract.lesson import Lesson, course
from sheepfold.core.records.chance import commitment
from sheepfold.core.records.progress import AnyGame
from sheepfold.play.terms import Sight, Status, TableInfo
from sheepfold.web.api.shapes import Guiding

LEFT: Final = "You have left the path of this lesson."
"""Said first at every table whose pupil has."""
ENDED_EARLY: Final = "The game is over, but not the lesson. Start again to see the rest of it."
ANEW: Final = "Start again to see the rest of it, or play on."
PLAY_ON: Final = "The lesson is done. Play on as you like."
ENDED: Final = "That was your first game. The next one is yours alone."


def is_lesson(info: TableInfo, lesson: Lesson | None) -> bool:
    """Whether a table is one of that lesson: its chance is the lesson's."""
    return lesson is not None and info.commitment == commitment(lesson.seed)


def guide(found: AnyGame, lesson: Lesson | None, sight: Sight) -> Guiding | None:
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
) -> Guiding:
    """The guide for a pupil who has made these moves, as they are written, and sees that."""
    taught = course(found, lesson)
    pairs = zip(moves, taught.texts, strict=False)
    made = next((n for n, (move, text) in enumerate(pairs) if move != text), min(len(moves), len(lesson.steps)))
    done, further = made == len(lesson.steps), len(moves) > made
    # Where the moves are the lesson's but what the pupil sees is not, the lesson was another when the table was opened.
    left = not done and (over or further or (turn and view != taught.decisions[made][0]))
    if left and over:
        return Guiding(made, ENDED_EARLY, left=True)
    if left:  # what matters whatever the board looks like
        meanwhile = lesson.steps[len(moves)].otherwise if turn and len(moves) < len(lesson.steps) else ANEW
        return Guiding(made, f"{LEFT} {meanwhile}", left=True)
    if not done:
        step = lesson.steps[made]
        if not turn:
            return Guiding(made, lesson.watch, step=True)
        return Guiding(made, step.why, step=True, advised=taught.decisions[made][1], act=step.act, move=step.move)
    # Its end speaks of this game only while that stands as it did: the same round, as many decisions, over or not.
    onward = further or found.interlude(view, names) is not None
    if not onward and over == (taught.last.outcome is not None):
        return Guiding(made, lesson.end)
    return Guiding(made, ENDED if over else PLAY_ON)
