"""The settings page without any script: where one is logged in, keys, the password."""

from __future__ import annotations

from itertools import count

import pytest

from serving import Reader

NUMBERS = count()
PASSWORD = "a long way to the fold"


@pytest.fixture
def name():
    return f"Ewan{next(NUMBERS)}"


@pytest.fixture
def reader(url, name):
    made = Reader(url)
    made.open("/sign-up")
    made.send("/sign-up", name=name, password=PASSWORD)
    return made


def elsewhere(url, name, agent):
    """The same person in another browser."""
    made = Reader(url)
    made.http.headers["user-agent"] = agent
    made.open("/login")
    made.send("/login", name=name, password=PASSWORD)
    return made


def test_one_sees_where_one_is_logged_in_and_logs_out_there(reader, url, name):
    phone = elsewhere(url, name, "Mozilla/5.0 (iPhone) Version/18.1 Mobile Safari/604.1")
    shown = reader.open("/settings")
    assert "python-httpx</b>, this browser" in shown
    assert "Safari on iPhone" in shown
    assert phone.at in shown
    session = shown.partition('name="session" value="')[2][:16]
    assert "That browser is logged out." in reader.send("/settings/session/end", session=session)
    assert name not in phone.open("/")
    assert name in reader.open("/")


def test_one_ends_all_others(reader, url, name):
    others = [elsewhere(url, name, agent) for agent in ("curl/8", "wget/1")]
    reader.open("/settings")
    assert "all tokens revoked" in reader.send("/settings/session/end-others")
    assert [name in other.open("/") for other in others] == [False, False]
    assert name in reader.open("/settings")
    assert "Log out<" not in reader.shown.partition('id="sessions"')[2].partition("</section>")[0]


def test_the_page_says_that_a_new_password_ends_the_rest_and_it_does(reader, url, name):
    other = elsewhere(url, name, "curl/8")
    reader.open("/settings")
    assert "all other browsers are logged out, and all tokens are revoked" in reader.shown
    reader.send("/settings/key", label="a bot")
    reader.send("/settings/password", old=PASSWORD, new="another way home")
    assert "a bot" not in reader.shown
    assert name not in other.open("/")


def test_who_is_nobody_has_nothing_to_end(url):
    nobody = Reader(url)
    assert "Where you are logged in" not in nobody.open("/settings")
    nobody.send("/settings/session/end-others", status=401)
    nobody.send("/settings/session/end", status=401, session="0" * 16)


def test_one_takes_along_what_is_held_about_one(reader, name):
    assert "What stays" in reader.open("/settings")
    taken = reader.http.get("/settings/data")
    assert taken.headers["content-disposition"].startswith("attachment")
    assert taken.json()["account"]["name"] == name
    assert reader.http.get("/api/v1/me/data").json()["account"]["name"] == name


def test_nobody_takes_anothers_data(url, anna):
    assert Reader(url).http.get("/settings/data").status_code == 401
    assert anna.refused("GET", "/me/data")["status"] == 403


def test_games_are_for_research_only_while_the_box_is_ticked(reader):
    assert 'name="agreed" checked' not in reader.open("/settings")
    assert "may be used for research" in reader.send("/settings/research", agreed="on")
    assert 'name="agreed" checked' in reader.open("/settings")
    assert "none of your games is used for research" in reader.send("/settings/research")
    assert 'name="agreed" checked' not in reader.open("/settings")
