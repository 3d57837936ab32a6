"""Puzzles in a real browser: answered on the board, by keys, on a phone, and with nothing for axe to find."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.test_pages import faults
from sheepfold import puzzles

FIRST = {(each.game, each.kind): each for each in reversed(puzzles.shipped())}
WINDOWS = ((360, 640), (390, 844), (844, 390), (320, 568), (1280, 800))


def answer_on_the_board(page: Page, answer: str) -> None:
    page.locator(f"#position [data-part='{answer}']").first.click()
    expect(page.locator(f"input[value='{answer}']")).to_be_checked()
    page.get_by_role("button", name="Answer").click()


@pytest.mark.parametrize("kind", [("mutton", "wolf"), ("fold", "pair"), ("dogs", "plank")])
def test_a_puzzle_is_answered_by_a_click_on_the_board(visitor: Visitor, kind: tuple[str, str]) -> None:
    page = visitor(f"/puzzles/{FIRST[kind].id}")
    answer = puzzles.shown(FIRST[kind]).solution.answer
    if answer == "nobody":
        page.get_by_label("nobody").check()
        page.get_by_role("button", name="Answer").click()
    else:
        answer_on_the_board(page, answer)
    expect(page.get_by_role("status")).to_contain_text("Right.")
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url("**/puzzles/*")
    expect(page.get_by_role("button", name="Answer")).to_be_visible()


def test_keys_alone_answer_a_puzzle_and_axe_finds_nothing(visitor: Visitor) -> None:
    page = visitor(f"/puzzles/{FIRST['woolf', 'question'].id}")
    assert faults(page) == []
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_be_visible()
    assert faults(page) == []


def test_a_tile_lies_on_the_board_only_while_its_letter_is_chosen(visitor: Visitor) -> None:
    page = visitor(f"/puzzles/{FIRST['fold', 'tile'].id}")
    first = page.locator("[data-layer=ghost-1]")
    expect(first).to_be_hidden()
    page.get_by_role("radio").first.check()
    expect(first).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize("window", WINDOWS)
def test_no_page_is_wider_than_its_window(visitor: Visitor, window: tuple[int, int]) -> None:
    page = visitor("/puzzles/today", phone=True)
    for puzzle in FIRST.values():
        page.set_viewport_size({"width": window[0], "height": window[1]})
        page.goto(f"/puzzles/{puzzle.id}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), puzzle.kind


def test_without_scripts_the_choices_are_there(visitor: Visitor) -> None:
    page = visitor("/puzzles/today", script=False)
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("link", name="Next puzzle")).to_be_visible()
