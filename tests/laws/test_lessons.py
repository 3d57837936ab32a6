"""Lessons hold on the real rules: what is said at each step is said of the position that the pupil will see."""

from __future__ import annotations

from random import Random

import pytest

from laws.conftest import LAWFUL
from sheepfold.bots import BELLWETHER, bot, bot_names, lesson_bots
from sheepfold.core.bot import Explaining, random_move
from sheepfold.core.contract import NATURE
from sheepfold.core.lesson import Lesson, course
from sheepfold.core.progress import AnyGame, Progress

ALL = {name: found for name in LAWFUL if (found := getattr(LAWFUL.room(name, "lesson"), "LESSON", None)) is not None}
LONGEST = 220
"""Letters that a sentence why may have, to be read beside a phone's board."""


@pytest.fixture(params=sorted(ALL))
def lesson(request: pytest.FixtureRequest) -> tuple[AnyGame, Lesson]:
    return LAWFUL.game(request.param), ALL[request.param]


def begun(game: AnyGame, lesson: Lesson) -> Progress:
    return Progress.begin(game, game.options.make(dict(lesson.options)), lesson.seats, lesson.seed)


def test_every_game_of_the_house_has_a_lesson_and_another_needs_none() -> None:
    assert set(ALL) == set(LAWFUL) - {"pebbles"}
    assert lesson_bots(LAWFUL.game("pebbles"), LAWFUL) == ()


def test_a_lesson_is_short_and_says_something_at_each_step(lesson: tuple[AnyGame, Lesson]) -> None:
    _, taught = lesson
    assert 5 <= len(taught.steps) <= 6
    for step in taught.steps:
        assert step.title
        assert step.act
        assert 0 < len(step.why) <= LONGEST
        assert 0 < len(step.otherwise) <= LONGEST
    assert taught.watch
    assert taught.end


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
