"""A first game that teaches, in a browser without scripts: begun by one click, followed, left, taken up again."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from patience import patiently
from serving import Reader, server_in_thread
from sheepfold.games.sheep_dogs_wolves.lesson import LESSON
from sheepfold.play.setup import Setup
from sheepfold.web.settings import Settings


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house where bots play."""
    database = f"sqlite:///{tmp_path_factory.mktemp('house')}/fold.db"
    with server_in_thread(Settings(log_level="error"), Setup(database=database, workers=1, bot_pace=0)) as found:
        yield found


@pytest.fixture
def pupil(url: str) -> Reader:
    reader = Reader(url)
    reader.open("/")
    assert "Your first game" in reader.shown, "a first visit is offered one"
    reader.send("/learn/dogs", key="one")
    return reader


def turn(pupil: Reader) -> str:
    """Wait until the bot has moved."""
    patiently(lambda: 'prompt mine"' in pupil.open(pupil.path) or "All tiles are laid" in pupil.shown)
    return pupil.shown


def said(page: str) -> str:
    """What the guide says on a page."""
    found = re.search(r'class="lesson">.*?<p role="status">(.*?)</p>', page, re.S)
    return found[1] if found else ""


def test_a_guide_leads_through_the_whole_lesson(pupil: Reader) -> None:
    for number, step in enumerate(LESSON.steps, 1):
        page = turn(pupil)
        assert said(page) == step.why
        assert f"{number} of {len(LESSON.steps)}" in page
        steps = re.findall(r"<li( [^>]*)?>(.*?)</li>", page.partition('<ol class="steps">')[2].partition("</ol>")[0])
        assert [title.partition("<")[0] for _, title in steps] == [each.title for each in LESSON.steps]
        assert [n for n, (sign, _) in enumerate(steps, 1) if 'aria-current="step"' in sign] == [number]
        assert sum("done" in sign for sign, _ in steps) == number - 1
        form = re.search(r'<form method="post" action="[^"]*/move">.*?</form>', page, re.S)
        assert form is not None
        fields = dict(re.findall(r'name="(number|key|move)" value="([^"]*)"', form[0]))
        assert f">{step.act}</button>" in form[0]
        pupil.send(f"{pupil.path}/move", **fields)
    patiently(lambda: said(pupil.open(pupil.path)) == LESSON.end)


def test_another_choice_is_played_and_the_guide_says_what_matters(pupil: Reader) -> None:
    turn(pupil)
    pupil.send(f"{pupil.path}/move", move="2,0E")
    page = turn(pupil)
    assert said(page) == LESSON.steps[1].otherwise
    assert LESSON.steps[1].act not in page, "what is advised elsewhere is not offered here"


def test_it_is_taken_up_where_it_was_left(pupil: Reader) -> None:
    turn(pupil)
    pupil.send(f"{pupil.path}/move", move=LESSON.steps[0].move)
    table = pupil.path
    pupil.open("/")
    assert "Your first game" not in pupil.shown, "it is no first visit any more"
    pupil.send("/learn/dogs", key="two")
    assert pupil.path == table
    assert said(turn(pupil)) == LESSON.steps[1].why


def test_whoever_looks_on_sees_the_game_and_no_guide(pupil: Reader, url: str) -> None:
    assert said(Reader(url).open(pupil.path)) == ""


def test_the_next_game_of_the_two_is_one_like_any_other(pupil: Reader) -> None:
    """Its chance is its own, so nothing that a lesson says need be true of it."""
    turn(pupil)
    pupil.send(f"{pupil.path}/move", move=LESSON.steps[0].move)
    pupil.send(f"{pupil.path}/resign", sure="yes")
    first = pupil.path
    pupil.send(f"{pupil.path}/offer", kind="rematch")
    assert pupil.path != first
    assert said(pupil.shown) == ""


def test_a_game_that_nobody_teaches_is_not_found(url: str) -> None:
    assert "Nothing grazes here" in Reader(url).send("/learn/chess", status=404)
