"""Company and pace: tables that are joined or filled at once, bots that nobody has to wait for, a line that is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Visitor
from browser.hands import MINE, READY, button, open_table
from browser.test_lists import account, log_in
from browser.test_pages import faults
from serving import DOGS, SEATS, ServerProcess


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


@pytest.mark.parametrize("phone", [False, True])
def test_a_challenge_from_a_profile_is_told_on_any_page_and_answered(
    server: ServerProcess, visitor: Visitor, phone: bool
) -> None:
    ida, jan = [account(server, f"{name} {phone:d}") for name in ("Ida", "Jan")]
    asked, asks = visitor(phone=phone), visitor(quiet=False)  # a table that was called off answers 409
    for page, player in ((asked, jan), (asks, ida)):
        log_in(page, player.name)
    asked.goto("/rules/dogs")
    for answer in ("Decline", "Accept"):
        asks.goto(f"/people/{jan.name}")
        asks.locator("#challenge").get_by_role("link", name="Sheep, Dogs and Wolves").click()
        expect(asks.get_by_label("Whom do you invite?")).to_have_value(jan.name)
        asks.get_by_role("button", name="Open the table").click()
        asks.wait_for_url("**/table/*")
        number = asks.url.rpartition("/")[2]
        expect(asked.locator(".toast")).to_contain_text(f"{ida.name} wants to play Sheep, Dogs and Wolves with you.")
        assert faults(asked) == []
        asked.locator(f".toast a[href='/table/{number}']").click()
        expect(asked.get_by_role("heading", name=f"{ida.name} wants to play with you")).to_be_visible()
        assert faults(asked) == []
        asked.get_by_role("button", name=answer).click()
        asked.wait_for_url("**/" if answer == "Decline" else "**/table/*")
        if answer == "Decline":
            expect(asks.locator("main")).to_contain_text(f"{jan.name} called the game off before the first move.")
    expect(asked.locator(READY)).to_be_visible()
    expect(asks.locator(READY)).to_be_visible()


def test_a_challenge_comes_over_the_line_and_a_page_that_nobody_sees_keeps_none(
    server: ServerProcess, visitor: Visitor
) -> None:
    kai, lou = account(server, "Kai"), account(server, "Lou")
    page = visitor()
    log_in(page, lou.name)
    page.clock.install()
    with page.expect_websocket(lambda line: "/me/socket" in line.url) as opened:
        page.goto("/rules/dogs")
    page.clock.pause_at("2100-01-01")  # no timer runs, so nothing is asked for
    kai.post("/tables", **DOGS, seats=[{"kind": "me"}, {"kind": "user", "name": lou.name}])
    expect(page.locator(".toast")).to_contain_text("Kai wants to play")
    page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { value: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    assert opened.value.is_closed() or opened.value.wait_for_event("close")


@pytest.mark.parametrize("phone", [False, True])
def test_friends_see_who_is_here_and_watch_a_table_that_allows_it(
    server: ServerProcess, visitor: Visitor, phone: bool
) -> None:
    lena, max_, nora = [account(server, f"{name} {phone:d}") for name in ("Lena", "Max", "Nora")]
    host, friend = visitor(), visitor(phone=phone)
    for page, player, other in ((host, lena, max_), (friend, max_, lena)):
        log_in(page, player.name)
        page.goto(f"/people/{other.name}")
        page.get_by_role("button", name="Add to favourites").click()
    expect(friend.locator("main")).to_contain_text("You are friends.")
    host.goto("/new?game=dogs")
    allow = host.get_by_label("Friends of the players may watch")
    allow.check()
    host.get_by_label("Players here, by name").check()
    expect(allow).to_be_hidden()
    host.get_by_label("A friend, by link").check()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/table/*")
    table = host.url.rpartition("/")[2]
    nora.post(f"/tables/{table}/sit", invite=host.locator("#link").input_value().rpartition("=")[2])
    expect(host.locator(READY)).to_be_visible()
    for path in ("/", "/me"):
        friend.goto(path)
        row = friend.locator("section[aria-labelledby=friends] li")
        expect(row).to_contain_text(f"{lena.name} here now")
        assert faults(friend) == []
    row.get_by_role("link", name="Watch").click()
    expect(friend.locator(READY)).to_be_visible()
    assert faults(friend) == []
    stranger = visitor(quiet=False)
    assert (answer := stranger.goto(f"/table/{table}")) is not None
    assert answer.status == 404
    host.goto("/settings")
    host.locator("#friends").get_by_label("No").check()
    host.locator("#friends").get_by_role("button", name="Save").click()
    expect(host.locator("main")).to_contain_text("Nobody sees when you are here.")
    friend.goto("/me")
    expect(row).to_be_visible()
    expect(row).not_to_contain_text("here now")
    expect(row.get_by_role("link", name="Watch")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 360, 390])
def test_open_tables_stand_above_the_games_on_a_phone(server: ServerProcess, visitor: Visitor, width: int) -> None:
    account(server, f"Opener {width}").post("/tables", **DOGS, seats=SEATS)
    page = visitor(phone=True)
    page.set_viewport_size({"width": width, "height": 640})
    tables, games = page.locator("#open-tables").bounding_box(), page.locator("#games").bounding_box()
    assert tables is not None
    assert games is not None
    assert tables["y"] + tables["height"] <= games["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
