"""Whoever looks back plays on from where they would have done otherwise: from a replay, and from a record."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.hands import open_table, play_out
from browser.test_pages import faults

MUTTON = Path(__file__).parents[1] / "records" / "mutton" / "points.json"


def no_wider_than_the_window(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("phone", [False, True])
def test_one_plays_on_from_a_position_of_a_replay_and_finds_back(visitor: Visitor, phone: bool) -> None:
    page = visitor(phone=phone)
    open_table(page, "dogs", company="bot", tiles="5", mode="single")
    play_out("dogs", page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    on = page.get_by_role("button", name="Play on from here")
    expect(on).to_be_disabled()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".frame")).to_have_attribute("data-ply", "1")
    page.get_by_label("In whose place?").select_option("2")
    assert faults(page) == []
    on.press("Enter")
    page.wait_for_url("**/table/*")
    expect(page.locator(".crumb")).to_contain_text("practice", use_inner_text=True)
    assert no_wider_than_the_window(page)
    if phone:
        page.get_by_role("tab", name="Moves").click()
    back = page.get_by_role("link", name=re.compile("move 1 of table"))
    expect(back).to_have_attribute("href", re.compile("/replay/.*/1$"))
    assert faults(page) == []
    page.goto(back.get_attribute("href") or "")
    expect(page.locator("#practice")).to_contain_text("after move 1")
    assert no_wider_than_the_window(page)


@pytest.mark.parametrize("phone", [False, True])
def test_one_plays_on_from_a_record_that_one_brings_along(visitor: Visitor, phone: bool) -> None:
    page = visitor("/practice", phone=phone, quiet=False)
    page.get_by_label("The record as text").fill("nonsense")
    page.get_by_role("button", name="Show a position").click()
    expect(page.get_by_role("alert")).to_contain_text("neither a header nor a move")
    expect(page.get_by_label("The record as text")).to_have_value("nonsense")
    page.get_by_label("The record’s file").set_input_files(MUTTON)
    expect(page.get_by_label("The record as text")).to_have_value(re.compile("mutton"))
    page.get_by_role("button", name="Show a position").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("Mutton, after move")
    page.get_by_label("After which move?").fill("6")
    page.get_by_label("In whose place?").select_option("2")
    page.get_by_label("Deal again what this seat cannot see").check()
    page.get_by_role("button", name="Show the position").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("after move 6 of")
    assert faults(page) == []
    assert no_wider_than_the_window(page)
    page.get_by_role("button", name="Play on from here").press("Enter")
    page.wait_for_url("**/table/*")
    expect(page.locator(".quiet", has_text="move 6 of a record, dealt again")).to_have_count(1)


def test_one_plays_on_without_scripts(visitor: Visitor) -> None:
    page = visitor("/practice", script=False)
    page.get_by_label("The record as text").fill(MUTTON.read_text())
    page.get_by_role("button", name="Show a position").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/table/*")
