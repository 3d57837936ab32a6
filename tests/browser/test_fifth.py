"""A game that brings no page of its own is played to its end on the plain one: mouse, phone, keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.hands import MINE, button, open_table
from serving import ServerProcess

TESTS = Path(__file__).parents[1]
OVER = "main:not(:has(#typed))"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with a fifth game on its shelf, put there by the setting."""
    made = ServerProcess(
        f"sqlite:///{tmp_path_factory.mktemp('fifth') / 'fold.db'}",
        bot_workers="1",
        bot_pace="0",
        games="pebbles=pebbles",
    )
    made.environment["PYTHONPATH"] = str(TESTS)
    made.start()
    yield made
    made.kill()


def ends(page: Page) -> None:
    expect(page.locator("#headline")).to_contain_text("win", ignore_case=True)


def moved(page: Page, before: str | None) -> None:
    page.wait_for_function("before => board.dataset.number !== before", arg=before)


def test_it_is_on_the_front_page_and_one_click_away(visitor: Visitor) -> None:
    page = visitor()
    page.locator("form[action='/play/pebbles'] button").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(MINE)).to_be_visible()
    expect(page.locator("#board svg [data-part]")).to_have_count(3)
    page.goto("/rules/pebbles")
    expect(page.get_by_role("heading", name="Pebbles", exact=True).first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True])
def test_what_happened_is_beside_the_board_and_the_way_back_stands_last(visitor: Visitor, phone: bool) -> None:
    page = visitor(phone=phone)
    open_table(page, "pebbles", company="bot")
    expect(page.locator(MINE)).to_be_visible()
    expect(page.locator("#tabs [aria-selected=true]")).to_have_text("Moves")
    expect(page.locator("#acts button")).to_have_text(["a", "b", "c"])
    page.locator("#board [data-part=b]").click()
    expect(page.locator("#acts button")).to_have_text(["1", "2", "3", "Back"])
    button(page, "Back").click()
    expect(page.locator("#acts button")).to_have_text(["a", "b", "c"])


@pytest.mark.parametrize("phone", [False, True])
def test_it_is_played_to_its_end_by_its_buttons_and_its_picture(visitor: Visitor, phone: bool) -> None:
    page = visitor(phone=phone)
    open_table(page, "pebbles", company="bot", heap="2")
    for _ in range(6):
        page.wait_for_selector(f"{MINE}, {OVER}", state="attached")
        if not page.locator("#typed").count():
            break
        before = page.locator("#board").get_attribute("data-number")
        free = page.locator("#acts button").first.inner_text()
        page.locator(f"#board [data-part={free}]").click()
        button(page, "1").first.click()
        button(page, "Play").click()
        moved(page, before)
    page.wait_for_selector("#typed", state="detached")
    expect(page.locator("#told")).to_contain_text("Lucky were")


def test_it_is_played_to_its_end_with_the_keyboard_alone(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "pebbles", company="bot", heap="1")
    for _ in range(3):
        page.wait_for_selector(f"{MINE}, {OVER}", state="attached")
        if not page.locator("#typed").count():
            break
        before = page.locator("#board").get_attribute("data-number")
        page.locator("#acts button").first.focus()
        page.keyboard.press("Enter")
        button(page, "1").first.focus()
        page.keyboard.press("Enter")
        button(page, "Play").focus()
        page.keyboard.press("Enter")
        moved(page, before)
    page.wait_for_selector("#typed", state="detached")


def test_cells_of_the_picture_can_be_walked_and_picked(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "pebbles", company="bot")
    expect(page.locator(MINE)).to_be_visible()
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#cell")).to_contain_text("heap")
    page.keyboard.press("Enter")
    expect(page.locator("#board")).to_have_attribute("data-built", "b")
    expect(page.locator("[data-over=picks] .sel-in")).to_have_attribute("d", re.compile("^M"))
    page.keyboard.press("Escape")
    expect(page.locator("#board")).to_have_attribute("data-built", "")


def test_a_game_whose_own_module_does_not_load_is_played_by_its_parts(visitor: Visitor) -> None:
    page = visitor(quiet=False)
    page.route("**/games/dogs/table.js", lambda route: route.abort())
    open_table(page, "dogs", company="bot", tiles="5", mode="single")
    expect(page.locator(".toast")).to_contain_text("shown plainly")
    expect(page.locator(MINE)).to_be_visible()
    before = page.locator("#board").get_attribute("data-number")
    page.get_by_label("What comes next in your move").select_option(index=3)
    button(page, "Choose").click()
    button(page, "Play ").click()
    moved(page, before)
