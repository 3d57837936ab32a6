"""A first game that teaches: begun by one click, followed, left, taken back, begun anew, taken up again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from observer import page_data
from patience import patiently
from serving import Reader, server_in_thread
from sheepfold.core.contract import NATURE
from sheepfold.core.contract.bot import random_move
from sheepfold.core.contract.lesson import Lesson
from sheepfold.core.records.progress import Progress
from sheepfold.games import SHELF, game
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings
from sheepfold.web.updates.guiding import ENDED, ENDED_EARLY, LEFT, PLAY_ON

LESSONS: dict[str, Lesson] = {
    name: vars(room)["LESSON"] for name in SHELF if (room := SHELF.room(name, "lesson")) is not None
}
THIRD = 2
"""A step in the middle of every lesson."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house where bots play."""
    database = f"sqlite:///{tmp_path_factory.mktemp('house')}/fold.db"
    with server_in_thread(Settings(log_level="error"), Setup(database=database, workers=1, bot_pace=0)) as found:
        yield found


class Pupil(Reader):
    """Somebody at the table of a first game."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(url)
        self.name, self.lesson = name, LESSONS[name]
        self.open("/")
        assert "Your first game" in self.shown, "a first visit is offered one"
        self.learn()

    def learn(self, **more: str) -> str:
        """Ask for a lesson; where it leads."""
        self.open("/")
        self.send(f"/learn/{self.name}", **more)
        return self.path

    @property
    def update(self) -> dict[str, Any]:
        self.open(self.path)
        found: dict[str, Any] = page_data(self.shown)["update"]
        return found

    @property
    def guide(self) -> dict[str, Any]:
        found: dict[str, Any] = self.update["scene"]["guide"]
        return found

    def wait(self) -> dict[str, Any]:
        """What the guide says when the pupil's turn has come, or the game is over."""
        seat = self.lesson.seat
        patiently(lambda: (at := self.update["position"])["outcome"] is not None or seat in at["to_move"])
        return self.guide

    def move(self, text: str) -> None:
        self.do(f"/tables/{self.path.rpartition('/')[2]}/moves", move=text)

    def undo(self) -> None:
        self.do(f"/tables/{self.path.rpartition('/')[2]}/offers", kind="undo")

    def follow(self, steps: int) -> dict[str, Any]:
        """Do what is advised so many times."""
        for step in self.lesson.steps[:steps]:
            assert self.wait()["words"] == step.why
            self.move(step.move)
        return self.wait()

    def stray(self) -> dict[str, Any]:
        """After the first two steps, do something else."""
        self.follow(THIRD)
        self.move(elsewhere(self.name))
        return self.wait()


def elsewhere(name: str) -> str:
    """A legal third move that is not the lesson's and does not end the game."""
    found, lesson, rng = game(name), LESSONS[name], Random(1)
    now = Progress.begin(found, found.options.make(dict(lesson.options)), lesson.seats, lesson.seed)
    script = [*lesson.opening, *(text for step in lesson.steps[:THIRD] for text in (step.move, *step.answers))]
    while script or min(now.waiting) == NATURE:
        seat = min(now.waiting)
        now = now.after(now.draw() if seat == NATURE else now.step(seat, script.pop(0)))
    advised = now.step(lesson.seat, lesson.steps[THIRD].move).text
    while True:
        step = now.step(lesson.seat, random_move(found, now.state, lesson.seat, rng))
        if step.text != advised and now.after(step).outcome is None:
            return step.text


@pytest.fixture(params=list(SHELF))
def pupil(request: pytest.FixtureRequest, url: str) -> Pupil:
    return Pupil(url, request.param)


@pytest.fixture
def at_dogs(url: str) -> Pupil:
    return Pupil(url, "dogs")


def test_a_guide_leads_through_the_whole_lesson(pupil: Pupil) -> None:
    assert page_data(pupil.shown)["steps"] == [step.title for step in pupil.lesson.steps]
    for made, step in enumerate(pupil.lesson.steps):
        now = pupil.wait()
        assert (now["made"], now["step"], now["words"], now["act"]) == (made, True, step.why, step.act)
        assert "left" not in now
        pupil.move(now["move"])
    now = pupil.wait()
    assert now["made"] == len(pupil.lesson.steps)
    assert "step" not in now


def test_of_a_game_that_is_over_nothing_is_said_that_lies_ahead(url: str) -> None:
    pupil = Pupil(url, "fold")
    assert pupil.follow(len(pupil.lesson.steps))["words"] == pupil.lesson.end
    pupil.do(f"/tables/{pupil.path.rpartition('/')[2]}/resign")
    assert pupil.guide["words"] == ENDED


def test_what_is_said_at_the_end_of_a_lesson_is_said_no_longer_than_its_round(url: str) -> None:
    pupil = Pupil(url, "woolf")
    pupil.follow(len(pupil.lesson.steps))
    assert pupil.guide["words"] == PLAY_ON, "the next turn of who has pointed is in the next round"


def test_who_leaves_the_path_is_told_and_no_step_is_ticked(pupil: Pupil) -> None:
    now = pupil.stray()
    assert now["made"] == THIRD
    assert now["left"]
    assert now["words"] == f"{LEFT} {pupil.lesson.steps[THIRD + 1].otherwise}"
    assert not {"step", "act", "move", "advised"} & set(now), "what is advised elsewhere is not offered here"


def test_who_takes_the_move_back_is_on_the_path_again(pupil: Pupil) -> None:
    pupil.stray()
    assert pupil.update["own"]["undo"]
    pupil.undo()
    now = pupil.wait()
    assert (now["made"], now["words"]) == (THIRD, pupil.lesson.steps[THIRD].why)
    pupil.move(now["move"])
    assert pupil.wait()["words"] == pupil.lesson.steps[THIRD + 1].why


def test_who_begins_anew_gives_the_old_table_up(pupil: Pupil) -> None:
    pupil.stray()
    old = pupil.path
    fresh = pupil.learn(key="anew", leave=old.rpartition("/")[2])
    assert fresh != old
    assert pupil.wait()["words"] == pupil.lesson.steps[0].why
    pupil.path = old
    assert pupil.guide["words"] == ENDED_EARLY
    assert pupil.guide["left"]


def test_learn_it_opens_no_table_whose_path_was_left(at_dogs: Pupil) -> None:
    at_dogs.stray()
    old = at_dogs.path
    fresh = at_dogs.learn(key="two")
    assert fresh != old
    assert at_dogs.learn(key="three") == fresh, "this one is under way"
    at_dogs.path = old
    assert at_dogs.update["position"]["outcome"] is None, "nobody asked to give it up"


def test_learn_it_opens_no_table_whose_lesson_is_done(at_dogs: Pupil) -> None:
    at_dogs.follow(len(at_dogs.lesson.steps))
    old = at_dogs.path
    assert at_dogs.learn(key="two") != old


def test_no_table_but_a_lesson_of_ones_own_is_given_up(at_dogs: Pupil, url: str) -> None:
    at_dogs.stray()
    table = at_dogs.path
    other = Pupil(url, "dogs")
    other.learn(key="two", leave=table.rpartition("/")[2])
    assert at_dogs.update["position"]["outcome"] is None


def test_it_is_taken_up_where_it_was_left(at_dogs: Pupil) -> None:
    at_dogs.follow(1)
    table = at_dogs.path
    at_dogs.open("/")
    assert "Your first game" not in at_dogs.shown, "it is no first visit any more"
    assert at_dogs.learn(key="two") == table
    assert at_dogs.wait()["words"] == at_dogs.lesson.steps[1].why


def test_whoever_looks_on_sees_the_game_and_no_guide(at_dogs: Pupil, url: str) -> None:
    assert "guide" not in page_data(Reader(url).open(at_dogs.path))["update"]["scene"]


def test_the_next_game_of_the_two_is_one_like_any_other(at_dogs: Pupil) -> None:
    """Its chance is its own, so nothing that a lesson says need be true of it."""
    at_dogs.follow(1)
    table = at_dogs.path.rpartition("/")[2]
    at_dogs.do(f"/tables/{table}/resign")
    at_dogs.do(f"/tables/{table}/offers", kind="rematch")
    at_dogs.open(f"/table/{at_dogs.update['info']['rematch']}")
    assert "guide" not in at_dogs.update["scene"]


def test_a_guided_game_counts_in_no_profile(at_dogs: Pupil) -> None:
    at_dogs.follow(len(at_dogs.lesson.steps))
    table = at_dogs.path.rpartition("/")[2]
    at_dogs.send("/sign-up", name="Pupil", password="quite a long one")
    profile = at_dogs.open("/people/Pupil")
    assert "No game has ended yet." in profile
    assert table not in profile
    assert table not in at_dogs.open("/people/Pupil/games")
    assert table in at_dogs.open("/me"), "one finds one's own"


def test_a_game_that_nobody_teaches_is_not_found(url: str) -> None:
    assert "Not found" in Reader(url).send("/learn/chess", status=404)
