"""The choice of a bot: what is known of how strong they are, and which is about as strong as the visitor."""

from __future__ import annotations

import re

import pytest

from serving import Reader, server_in_thread
from sheepfold.bots import levels
from sheepfold.games import game
from sheepfold.play.setup import Setup
from sheepfold.web.pages.opponents import opponents
from sheepfold.web.settings import Settings

DOGS = levels(game("dogs"))
RATED = {"pup": 700, "collie": 1000, "sheepdog": 1400}


@pytest.fixture
def url(tmp_path):
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=1, bot_pace=0)
    with server_in_thread(Settings(log_level="error"), setup) as found:
        yield found


def near(ratings: dict[str, int], own: int | None) -> list[str]:
    return [each.level.name for each in opponents(DOGS, ratings, own) if each.near]


def test_the_nearest_of_those_who_are_rated_is_about_as_strong():
    assert near(RATED, 1050) == ["collie"]
    assert near(RATED, 2000) == ["sheepdog"]
    assert [each.rating for each in opponents(DOGS, RATED, 1050)] == [700, None, 1000, None, 1400]


def test_without_a_rating_nobody_is_near():
    assert near(RATED, None) == near({}, 1000) == []


def test_the_form_says_what_rated_games_have_told_and_chooses_by_it(url):
    ada = Reader(url)
    ada.open("/sign-up")
    ada.send("/sign-up", name="Ada by herself", password="four sheep and a wolf")
    form = ada.open("/new?game=dogs&company=bot")
    assert "your strength" not in form
    assert 'value="collie" checked' in form
    ada.send("/new", game="dogs", company="bot", bot="terrier", rated="on", first="yes")
    table = ada.path
    number = re.search(r'name="number" value="(\d+)"', ada.shown)
    assert number is not None
    ada.send(f"{table}/move", number=number[1], move="1,1e")
    ada.send(f"{table}/resign", sure="yes")
    form = ada.open("/new?game=dogs&company=bot")
    assert form.count("about your strength") == 1
    assert 'value="terrier" checked' in form
    assert form.count("</b> rating") == 1
    assert "Your own rating is" in form
    assert "your strength" not in Reader(url).open("/new?game=dogs&company=bot")
