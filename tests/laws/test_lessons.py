"""Lessons hold on the real rules: what is said at each step is said of the position that the pupil will see."""

from __future__ import annotations

from random import Random

import pytest

from laws.conftest import LAWFUL
from sheepfold.bots import BELLWETHER, bot, bot_names, lesson_bots
from sheepfold.core.contract import NATURE
from sheepfold.core.contract.bot import Explaining, random_move
from sheepfold.core.contract.lesson import LAST_SEED, Lesson, course
from sheepfold.core.records.progress import AnyGame, Progress
from sheepfold.web.api.shapes import Guiding
from sheepfold.web.updates.guiding import ENDED_EARLY, LEFT, guide_at
from support import names

ALL = {name: found for name in LAWFUL if (found := getattr(LAWFUL.room(name, "lesson"), "LESSON", None)) is not None}
LONGEST = 220
"""Letters that a sentence why may have, to be read beside a phone's board."""


@pytest.fixture(params=sorted(ALL))
def lesson(request: pytest.FixtureRequest) -> tuple[AnyGame, Lesson]:
    return LAWFUL.game(request.param), ALL[request.param]


def begun(game: AnyGame, lesson: Lesson) -> Progress:
    return Progress.begin(game, game.options.make(dict(lesson.options)), lesson.seats, lesson.seed)


def guided(game: AnyGame, lesson: Lesson, now: Progress, moves: list[str]) -> Guiding:
    """The guide of a pupil who has made these moves."""
    view, over = game.view(now.state, lesson.seat), not now.waiting
    return guide_at(game, lesson, view, moves, names(lesson.seats), lesson.seat in now.waiting, over)


def test_a_game_needs_no_lesson() -> None:
    assert ALL
    assert "pebbles" not in ALL
    assert lesson_bots(LAWFUL.game("pebbles"), LAWFUL) == ()


def test_a_lesson_is_short_and_says_something_at_each_step(lesson: tuple[AnyGame, Lesson]) -> None:
    _, taught = lesson
    assert 5 <= len(taught.steps) <= 6
    assert taught.seed <= LAST_SEED, "by it its tables are known"
    for step in taught.steps:
        assert step.title
        assert step.act
        assert 0 < len(step.why) <= LONGEST
        assert step.otherwise
        assert len(f"{LEFT} {step.otherwise}") <= LONGEST
    assert 0 < len(taught.watch) <= LONGEST
    assert 0 < len(taught.end) <= LONGEST


def test_a_pupil_who_follows_meets_every_step_as_it_is_told(lesson: tuple[AnyGame, Lesson]) -> None:
    """Against the bot that really sits there, whatever its luck."""
    game, taught = lesson
    other, rng, now = bot(game, BELLWETHER), Random(1), begun(game, taught)
    for view, move in course(game, taught).decisions:
        while (seat := min(now.waiting)) != taught.seat:
            step = now.draw() if seat == NATURE else now.step(seat, other.choose(game.view(now.state, seat), rng))
            now = now.after(step)
        assert game.view(now.state, seat) == view
        now = now.after(now.step(seat, move))


def test_a_pupil_may_do_as_they_like_and_is_answered(lesson: tuple[AnyGame, Lesson]) -> None:
    game, taught = lesson
    other, rng, now = bot(game, BELLWETHER), Random(2), begun(game, taught)
    for _ in range(14):
        if not now.waiting:
            break
        seat = min(now.waiting)
        if seat == NATURE:
            now = now.after(now.draw())
        elif seat == taught.seat:
            now = now.after(now.step(seat, random_move(game, now.state, seat, rng)))
        else:
            now = now.after(now.step(seat, other.choose(game.view(now.state, seat), rng)))


def test_who_plays_a_part_says_so_when_asked_why(lesson: tuple[AnyGame, Lesson]) -> None:
    game, taught = lesson
    other = bot(game, BELLWETHER)
    assert isinstance(other, Explaining)
    for view, move in course(game, taught).book.items():
        assert "your first game" in other.explain(view, move)


def test_who_goes_before_in_a_first_game_is_offered_nowhere_else(lesson: tuple[AnyGame, Lesson]) -> None:
    game, _ = lesson
    assert BELLWETHER not in bot_names(game)


def test_what_is_said_at_the_end_is_said_until_the_round_ends_or_the_pupil_moves(
    lesson: tuple[AnyGame, Lesson],
) -> None:
    """The last step is made, and the others do anything."""
    game, taught = lesson
    done, rng = course(game, taught), Random(3)
    now, moves = done.last, list(done.texts)
    assert guided(game, taught, now, moves).words == taught.end
    for _ in range(60):
        if not now.waiting:
            break
        seat = min(now.waiting)
        step = now.draw() if seat == NATURE else now.step(seat, random_move(game, now.state, seat, rng))
        now = now.after(step)
        moves += [step.text] if seat == taught.seat else []
        onward = game.interlude(game.view(now.state, taught.seat), names(taught.seats)) is not None
        same = not onward and len(moves) == len(taught.steps) and bool(now.waiting) == bool(done.last.waiting)
        assert (guided(game, taught, now, moves).words == taught.end) is same


def test_whoever_leaves_the_path_at_any_step_is_told_until_it_is_taken_back(lesson: tuple[AnyGame, Lesson]) -> None:
    game, taught = lesson
    other, rng, now, moves = bot(game, BELLWETHER), Random(4), begun(game, taught), list[str]()
    for number, step in enumerate(taught.steps):
        while (seat := min(now.waiting)) != taught.seat:
            made = now.draw() if seat == NATURE else now.step(seat, other.choose(game.view(now.state, seat), rng))
            now = now.after(made)
        on_path = guided(game, taught, now, moves)
        assert (on_path.left, on_path.made, on_path.words) == (False, number, step.why)
        advised = now.step(seat, step.move)
        while (strayed := now.step(seat, random_move(game, now.state, seat, rng))).text == advised.text:
            pass
        away = guided(game, taught, now.after(strayed), [*moves, strayed.text])
        assert away.left
        assert away.made == number, "no step is ticked"
        assert away.advised is None
        assert not away.step
        assert away.words.startswith(LEFT) or away.words == ENDED_EARLY
        now, moves = now.after(advised), [*moves, advised.text]
