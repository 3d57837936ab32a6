"""Pace and manners: taps are answered at once, decided games end, bots say why, one way to another game."""

from __future__ import annotations

from playwright.sync_api import WebSocketRoute, expect

from browser.conftest import Visitor
from browser.hands import HANDS, MINE, MOVED, invitation, number, open_table, openings, sit_down
from serving import DOGS, Player, ServerProcess, seated


def test_a_tap_is_acknowledged_at_once_on_a_line_that_is_dead_unnoticed(visitor: Visitor) -> None:
    page = visitor(phone=True)
    dead: list[bool] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda message: None if dead else server.send(message))

    page.route_web_socket("**/socket?*", between)
    open_table(page, "dogs", company="bot", tiles="5", mode="single")
    expect(page.locator(MINE)).to_be_visible()
    spot = openings(page)[0]
    dead.append(True)
    page.touchscreen.tap(*spot)
    expect(page.locator("[data-over=picks] .ghost")).to_have_count(1, timeout=1000)
    expect(page.locator("main[data-asking]")).to_be_visible(timeout=1000)
    expect(page.locator("#live")).to_contain_text("Offline", timeout=2000)


def test_there_is_one_way_to_another_game_for_whoever_asks_and_whoever_is_asked(visitor: Visitor) -> None:
    ada, bruno = visitor(), visitor(phone=True)
    open_table(ada, "dogs", tiles="5", mode="single")
    sit_down(bruno, invitation(ada))
    expect(ada.locator(MINE)).to_be_visible()
    ada.keyboard.press("/")
    ada.locator("#move").fill("0,-3N")
    ada.keyboard.press("Enter")
    expect(bruno.locator(MINE)).to_be_visible()
    bruno.get_by_role("button", name="Give up…").tap()
    bruno.get_by_role("dialog").get_by_role("button", name="Give up").tap()
    address = ada.url
    for answer, offered in (("No, thanks", 0), ("Play again", 1)):
        ada.get_by_role("button", name="Another game").click()
        expect(ada.locator("#actions .btn")).to_have_text(["Withdraw", "Replay"])
        expect(bruno.locator("#actions .btn")).to_have_text(["Play again", "No, thanks", "Replay"])
        assert bruno.locator("#offers .btn").count() + ada.locator("#offers .btn").count() == 0
        bruno.get_by_role("button", name=answer).tap()
        if not offered:
            expect(ada.locator("#actions .btn").first).to_have_text("Another game")
    for page in (ada, bruno):
        page.wait_for_url(lambda url: url != address)


def test_a_clock_of_days_that_runs_low_stays_marked_while_it_runs(visitor: Visitor, server: ServerProcess) -> None:
    ada, bruno = Player(server.url, "Ada"), Player(server.url, "Bruno")
    clock = {"kind": "days", "main": 43_200, "nag": 3_600, "total": 86_400 * 30}
    table = seated(ada, bruno, DOGS, clock=clock)
    page = visitor(f"/table/{table}")
    low = page.locator(".plate.low time[data-running='1']")
    expect(low).to_have_count(1)
    page.evaluate("() => new Promise((done) => setTimeout(done, 600))")  # the clocks were drawn anew since
    expect(low).to_have_count(1)


DECIDED = ("1,-3N", "4,0W", "4,1N", "1,2E", "0,-3N", "-3,-1E")
"""A duel of five tiles that Ada has won before its last two are laid."""


def test_a_match_that_is_decided_says_so_and_ends_there_when_both_agree(visitor: Visitor) -> None:
    ada, bruno = visitor(), visitor(phone=True)
    open_table(ada, "dogs", tiles="5", mode="duel")
    sit_down(bruno, invitation(ada))
    for page, move in zip((ada, bruno, ada, bruno, bruno, ada), DECIDED, strict=True):
        expect(page.locator(MINE)).to_be_visible()
        assert page.get_by_role("button", name="End it here").count() == 0
        before = number(page)
        page.keyboard.press("/")
        page.locator("#move").fill(move)
        page.keyboard.press("Enter")
        page.wait_for_function(MOVED, arg=before)
    expect(ada.locator("#offers")).to_contain_text("It is decided. You win.")
    expect(bruno.locator(".toast")).to_contain_text("It is decided.")
    bruno.locator(".toast").get_by_role("button", name="End it here").tap()
    expect(ada.locator("#offers")).to_contain_text("proposes ending the game here")
    ada.get_by_role("button", name="Accept").click()
    expect(ada.locator("#headline")).to_have_text("It was decided. You win.")
    expect(bruno.locator("#headline")).to_contain_text("It was decided.")


def test_a_bot_says_why_in_words_about_the_board_and_where_it_hides_something_at_the_end(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs", company="bot", tiles="7", mode="single")
    expect(page.locator(MINE)).to_be_visible()
    before = number(page)
    HANDS["dogs"](page)
    page.wait_for_function(MOVED, arg=before)
    expect(page.locator(MINE)).to_be_visible()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#headline")).to_contain_text("Why ")
    expect(page.locator("#detail")).to_contain_text("This tile")
    open_table(page, "mutton", company="bot", num_wolves="1")
    for _ in range(4):
        expect(page.locator(MINE)).to_be_visible()
        before = number(page)
        HANDS["mutton"](page)
        page.wait_for_function(MOVED, arg=before)
    assert page.get_by_role("button", name="Why?").count() == 0
    page.get_by_role("button", name="Give up…").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#detail")).not_to_be_empty()
