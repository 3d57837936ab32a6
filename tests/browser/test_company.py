"""Company and pace: tables that are joined or filled at once, bots that nobody has to wait for, a line that is lost."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Visitor
from browser.hands import MINE, READY, button, open_table


def test_a_table_that_waits_is_filled_with_bots_by_who_opened_it(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs", company="open", tiles="5", mode="single")
    page.get_by_role("button", name="Fill it with bots and begin").click()
    expect(page.locator(READY)).to_be_visible()
    expect(page.locator(MINE)).to_be_visible()
    expect(page.locator("#plates")).to_contain_text("level")


def test_whoever_joins_an_open_table_sits_there_at_once(visitor: Visitor) -> None:
    anna, bert = visitor(), visitor(phone=True)
    open_table(anna, "fold", company="open")
    bert.goto("/lobby")
    number = anna.url.rpartition("/")[2]
    bert.locator(f"form[action='/table/{number}/sit'] button").click()
    bert.wait_for_url(f"**/table/{number}")
    expect(bert.locator(READY)).to_be_visible()


def test_who_waits_for_bots_skips_to_the_own_turn_and_may_have_it_so_at_the_whole_table(visitor: Visitor) -> None:
    page = visitor(beats="steps")
    open_table(page, "woolf", company="bot", turn_limit="2")
    skip = page.locator("#skip")
    if page.locator(MINE).count() == 0:
        page.keyboard.press("s")
    expect(page.locator(MINE)).to_be_visible()
    expect(skip).to_be_hidden()
    page.get_by_role("tab", name="Text").click()
    page.get_by_label("Show bot moves all at once at this table").check()
    page.reload()
    expect(page.locator(MINE)).to_be_visible()
    page.get_by_role("tab", name="Text").click()
    expect(page.get_by_label("Show bot moves all at once at this table")).to_be_checked()


def test_advice_is_played_with_one_more_click(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "fold", company="bot")
    expect(page.locator(MINE)).to_be_visible()
    laid = page.locator("#told li", has_text="You lay")
    page.get_by_role("button", name="Advice").click()
    button(page, "Play it").click()
    expect(laid).to_have_count(1)


def test_a_page_says_at_once_that_it_is_offline_and_covers_neither_clocks_nor_names(visitor: Visitor) -> None:
    page = visitor(phone=True, quiet=False)
    open_table(page, "mutton", company="bot")
    expect(page.locator(READY)).to_be_visible()
    expect(page.locator("#live")).to_have_class("live")
    page.context.set_offline(True)
    expect(page.locator("#live")).to_contain_text("Offline", timeout=2000)
    message, plates = page.locator(".toast").bounding_box(), page.locator("#plates").bounding_box()
    assert message is not None
    assert plates is not None
    assert message["y"] > plates["y"] + plates["height"]
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_class("live")
