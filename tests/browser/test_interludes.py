"""An interlude after each game and round: beside the board as it was at the end, until the viewer goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from browser import test_windows as windows
from browser.conftest import Visitor
from browser.hands import HANDS, MINE, READY, dogs, invitation, number, open_table, sit_down
from browser.test_pages import faults
from patience import PATIENCE

CARD = ".interlude:visible"
OUT_OF_SIGHT = """() => {
  const found = [], sides = Math.min(innerWidth, innerHeight);
  const board = document.getElementById("board").getBoundingClientRect();
  const width = Math.min(board.right, innerWidth) - Math.max(board.left, 0);
  const height = Math.min(board.bottom, innerHeight) - Math.max(board.top, 0);
  if (Math.min(width, height) < 0.6 * sides - 1) found.push(`the board is ${width | 0} by ${height | 0}`);
  for (const button of document.querySelectorAll(".interlude .acts :is(button, a)")) {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!button.contains(above)) found.push(`${button.textContent} is under ${above?.className}`);
    if (left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) found.push(`${button.textContent} is cut`);
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth + 1) found.push(`the page is ${scrollWidth} wide`);
  const card = document.getElementById("interlude").getBoundingClientRect();
  const over = card.left < board.right && card.top > board.top && card.top < board.top + 0.6 * sides - 1;
  if (over) found.push("the card covers the board");
  const prompt = document.getElementById("prompt"), { bottom, right } = prompt.getBoundingClientRect();
  const behind = bottom > card.top && right > card.left && getComputedStyle(prompt).visibility === "visible";
  if (behind) found.push("the prompt is behind the card");
  return found;
}"""


def move(page: Page) -> None:
    """A move of Dogs, when it is one's turn and nothing else is shown first."""
    expect(page.locator(MINE)).to_be_visible()
    before = number(page)
    dogs(page)
    page.wait_for_function("before => board.dataset.number !== before", arg=before)


def test_each_game_ends_with_its_result_and_the_last_leads_to_another(visitor: Visitor) -> None:
    """From the first game to the next table: reloaded in between, with the keyboard, in every window."""
    page = visitor(beats="steps")
    open_table(page, "dogs", company="bot", tiles="3", mode="duel")
    address = page.url
    move(page)
    card = page.locator(CARD)
    expect(card).to_contain_text("Game 1 of 2 is over. You saved")
    expect(card).to_contain_text("is the Sheep and must beat")
    expect(page.locator("#board .past svg")).to_be_visible()
    expect(page.locator("#news")).to_contain_text("Game 1 is over")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    assert faults(page) == []
    assert windows.faults(page, OUT_OF_SIGHT) == {}
    page.reload()
    expect(card).to_be_visible()
    page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    expect(page.locator("#board .past")).to_have_count(0)
    expect(page.locator(MINE)).to_be_visible()
    expect(page.locator("#since")).not_to_contain_text("Game 1 is over")
    page.reload()
    expect(page.locator(MINE)).to_be_visible()
    assert not card.count(), "whoever has gone on is not told again"
    page.get_by_role("button", name="Game 1 of 2: how it ended").click()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    move(page)
    expect(card).to_contain_text("The game is over. You saved")
    results = card.get_by_role("table")
    assert [each.inner_text() for each in results.get_by_role("columnheader").all()] == [
        "Place",
        "Name",
        "Role",
        "Points",
    ]
    assert {each.inner_text() for each in results.get_by_role("rowheader").all()} > {"You"}
    assert windows.faults(page, OUT_OF_SIGHT) == {}
    page.get_by_role("button", name="Another game").click()
    page.wait_for_url(lambda url: url not in (address, f"{address}#"), timeout=PATIENCE * 1000)
    expect(page.locator(READY)).to_be_visible()


def test_where_a_clock_runs_by_the_second_nothing_stands_between_a_player_and_the_move(visitor: Visitor) -> None:
    page = visitor("/new?game=dogs", beats="steps")
    page.locator("#clock").select_option(index=1)
    assert "min" in page.locator("#clock option:checked").inner_text()
    page.locator("input[name=company][value=bot]").check()
    page.locator("details.panel > summary").click()
    page.locator("[name=option-tiles]").fill("3")
    page.get_by_role("button", name="Open the table").click()
    move(page)
    expect(page.locator(MINE)).to_be_visible()
    expect(page.locator("#facts")).to_contain_text("2 of 2")
    expect(page.locator(CARD)).to_have_count(0)
    move(page)
    expect(page.locator(CARD)).to_contain_text("The game is over.")


def test_a_round_of_woolf_is_turned_up_on_the_table(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "woolf", company="bot", turn_limit="1")
    expect(page.locator(MINE)).to_be_visible()
    page.get_by_role("button", name="Fill in what is certain").click()
    own = page.locator(".grid tbody tr").first.get_by_role("button")
    labels = [each.get_attribute("aria-label") or "" for each in own.all()]
    assert {label.rpartition(", ")[2] for label in labels} == {"yes", "no"}
    expect(page.locator(".deck li").first).to_be_visible()
    for _ in range(6):
        page.wait_for_selector(f"{MINE}, #look-back", state="attached")
        if page.locator("#look-back").count():
            break
        before = number(page)
        HANDS["woolf"](page)
        page.wait_for_function("before => board.dataset.number !== before", arg=before)
    page.get_by_role("button", name="Round 1 of 3: how it ended").click()
    rows = page.locator("#board .past li")
    assert rows.count() >= 5
    expect(rows.first.locator(".card")).to_have_count(2)
    expect(page.locator("#board .past .gain").first).to_be_visible()
    expect(page.locator(CARD)).to_contain_text("You were the")
    assert windows.faults(page, OUT_OF_SIGHT) == {}
    assert faults(page) == []
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(MINE)).to_be_visible()
    told = page.evaluate(PROMPT)
    assert "Round 1 is over" not in " ".join(told)
    page.reload()
    expect(page.locator(MINE)).to_be_visible()
    assert page.evaluate(PROMPT) == told


PROMPT = "() => ['headline', 'detail', 'since'].map((id) => document.getElementById(id).innerText)"
NEXT = "before => board.dataset.number !== before || document.body.classList.contains('interluded')"
"""Something has happened, or is over."""


def end_of_the_first(game: str, *pages: Page) -> None:
    """Play until a game is over for both: the others see it a moment later."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        page = next((page for page in pages if page.locator(f"{MINE}:not([inert])").count()), None)
        if all(page.locator(".interluded").count() for page in pages):
            return
        if page is None:
            pages[0].wait_for_timeout(60)
            continue
        before = number(page)
        HANDS[game](page)
        page.wait_for_function(NEXT, arg=before)
    raise AssertionError("Nothing came to its end.")


@pytest.mark.parametrize(
    ("game", "options"), [("mutton", {"num_wolves": "1"}), ("dogs", {"tiles": "3", "mode": "duel"})]
)
def test_whoever_has_gone_on_is_not_told_again_by_a_page_that_is_loaded_anew(
    visitor: Visitor, game: str, options: dict[str, str]
) -> None:
    ada, bruno = visitor(beats="steps"), visitor(beats="steps")
    open_table(ada, game, **options)
    sit_down(bruno, invitation(ada))
    end_of_the_first(game, ada, bruno)
    for page in (ada, bruno):
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(CARD)).to_have_count(0)
        told = page.evaluate(PROMPT)
        assert "Game 1 is over" not in " ".join(told)
        page.reload()
        expect(page.locator(READY)).to_be_visible()
        assert page.evaluate(PROMPT) == told
        assert not page.locator(CARD).count()
    page = ada if ada.locator(MINE).count() else bruno
    before = number(page)
    HANDS[game](page)
    page.wait_for_function("before => board.dataset.number !== before", arg=before)
    other = bruno if page is ada else ada
    expect(other.locator(MINE)).to_be_visible()
    told = other.evaluate(PROMPT)
    assert "".join(told[1:]), "what is new is told"
    other.reload()
    expect(other.locator(READY)).to_be_visible()
    assert other.evaluate(PROMPT) == told


AT = "() => scrollY"
"""How far down the page is."""
DOWN = "() => scrollTo(0, document.documentElement.scrollHeight)"
LATE = {"nothing": "**/nothing", "the script": "**/js/table.js", "the drawings": "**/beasts.svg"}
"""What may come late when a page is loaded anew. Browsers scroll it back to where it was: before a late script has run,
or after it has, while the load is not over."""


@pytest.mark.parametrize("game", list(HANDS))
def test_on_a_phone_whoever_gives_up_sees_the_board_above_the_card(visitor: Visitor, game: str) -> None:
    page = visitor(phone=True, beats="steps")
    open_table(page, game, company="bot", **({"num_wolves": "1"} if game == "mutton" else {}))
    expect(page.locator(MINE)).to_be_visible()
    before = number(page)
    HANDS[game](page)  # nobody gives up what has not begun
    page.wait_for_function("before => board.dataset.number !== before", arg=before)
    page.evaluate(DOWN)
    assert page.evaluate(AT) > 0
    page.get_by_role("button", name="Give up…").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    card = page.locator(".ended .interlude")
    expect(card).to_be_visible()
    page.wait_for_load_state("load")
    assert page.evaluate(AT) == 0
    assert page.evaluate(OUT_OF_SIGHT) == []
    for what, address in LATE.items():
        page.evaluate("() => (history.scrollRestoration = 'auto')")  # as a page has it on which no card was shown
        page.evaluate(DOWN)
        assert page.evaluate(AT) > 0
        with held_back(page, address):
            page.reload()
        expect(card).to_be_visible()
        assert page.evaluate(AT) == 0, f"{what} came late"
    page.get_by_role("button", name="See the table").click()
    expect(card).to_be_hidden()
    page.evaluate(DOWN)
    page.reload()
    expect(page.locator(READY)).to_be_attached()
    assert page.evaluate(AT) > 0, "whoever has seen it is left where they are"


@contextmanager
def held_back(page: Page, address: str) -> Iterator[None]:
    """What is at such an address takes its time."""

    def answer(route: Route) -> None:
        time.sleep(0.4)
        route.continue_()

    page.route(address, answer)
    yield
    page.unroute(address)
