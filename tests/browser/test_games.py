"""Each game in real browsers, from the first click to the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Visitor
from browser.hands import HANDS, MINE, READY, fold, invitation, open_table, play_out, sit_down

SMALL: dict[str, dict[str, str]] = {
    "mutton": {"size": "2", "num_sheep": "5", "num_wolves": "1", "quick": "2"},
    "dogs": {"tiles": "5", "mode": "single"},
    "fold": {},
    "woolf": {"turn_limit": "1"},
}
"""Options that keep a game short."""
RINGED = "[data-over=guide] > *, .advised"
"""What is advised."""
BOARD = """() => {
  const svg = document.querySelector("#board svg");
  const shapes = [...svg.querySelectorAll("[data-key]")].map((shape) =>
    [shape.parentNode.dataset.layer, shape.dataset.key, shape.getAttribute("transform"), shape.innerHTML]);
  const words = [...svg.querySelectorAll("title, desc")].map((each) => each.textContent);
  return [svg.getAttribute("viewBox"), words, shapes];
}"""
"""All that is drawn, in its order, and what is said of it."""


@pytest.mark.parametrize("game", ["mutton", "dogs"])
def test_two_browsers_play_a_whole_game(visitor: Visitor, game: str) -> None:
    ada, bruno = visitor(), visitor()
    open_table(ada, game, seats=2, **SMALL[game])
    sit_down(bruno, invitation(ada))
    ada.wait_for_selector("#board")
    play_out(game, ada, bruno)
    for page in (ada, bruno):
        expect(page.locator("#headline")).not_to_be_empty()
        expect(page.get_by_role("link", name="Replay")).to_be_visible()


def test_two_browsers_lay_tiles_until_one_gives_up(visitor: Visitor) -> None:
    """All 77 tiles are laid in the game against a bot; here two people share the first and one ends it."""
    ada, bruno = visitor(), visitor()
    open_table(ada, "fold", seats=2, mode="versus")
    sit_down(bruno, invitation(ada))
    for page in (ada, bruno) * 4:
        expect(page.locator(MINE)).to_be_visible()
        fold(page)
    expect(ada.locator(MINE)).to_be_visible()
    led = ada.evaluate(BOARD)
    ada.reload()
    expect(ada.locator(READY)).to_be_visible()
    assert led == ada.evaluate(BOARD)  # what a page was told move by move is what it would be given whole
    ada.get_by_role("button", name="Give up").click()
    ada.get_by_role("button", name="No, go back").click()
    ada.get_by_role("button", name="Give up").click()
    ada.get_by_role("dialog").get_by_role("button", name="Give up").click()
    for page in (ada, bruno):
        expect(page.locator("#headline")).to_contain_text("gave up")
        expect(page.get_by_role("link", name="Replay")).to_be_visible()


def test_four_browsers_play_woolf(visitor: Visitor) -> None:
    host = visitor()
    open_table(host, "woolf", seats=4, **SMALL["woolf"])
    link = invitation(host)
    others = [visitor() for _ in range(3)]
    for page in others:
        sit_down(page, link)
    play_out("woolf", host, *others)


@pytest.mark.parametrize("game", list(HANDS))
def test_against_a_bot(visitor: Visitor, game: str) -> None:
    page = visitor()
    open_table(page, game, company="bot", **SMALL[game])
    expect(page.locator(MINE)).to_be_visible()
    page.get_by_role("button", name="Advice").click()
    expect(page.locator("#headline")).to_contain_text("would do this")
    expect(page.locator(RINGED).first).to_be_visible()
    page.reload()  # what is advised goes with the page, and the hands read what is to be done
    play_out(game, page)
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
