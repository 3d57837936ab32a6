"""Vacations, what there is to watch, and whom one plays with, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.hands import MINE, open_table, sit_down
from browser.test_pages import faults
from serving import DOGS, Player, ServerProcess, seated

PASSWORD = "four sheep and a wolf"


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
    page.get_by_role("radio", name="Justice").check()
    expect(thinking).to_be_visible()
    thinking.select_option("at length (4 times as long)")
    assert faults(page) == []
    for field in (names, fill):
        expect(field).to_be_hidden()
    page.get_by_label("a friend, by link").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".plate", has_text="Justice")).to_have_count(2)
    expect(page.locator("main")).to_contain_text("Bots think at length.")


def account(server: ServerProcess, name: str) -> Player:
    """Somebody who has an account of that name, and plays over the API."""
    player = Player(server.url)
    made = player.post("/accounts", name=name, password=PASSWORD)
    player.http.headers["authorization"] = f"Bearer {made['token']}"
    player.name = name
    return player


def log_in(page: Page, name: str) -> None:
    page.goto("/login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda address: "/login" not in address)


@pytest.mark.parametrize("phone", [False, True])
def test_a_profile_tells_results_against_the_visitor_and_all_their_games(
    server: ServerProcess, visitor: Visitor, phone: bool
) -> None:
    names = [f"{name} {phone:d}" for name in ("Hanna", "Hugo")]
    hanna, hugo = [account(server, name) for name in names]
    for loser in (hugo, hugo, hanna):
        table = seated(hanna, hugo, DOGS)
        loser.post(f"/tables/{table}/resign")
    page = visitor(phone=phone)
    log_in(page, hanna.name)
    page.goto(f"/people/{hugo.name}")
    assert faults(page) == []
    expect(page.locator("#between tbody tr")).to_contain_text("Sheep, Dogs and Wolves201")
    page.get_by_role("link", name=f"All your games with {hugo.name}").click()
    expect(page.locator(".rows li")).to_have_count(3)
    page.get_by_label("Result").select_option("Lost")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".rows li")).to_have_count(1)
    expect(page.locator(".rows a")).to_have_attribute("href", f"/replay/{table}")
    expect(page.get_by_label("Played with")).to_have_value(hugo.name)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
