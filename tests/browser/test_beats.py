"""Time to see what happened: one event after the other, a click for all at once."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.hands import MINE, dogs, open_table
from patience import PATIENCE
from serving import Player, ServerProcess

DOGS = {"game": "dogs", "options": {"mode": "single"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
SHOWN = "() => [...document.querySelectorAll('#told li')].map((line) => Number(line.dataset.number))"
LONG = 3000
"""Milliseconds in which anything can be read."""


class Playthrough:
    """Two who play by the API, as quickly as they can, and a page that looks on while its time stands still."""

    def __init__(self, server: ServerProcess, visitor: Visitor, beats: str) -> None:
        self.players, self.rng = (Player(server.url, "Ada"), Player(server.url, "Bruno")), random.Random(1)
        self.table = self.players[0].post("/tables", **DOGS)["id"]
        self.players[1].post(f"/tables/{self.table}/sit")
        self.page, self.frames = visitor(beats=beats), list[str]()
        self.page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.frames.append(str(frame))))
        self.page.clock.install()
        self.page.goto(f"/table/{self.table}")
        expect(self.page.locator("#live")).to_have_text("Live")
        expect(self.page.locator("#told li")).not_to_have_count(0)
        self.page.clock.pause_at(self.page.evaluate("() => Date.now()") + 60_000)
        self.before = self.shown()[-1]

    def shown(self) -> list[int]:
        found: list[int] = self.page.evaluate(SHOWN)
        return found

    def play(self, moves: int) -> int:
        """The number of the last event, when the page has got it."""
        for number in range(moves):
            played = self.players[number % 2].random_move(self.table, self.rng)
        last: int = played["position"]["number"]
        for _ in range(int(PATIENCE * 20)):
            if any(f'"number":{last},' in frame for frame in self.frames):
                return last
            self.page.wait_for_timeout(50)
        raise AssertionError("The page was not told.")


@pytest.fixture
def playthrough(server: ServerProcess, visitor: Visitor) -> Playthrough:
    return Playthrough(server, visitor, "steps")


def test_twenty_events_at_once_are_shown_one_after_the_other_and_none_is_lost(playthrough: Playthrough) -> None:
    last = playthrough.play(20)
    counts = [len(playthrough.shown())]
    while playthrough.shown()[-1] < last:
        playthrough.page.clock.run_for(LONG)
        counts.append(len(playthrough.shown()))
    steps = [after - before for before, after in pairwise(counts)]
    assert len(steps) > 3
    assert all(steps)
    assert playthrough.shown() == list(range(1, last + 1))


def test_a_click_shows_all_at_once_and_does_nothing_else(playthrough: Playthrough) -> None:
    last = playthrough.play(4)
    assert playthrough.shown()[-1] < last
    playthrough.page.locator("#board").click()
    assert playthrough.shown() == list(range(1, last + 1))


def test_whoever_wants_everything_at_once_gets_it(server: ServerProcess, visitor: Visitor) -> None:
    playthrough = Playthrough(server, visitor, "once")
    last = playthrough.play(4)
    playthrough.page.wait_for_function(f"() => ({SHOWN})().at(-1) === {last}")


def test_with_and_without_motion_the_same_is_shown(server: ServerProcess, visitor: Visitor) -> None:
    playthrough, lively = Playthrough(server, visitor, "once"), visitor(beats="once")
    lively.emulate_media(reduced_motion="no-preference")
    lively.goto(f"/table/{playthrough.table}")
    expect(lively.locator("#live")).to_have_text("Live")
    last = playthrough.play(4)
    for page in (playthrough.page, lively):
        page.wait_for_function(f"() => ({SHOWN})().at(-1) === {last}")
    assert lively.inner_html("#stage") == playthrough.page.inner_html("#stage")


def test_what_happened_since_the_last_move_stays_in_the_prompt(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs", company="bot", tiles="5", mode="single")
    expect(page.locator(MINE)).to_be_visible()
    dogs(page)
    expect(page.locator("#since")).to_have_text(re.compile(r"^You lay \S+\. \w+ lays \S+\.$"))
    told = page.locator("#since").inner_text()
    page.reload()
    expect(page.locator("#since")).to_have_text(told)


def test_the_line_may_drop_while_something_waits_and_nothing_is_shown_twice(playthrough: Playthrough) -> None:
    last = playthrough.play(4)
    playthrough.page.context.set_offline(True)
    playthrough.page.context.set_offline(False)
    playthrough.page.clock.run_for(6 * LONG)
    playthrough.page.wait_for_function(f"() => ({SHOWN})().at(-1) === {last}")
    assert playthrough.shown() == list(range(1, last + 1))


def test_a_hidden_page_keeps_nothing_back(playthrough: Playthrough) -> None:
    last = playthrough.play(3)
    hidden: Page = playthrough.page
    hidden.evaluate(
        "() => { Object.defineProperty(document, 'hidden', { value: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    assert playthrough.shown() == list(range(1, last + 1))
