"""The choice of a bot: what is known of how strong they are, and which is about as strong as the visitor."""

from __future__ import annotations

import re

import pytest

from serving import Player, Reader, server_in_thread
from sheepfold.bots import levels
from sheepfold.games import game
from sheepfold.play.setup import Setup
from sheepfold.web.pages.tables.new import opponents
from sheepfold.web.settings import Settings

DOGS = levels(game("dogs"))
RATED = {"pup": 700, "collie": 1000, "sheepdog": 1400}


@pytest.fixture
def url(tmp_path):
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=1, bot_pace=0)
    with server_in_thread(Settings(log_level="error"), setup) as found:
        yield found


def test_the_form_asks_how_long_a_bot_thinks_where_one_does(url):
    ann = Reader(url)
    assert 'name="thinking"' not in ann.open("/new?game=fold&company=bot"), "all move at once"
    form = ann.open("/new?game=dogs&company=bot")
    assert re.findall(r'value="(\w+)" data-thinks', form) == ["sheepdog"]
    assert re.findall(r'<option value="(\w+)"( selected)?>[^<]*times', form) == [("brief", ""), ("long", "")]
    ann.send("/new", status=422, game="dogs", company="bot", bot="sheepdog", thinking="ever", first="yes")
    assert "Choose how long the bot thinks from the list." in ann.shown
    ann.send("/new", game="dogs", company="bot", bot="sheepdog", thinking="long", first="yes")
    assert "bots think at length" in ann.shown
    ann.send("/new", game="dogs", company="bot", bot="pup", thinking="long", first="yes")
    assert ann.path.startswith("/table/")
    assert "bots think" not in ann.shown, "a pup moves at once, and the page had not asked"


def test_the_api_takes_how_long_bots_think(url):
    ann = Player(url)
    seats = [{"kind": "me"}, {"kind": "bot", "name": "sheepdog"}]
    made = ann.post("/tables", game="dogs", seats=seats, thinking="brief")
    assert made["terms"]["thinking"] == "brief"
    assert ann.post("/tables", game="dogs", seats=seats)["terms"]["thinking"] == "usual"
    wrong = ann.refused("POST", "/tables", game="dogs", seats=seats, thinking="ever")
    assert "thinking" in wrong["detail"]
    seats[1]["name"] = "collie"
    wrong = ann.refused("POST", "/tables", game="dogs", seats=seats, thinking="long")
    assert "that can sheepdog" in wrong["detail"]


def test_the_form_and_the_api_let_bots_hurry_where_some_leave_people_time(url):
    ann = Reader(url)
    assert 'name="hurry"' not in ann.open("/new?game=dogs&company=bot"), "all play the same everywhere"
    assert "Sleuth and Justice" in ann.open("/new?game=woolf&company=bot")
    bob, seats = Player(url), [{"kind": "me"}, *[{"kind": "bot", "name": "justice"}] * 3]
    assert bob.post("/tables", game="woolf", seats=seats)["terms"]["hurry"] is False
    assert bob.post("/tables", game="woolf", seats=seats, hurry=True)["terms"]["hurry"] is True
    wrong = bob.refused("POST", "/tables", game="dogs", seats=[{"kind": "me"}, {"kind": "open"}], hurry=True)
    assert "always move at full speed" in wrong["detail"]
    ann.send("/new", game="woolf", company="open", seats="4", hurry="on", first="yes")
    assert "Bots may hurry." in ann.shown


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
    table = ada.path.rpartition("/")[2]
    ada.do(f"/tables/{table}/moves", move="1,1e")
    ada.do(f"/tables/{table}/resign")
    form = ada.open("/new?game=dogs&company=bot")
    assert form.count("about your strength") == 1
    assert 'value="terrier" checked' in form
    assert form.count("rating <b>") == 1
    assert "Your own rating is" in form
    assert "your strength" not in Reader(url).open("/new?game=dogs&company=bot")


def test_an_agent_that_the_host_seated_is_offered_and_on_no_ladder(url, monkeypatch, tmp_path):
    (tmp_path / "seated_agents.py").write_text("def first(observation, mask):\n    return mask.argmax()\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("SHEEPFOLD_AGENTS", "dogs/rex=seated_agents:first")
    ann = Reader(url)
    form = ann.open("/new?game=dogs&company=bot")
    assert "An agent that the host added." in form
    assert re.findall(r'aria-label="(level \d of \d)"', form)[-1] == "level 5 of 5"
    assert "brought along" not in ann.open("/new?game=fold&company=bot")
    ann.send("/new", game="dogs", company="bot", bot="rex", first="yes")
    assert ann.path.startswith("/table/")
