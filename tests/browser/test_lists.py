"""Vacations, what there is to watch, and whom one plays with, in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Visitor
from browser.hands import MINE, open_table, sit_down
from browser.test_pages import faults


def test_a_vacation_from_the_first_day_to_the_last(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs")
    page.goto("/me")
    page.get_by_role("link", name="Your vacation").click()
    page.get_by_label("For how many days?").fill("5")
    page.get_by_role("button", name="Go on vacation").click()
    expect(page.get_by_role("status").first).to_contain_text("your day clocks stand still")
    assert faults(page) == []
    page.get_by_role("button", name="I am back").click()
    expect(page.get_by_role("button", name="Go on vacation")).to_be_visible()
    expect(page.locator("#vacation")).to_contain_text("29 days left")


def test_games_between_people_are_the_first_to_watch(visitor: Visitor) -> None:
    ada, bruno = visitor(), visitor()
    open_table(ada, "dogs", company="open")
    sit_down(bruno, f"{ada.url}?invite=")
    ada.locator(MINE).wait_for()
    table = ada.url.rpartition("/")[2]
    bruno.goto("/")
    bruno.locator("form[action='/play/fold'] button").click()
    bruno.wait_for_url("**/table/*")
    practice = bruno.url.rpartition("/")[2]
    guest = visitor("/watch")
    expect(guest.locator(f"section a[href$='{table}']")).to_be_visible()
    folded = guest.locator(f"details a[href$='{practice}']")
    expect(folded).to_be_hidden()
    guest.get_by_text("Against bots, or alone").click()
    expect(folded).to_be_visible()
    assert faults(guest) == []


def test_the_form_asks_only_what_matters_for_the_company(visitor: Visitor) -> None:
    page = visitor("/new?game=woolf")
    names, fill, bot = page.locator("#names"), page.locator("#fill"), page.locator("#bot")
    expect(fill).to_be_visible()
    expect(names).to_be_hidden()
    expect(bot).to_be_hidden()
    fill.select_option("2")
    expect(bot).to_be_visible()
    page.get_by_label("players here, by name").check()
    expect(names).to_be_visible()
    assert faults(page) == []
    page.get_by_label("the house bots").check()
    thinking = page.get_by_label("How long does it think?")
    expect(thinking).to_be_hidden()
    page.get_by_label("Justice").check()
    expect(thinking).to_be_visible()
    thinking.select_option("at length (4 times as long)")
    assert faults(page) == []
    for field in (names, fill):
        expect(field).to_be_hidden()
    page.get_by_label("a friend, by link").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".plate", has_text="Justice")).to_have_count(2)
    expect(page.locator("main")).to_contain_text("Bots think at length.")
