"""Looking back at a finished game: what of it was skill, what was luck, as each seat could know it then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sheepfold.bots import bot, known_bot, levels
from sheepfold.bots.compiled import warm
from sheepfold.core.contract import NATURE, TABLE_ENDINGS, Seat
from sheepfold.core.contract.bot import Compiled, Means, reasons
from sheepfold.core.contract.judging import Judge
from sheepfold.core.errors import RecordError
from sheepfold.core.records.progress import AnyGame, first_state, replay
from sheepfold.core.records.record import Record
from sheepfold.games import SHELF, Shelf
from sheepfold.review.account import SHOWN, Judging, amount
from sheepfold.review.terms import LABELS, Amount, Decision, Label, Review, SeatReview, TurningPoint, label_of, named

__all__ = [
    "LABELS", "Attempt", "Decision", "Judging", "Label", "Review", "SeatReview", "TurningPoint",
    "attempt", "judging_of", "label_of", "review",
]  # fmt: skip

EFFORT: Final = 0.5
"""How many times as long as usual the judge thinks about a decision."""


def judging_of(game: AnyGame, shelf: Shelf = SHELF, effort: float = EFFORT) -> Judging:
    """The game's strongest bot as its judge. Compiles what that bot thinks with."""
    found = bot(game, levels(game, shelf)[-1].name, shelf, Means(None, effort))
    if isinstance(found, Compiled):
        found.equip(Means(warm(shelf, game.name), effort))
    judge = getattr(shelf.room(game.name, "value"), "judge", lambda bot: Judge())
    return Judging(game, judge(found), found)


def review(
    record: Record,
    seat: Seat | None = None,
    *,
    opened: bool = False,
    judging: Judging | None = None,
    shelf: Shelf = SHELF,
    progress: Callable[[float], None] = lambda part: None,
) -> Review:
    """A finished game, as every seat could see it, or only as this one could; one of practice from where it began.

    ``opened``: say also what was true. ``progress`` is told which part of the work is done. Raises RecordError.
    """
    game = shelf.game(record.game)
    if record.outcome is None:
        raise RecordError("This game is not over: it can be reviewed when it is.")
    if seat is not None and not 1 <= seat <= len(record.seats):
        raise RecordError(f"There is no seat {seat}; there are {len(record.seats)}.")
    made, given = list(replay(game, record)), 0 if record.origin is None else record.origin.given
    first, steps = made[given - 1].state if given else first_state(game, record), made[given:]
    judging = judging or judging_of(game, shelf)
    seats = range(1, len(record.seats) + 1) if seat is None else (seat,)
    ended = None if record.outcome.reason in TABLE_ENDINGS else record.outcome
    done, total = 0, max(1, len(seats) * len(steps))

    def each() -> None:
        nonlocal done
        progress(done / total)
        done += 1

    found = tuple(judging.seat(one, first, steps, ended, numbered=True, opened=opened, each=each) for one in seats)
    progress(1.0)
    points: dict[int, TurningPoint] = {}
    for point in sorted((point for one in found for point in one.turning_points), key=lambda each: -abs(each.amount)):
        points.setdefault(point.move, point)
    most = sorted(list(points.values())[:SHOWN], key=lambda each: each.move)
    top = levels(game, shelf)[-1]
    whole = Review(
        game=game.name,
        moves=len(made),
        judge=known_bot(game.name, top.name).title,
        caution=judging.judge.caution,
        currency=judging.judge.currency,
        opened=opened,
        seats=found,
        turning_points=tuple(most),
    )
    return named(whole, dict(enumerate(record.seats, 1)))


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that somebody would rather have made, judged as the one that was made."""

    accepted: bool
    """Whether it is as good as the best, or nearly."""
    label: Label
    loss: Amount
    best: str
    why: str
    """Why the judge would play the best one."""


def attempt(record: Record, at: int, text: str, judging: Judging | None = None, shelf: Shelf = SHELF) -> Attempt:
    """Another move in the place of move number ``at``. Raises RecordError, MoveError."""
    game = shelf.game(record.game)
    if record.outcome is None:
        raise RecordError("This game is not over: it can be reviewed when it is.")
    step = next((step for step in replay(game, record) if step.ply + 1 == at and step.seat != NATURE), None)
    if step is None:
        raise RecordError(f"Move {at} was nobody's decision.")
    judging = judging or judging_of(game, shelf)
    move, view = game.read(step.before, step.seat, text), game.view(step.before, step.seat)
    choice = judging.choice(view, move, f"attempt {at}")
    if choice is None:
        raise RecordError("Such a decision is not judged.")
    loss = amount(choice.value) - amount(choice.played)
    label = label_of(loss, judging.judge.currency)
    best = game.write(step.before, step.seat, choice.best)
    return Attempt(label in (Label.BEST, Label.GOOD), label, loss, best, reasons(judging.bot, view, choice.best))
