"""The shelf over HTTP: games, options, and what a set of options amounts to."""

import httpx
import pytest

from patience import PATIENCE
from serving import problem, read


@pytest.fixture(scope="module")
def http(url):
    return httpx.Client(base_url=f"{url}/api/v1", timeout=PATIENCE)


def test_anybody_may_see_the_shelf(http):
    names = [card["name"] for card in read(http.get("/games"))]
    assert {"mutton", "dogs"} <= set(names)


def test_a_game_shows_its_designers_options_and_notation(http):
    sheet = read(http.get("/games/mutton"))
    assert "Tavener" in sheet["card"]["credits"]
    size = next(option for option in sheet["options"] if option["name"] == "size")
    assert (size["default"], size["low"], size["high"]) == (4, 2, 8)
    assert sheet["moves"]
    assert "random" in sheet["card"]["bots"]


def test_options_are_resolved_from_words_and_from_an_object_alike(http):
    by_words = read(http.post("/games/mutton/options", json={"words": ["-size=5", "-no_berserk"]}))
    by_object = read(http.post("/games/mutton/options", json={"options": {"size": 5, "berserk": False}}))
    assert by_words == by_object
    assert by_words["options"]["size"] == 5


@pytest.mark.parametrize(
    "body",
    [
        {"options": {"size": 99}},
        {"options": {"sise": 4}},
        {"options": {"size": 3, "num_sheep": 26}},
        {"words": ["-size"]},
        {"words": ["-size=4"], "options": {"size": 4}},
        {"options": []},
        {"surprise": 1},
    ],
)
def test_options_that_do_not_fit_are_refused_with_the_reason(http, body):
    assert problem(http.post("/games/mutton/options", json=body))["status"] == 422


def test_an_unknown_game_is_not_found(http):
    assert problem(http.get("/games/chess"))["status"] == 404


def test_the_document_and_the_page_are_served(http):
    assert read(http.get("/openapi.json"))["openapi"] == "3.1.0"
    page = http.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert http.get("/docs.css").headers["content-type"].startswith("text/css")


def test_an_address_that_leads_nowhere_is_a_problem_too(http):
    assert problem(http.get("/sheep"))["kind"] == "not-found"


def test_a_wrong_method_says_which_are_right(http):
    answer = http.request("DELETE", "/games")
    assert problem(answer)["status"] == 405
    assert answer.headers["allow"] == "GET, HEAD"
