"""Other ways to play: by keyboard alone, on a phone, across a restart of the server, with secrets hidden."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from browser.conftest import Visitor
from browser.hands import (
    MINE,
    button,
    dogs,
    invitation,
    mutton,
    number,
    open_table,
    openings,
    over,
    play_out,
    send,
    sit_down,
    strike,
)  # fmt: skip
from serving import ServerProcess

SHORT = {"tiles": "5", "mode": "single"}
FLOCK = {"size": "2", "num_sheep": "5", "num_wolves": "1", "quick": "2"}


ANSWERED = "() => document.querySelector('.toast.bad') || headline.textContent.includes('The game is over')"
"""A move that would end the game was refused, or did end it."""


CORNERS = "(paths) => paths.map((path) => path.getAttribute('d').split('L').length)"
"""How many corners each of some outlines has."""


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, words: str) -> None:
    """Walk with Tab until something with these words has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if words in page.evaluate("() => document.activeElement.textContent + document.activeElement.ariaLabel"):
            return
    raise AssertionError(f"Tab never led to {words!r}.")


def find_room(page: Page) -> None:
    """Walk over the grid until the tile in hand fits."""
    for key in ("ArrowRight", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        press(page, key)
        if page.locator("#cell").inner_text().endswith(", open"):
            break
    press(page, "Enter")
    expect(button(page, "Lay it here")).to_be_enabled()


def test_a_whole_game_by_keyboard_alone(visitor: Visitor) -> None:
    """The shortest game of all, both rounds of it: walk, lay, type, until it is over."""
    page = visitor(quiet=False)
    open_table(page, "dogs", company="bot", tiles="3", mode="duel")
    expect(page.locator(MINE)).to_be_visible()
    tab_to(page, "The table. Arrow keys walk")
    find_room(page)
    seen = number(page)
    press(page, "Enter")
    page.wait_for_function("seen => board.dataset.number !== seen", arg=seen)
    expect(page.locator(MINE)).to_be_visible()
    for move in ("-1,-1W", "1,1E", "-1,1W", "1,-1E"):  # the bot's tile lies in the way of two at most
        press(page, "/")
        page.keyboard.type(move)
        press(page, "Enter")
        page.wait_for_function(ANSWERED)
        if over(page):
            break
        page.locator(".toast.bad button").click()
        expect(page.locator("#typed")).to_be_hidden()
    expect(page.locator("#headline")).to_contain_text("The game is over")


def test_by_keyboard_alone(visitor: Visitor) -> None:
    """From the front page to a laid tile and a typed one, without a pointer."""
    page = visitor()
    tab_to(page, "Play a bot at Sheep, Dogs and Wolves")
    press(page, "Enter")
    page.wait_for_url("**/table/*")
    expect(page.locator(MINE)).to_be_visible()
    tab_to(page, "The table. Arrow keys walk")
    find_room(page)
    expect(page.locator("#cell")).not_to_be_empty()
    before = page.locator("#board").get_attribute("data-built")
    press(page, "r")
    page.wait_for_function("built => board.dataset.built !== built", arg=before)
    seen = number(page)
    press(page, "Enter")
    page.wait_for_function("seen => board.dataset.number !== seen", arg=seen)
    expect(page.locator(MINE)).to_be_visible()
    press(page, "/")
    page.keyboard.type("2,0E" if "2,0E" not in page.locator("#told").inner_text() else "2,0N")
    press(page, "Escape")
    expect(page.locator("#typed")).to_be_hidden()
    assert page.evaluate("() => document.activeElement.id") == "board"


def test_escape_steps_back_through_a_kill(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "mutton", company="bot", size="3", num_sheep="12", num_wolves="1", quick="2")
    expect(page.locator(MINE)).to_be_visible()
    page.locator("[data-animal]").first.click()
    expect(page.locator("#prompt")).to_contain_text(re.compile(r"\b[A-Z] will be your wolf\."))
    button(page, "This is my wolf").click()
    expect(page.locator("#headline")).to_contain_text("Choose whom to eat")
    expect(page.locator(".may").first).to_be_visible()  # whom the wolf can reach is marked unasked
    strike(page)
    expect(page.locator(".may")).to_have_count(0)
    expect(page.locator(".legal").first).to_be_visible()
    assert set(page.eval_on_selector_all(".legal", CORNERS)) == {6}, "a haven looks like the cell that it is"
    while page.locator(".legal").count():
        send(page)
    expect(button(page, "Eat")).to_be_enabled()
    expect(page.locator("#headline")).to_contain_text("The Farmer will suspect")
    expect(page.locator("#slips .tell").first).to_be_visible()
    page.locator("#board").focus()
    press(page, "ArrowRight")
    expect(page.locator(".focus-in")).to_have_count(1)
    assert page.eval_on_selector_all(".focus-in", CORNERS) == [6]
    for _ in range(8):
        press(page, "Escape")
    expect(page.locator("#headline")).to_contain_text("Choose whom to eat")
    expect(page.locator("#board")).to_have_attribute("data-built", "")


def test_the_last_wish_counts_however_late_an_answer_comes(visitor: Visitor) -> None:
    """The choices after the first cell come after those of the second: what is laid is what is shown."""
    page = visitor()
    late: list[str | bytes] = []
    lines: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        lines.append(line)

        def heard(message: str | bytes) -> None:
            if not late and '"is":"choices"' in str(message):
                late.append(message)
            else:
                line.send(message)

        line.connect_to_server().on_message(heard)

    page.route_web_socket("**/socket?*", between)
    open_table(page, "dogs", company="bot", **SHORT)
    expect(page.locator(MINE)).to_be_visible()
    first, *_, last = openings(page)
    page.mouse.click(*first)
    page.mouse.click(*last)
    expect(button(page, "Lay it here")).to_be_enabled()
    wished = page.locator("#board").get_attribute("data-built")
    lines[-1].send(late[0])
    page.evaluate("() => fetch('/login').then((answer) => answer.text())")  # what came before is dealt with
    assert page.locator("#board").get_attribute("data-built") == wished


def test_walking_over_the_board_says_what_stands_there(visitor: Visitor) -> None:
    """The first tile lies from -1,0 to 1,0, and there is open ground about it."""
    page = visitor(quiet=False)
    open_table(page, "dogs", company="bot", **SHORT)
    expect(page.locator(MINE)).to_be_visible()
    page.locator("#board").focus()
    heard = set()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowUp"):
        press(page, key)
        heard.add(page.locator("#cell").inner_text())
    assert {"-1,0, sheep", "0,0, dog", "1,0, wolf"} <= heard
    assert any(", open" in words for words in heard)


def test_a_typed_move_that_makes_no_sense_changes_nothing(visitor: Visitor) -> None:
    page = visitor(quiet=False)
    open_table(page, "dogs", company="bot", **SHORT)
    expect(page.locator(MINE)).to_be_visible()
    seen = number(page)
    press(page, "/")
    page.keyboard.type("sheep to the moon")
    press(page, "Enter")
    expect(page.locator(".toast.bad")).to_be_visible()
    assert number(page) == seen


def test_on_a_phone_by_touch(visitor: Visitor) -> None:
    """The first tap only sets the ghost; the button lays the tile. Nothing is wider than the screen."""
    page = visitor(phone=True)
    open_table(page, "dogs", company="bot", **SHORT)
    expect(page.locator(MINE)).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    seen = number(page)
    page.touchscreen.tap(*openings(page)[0])
    expect(button(page, "Lay it here")).to_be_enabled()
    assert number(page) == seen
    button(page, "Turn it").tap()
    button(page, "Lay it here").tap()
    page.wait_for_function("seen => board.dataset.number !== seen", arg=seen)
    page.get_by_role("tab", name="Moves").tap()
    expect(page.locator("#told")).to_be_visible()
    play_out("dogs", page)


def test_across_a_restart_of_the_server(visitor: Visitor, server: ServerProcess) -> None:
    """The line drops and says so, heals by itself, and the game goes on where it stood."""
    ada, bruno = visitor(quiet=False), visitor(quiet=False)
    open_table(ada, "dogs", **SHORT)
    sit_down(bruno, invitation(ada))
    expect(ada.locator(MINE)).to_be_visible()
    dogs(ada)
    expect(bruno.locator(MINE)).to_be_visible()
    told, spot = ada.locator("#told li").count(), openings(bruno)[0]
    server.kill()
    try:
        expect(bruno.locator("#live")).to_contain_text("Offline")
        bruno.mouse.click(*spot)
        expect(bruno.locator(".toast.bad")).to_contain_text("nothing was sent")
    finally:
        server.start()  # others use it too
    expect(bruno.locator("#live")).to_have_text("Live")
    expect(ada.locator("#live")).to_have_text("Live")
    expect(bruno.locator(".toast.bad")).to_have_count(0)
    button(bruno, "Lay it here").click()  # what was picked meanwhile is asked for as soon as the line is back
    expect(ada.locator(MINE)).to_be_visible()
    assert ada.locator("#told li").count() > told
    play_out("dogs", ada, bruno)


def test_secrets_can_be_hidden_from_who_looks_on(visitor: Visitor) -> None:
    """The page then holds nothing that a spectator would not see."""
    page = visitor()
    open_table(page, "mutton", company="bot", **FLOCK)
    expect(page.locator(MINE)).to_be_visible()
    mutton(page)
    expect(page.locator("#headline")).to_contain_text("Choose whom to eat")
    assert page.locator("#stage [data-animal][data-symbol^=wolf]").count() == 1
    page.get_by_role("button", name="Hide my secrets").click()
    expect(page.locator("#stage [data-animal][data-symbol^=wolf]")).to_have_count(0)
    assert "Your wolves" not in page.locator("#text").inner_text()
    page.get_by_role("button", name="Show my secrets").click()
    expect(page.locator("#stage [data-animal][data-symbol^=wolf]")).to_have_count(1)


def test_marks_stay_on_the_sheet_when_the_odds_are_unfolded(visitor: Visitor) -> None:
    """Whatever else is drawn in the panel, what the player marked there and who is picked stands out."""
    page = visitor("/new?game=mutton&company=bot")
    page.get_by_label("I am the Farmer first").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(MINE)).to_be_visible()
    mutton(page)
    expect(page.locator("#headline")).to_have_text("Your shot, Farmer.")
    page.locator("[data-mark]").first.click()
    page.locator("[data-animal][data-part]").nth(3).click()
    picked = page.locator(".sheet thead .picked")
    expect(picked).to_have_count(1)
    letter = picked.inner_text()
    page.locator("#odds summary").click()
    expect(page.locator("#odds li")).to_have_count(8)
    expect(page.locator("[data-mark][data-is=s]")).to_have_count(1)
    assert picked.inner_text() == letter


def test_a_second_tab_follows_the_first(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs", company="bot", **SHORT)
    expect(page.locator(MINE)).to_be_visible()
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator(MINE)).to_be_visible()
    play_out("dogs", page)
    expect(second.get_by_role("link", name="Replay")).to_be_visible()
    assert over(second)


def test_talk_reaches_the_other_side(visitor: Visitor) -> None:
    ada, bruno = visitor(), visitor()
    open_table(ada, "dogs", **SHORT)
    sit_down(bruno, invitation(ada))
    ada.get_by_role("tab", name="Talk").click()
    ada.locator("#line").fill("Lovely playthrough <b>for</b> a stroll.")
    ada.get_by_role("button", name="Say").click()
    bruno.get_by_role("tab", name="Talk").click()
    expect(bruno.locator("#chat li")).to_contain_text("Lovely playthrough <b>for</b> a stroll.")


def test_who_looks_on_sees_the_public_view(visitor: Visitor) -> None:
    """No move to make, no note to keep, and no wolf in sight; strangers find nothing at a private table."""
    player = visitor()
    address = open_table(player, "mutton", company="bot", **FLOCK)
    expect(player.locator(MINE)).to_be_visible()
    mutton(player)
    expect(player.locator("#headline")).to_contain_text("Choose whom to eat")
    guest = visitor(address)
    expect(guest.locator("#headline")).to_contain_text("The Wolf is to move")
    assert guest.locator("#stage [data-animal][data-symbol^=wolf], #note, #typed, #acts button").count() == 0
    private = open_table(player, "dogs")
    stranger = visitor(quiet=False)
    stranger.goto(private)
    expect(stranger.locator("main")).to_contain_text("Not found")
