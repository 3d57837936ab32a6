"""What is done at the table beside moving: moves kept ready, leaving and coming back, bots that play on, giving up."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.hands import (
    MINE,
    MOVED,
    READY,
    aim,
    button,
    click_middle,
    invitation,
    mutton,
    number,
    open_table,
    sit_down,
)
from browser.test_pages import faults

SHORT = {"tiles": "7", "mode": "single"}


def two(visitor: Visitor, *, phone: bool = False, script: bool = True) -> tuple[Page, Page]:
    """Ada and Bruno at a short game of Dogs; Ada is to move."""
    ada, bruno = visitor(), visitor(phone=phone, script=script)
    open_table(ada, "dogs", **SHORT)
    sit_down(bruno, invitation(ada))
    expect(ada.locator(MINE)).to_be_visible()
    expect(bruno.locator(READY if script else "#board")).to_be_visible()
    return ada, bruno


def lay(page: Page, move: str) -> None:
    """Type a move, as one does with the slash key."""
    page.keyboard.press("/")
    page.locator("#move").fill(move)
    page.keyboard.press("Enter")


def test_moves_kept_ready_are_played_when_the_turn_comes(visitor: Visitor) -> None:
    """Folded out, filled in, dropped and kept again by keys alone; Ada never sees a trace of it."""
    ada, bruno = two(visitor)
    kept = bruno.locator("#ready li")
    bruno.locator("#ready summary").focus()
    bruno.keyboard.press("Enter")
    bruno.locator("#ready-move").focus()
    bruno.keyboard.type("0,4N")
    bruno.keyboard.press("Enter")
    expect(kept).to_have_count(1)
    expect(bruno.locator("#ready-move")).to_be_focused()
    expect(bruno.locator("#ready-move")).to_be_empty()
    assert faults(bruno) == []
    bruno.get_by_role("button", name="Drop 0,4N").press("Enter")
    expect(kept).to_have_count(0)
    expect(bruno.locator("#ready summary")).to_be_focused()
    bruno.locator("#ready-move").fill("2,0N")
    bruno.locator("#ready-when").fill("lays 0,-3N")
    bruno.get_by_role("button", name="Keep", exact=True).click()
    expect(kept).to_contain_text("if told: lays 0,-3N")
    assert ada.locator("#ready li").count() == 0
    lay(ada, "0,-3N")
    expect(bruno.locator("#told")).to_contain_text("You lay 2,0N")
    expect(kept).to_have_count(0)
    expect(ada.locator(MINE)).to_be_visible()


def test_a_move_is_kept_ready_on_the_board_and_stands_there_as_a_ghost(visitor: Visitor) -> None:
    ada, bruno = two(visitor)
    button(bruno, "Keep a move ready").click()
    click_middle(bruno, bruno.locator("[data-layer=spots] [data-cell='3,0']"))
    expect(button(bruno, "Keep it ready")).to_be_enabled()
    laid = bruno.locator("#board").get_attribute("data-built")
    button(bruno, "Keep it ready").click()
    ghost = bruno.locator("[data-over=ready] .ghost")
    expect(ghost).to_have_count(1)
    expect(bruno.locator("#ready li")).to_contain_text(laid or "")
    assert faults(bruno) == []
    bruno.reload()
    expect(ghost).to_have_count(1)
    assert ada.locator("[data-over=ready] *, #ready li").count() == 0
    lay(ada, "0,-3N")
    expect(bruno.locator("#told")).to_contain_text(f"You lay {laid}")
    expect(ada.locator(MINE)).to_be_visible()
    button(bruno, "Keep a move ready").click()
    expect(button(bruno, "Not now")).to_be_visible()
    lay(ada, "-4,0E")
    expect(bruno.locator(MINE)).to_be_visible()
    expect(button(bruno, "Not now")).to_have_count(0)
    expect(ghost).to_have_count(0)


def keep_at(page: Page, cell: str) -> str:
    """Keep the tile ready that a click on a cell lays there; as it is written."""
    button(page, "Keep a move ready").click()
    expect(button(page, "Not now")).to_be_visible()
    click_middle(page, page.locator(f"#board svg [data-cell='{cell}']").last)
    expect(button(page, "Keep it ready")).to_be_enabled()
    laid = page.locator("#board").get_attribute("data-built")
    button(page, "Keep it ready").click()
    expect(button(page, "Keep it ready")).to_have_count(0)
    return laid or ""


def test_a_second_move_is_built_on_the_first_and_shown_in_every_tab_until_no_turn_is_left(visitor: Visitor) -> None:
    ada, bruno = two(visitor)
    first = keep_at(bruno, "3,0")
    ghosts = bruno.locator("[data-over=ready] .ghost")
    expect(ghosts).to_have_count(1)
    button(bruno, "Keep a move ready").click()
    expect(button(bruno, "Not now")).to_be_visible()
    expect(ghosts).to_have_count(1)  # what it is built on stays in sight
    click_middle(bruno, bruno.locator("[data-layer=spots] [data-cell='3,0']"))
    expect(button(bruno, "Keep it ready")).to_have_count(0)
    button(bruno, "Not now").click()
    second = keep_at(bruno, "5,0")  # beside nothing but the first
    expect(bruno.locator("#ready li code")).to_have_text([first, second])
    other = bruno.context.new_page()
    other.goto(bruno.url)
    expect(other.locator("[data-over=ready] .ghost")).to_have_count(2)
    third = keep_at(bruno, "-3,0")
    expect(bruno.locator("#ready li code")).to_have_text([first, second, third])
    expect(button(bruno, "Keep a move ready")).to_have_count(0)
    expect(bruno.locator("#ready")).to_contain_text("it depends on what these bring")
    for move, answer in (("0,-3N", first), ("0,1N", second)):
        lay(ada, move)
        expect(ada.locator("#told")).to_contain_text(f"lays {answer}")
        expect(ada.locator(MINE)).to_be_visible()
    assert bruno.locator(".toast").count() == 0


def test_what_is_drawn_only_when_the_turn_comes_is_not_kept_ready_on_the_board_and_why_is_said(
    visitor: Visitor,
) -> None:
    ada, bruno = visitor(), visitor(phone=True)
    open_table(ada, "fold", seats=2)
    sit_down(bruno, invitation(ada))
    expect(ada.locator(MINE)).to_be_visible()
    expect(bruno.locator(READY)).to_be_visible()
    assert button(bruno, "Keep a move ready").count() == 0
    bruno.locator("#ready summary").tap()
    expect(bruno.locator("#ready")).to_contain_text("you do not know yet what you will move with")
    expect(bruno.locator("#ready-move")).to_be_visible()


def test_a_peek_that_is_kept_ready_is_marked_at_the_table(visitor: Visitor) -> None:
    people = [visitor() for _ in range(4)]
    open_table(people[0], "woolf", seats=4)
    link = invitation(people[0])
    for page in people[1:]:
        sit_down(page, link)
    for page in people:
        expect(page.locator(READY)).to_be_visible()
    waits = next(page for page in people if not page.locator(MINE).count())
    button(waits, "Keep a move ready").click()
    button(waits, "Peek").click()
    expect(waits.locator("#headline")).to_have_text("Whose card do you peek at?")
    waits.locator("#acts button").first.click()
    button(waits, "Keep it ready").click()
    marked = waits.locator("#people .kept")
    expect(marked).to_have_count(1)
    assert faults(waits) == []
    button(waits, "Keep a move ready").click()
    expect(marked).to_have_count(1)
    button(waits, "Not now").click()
    waits.get_by_role("button", name="Hide my secrets").click()
    expect(marked).to_have_count(0)


def test_a_kill_is_kept_ready_on_the_board(visitor: Visitor) -> None:
    ada, bruno = visitor(), visitor()
    open_table(ada, "mutton", size="3", num_sheep="12", num_wolves="1", quick="2")
    sit_down(bruno, invitation(ada))
    for page in (bruno, ada, ada):
        expect(page.locator(MINE)).to_be_visible()
        before = number(page)
        mutton(page)
        page.wait_for_function(MOVED, arg=before)
    expect(bruno.locator(MINE)).to_be_visible()
    button(ada, "Keep a move ready").click()
    expect(ada.locator("#headline")).to_contain_text("Choose whom to eat")
    aim(ada)
    button(ada, "Keep it ready").click()
    expect(ada.locator("[data-over=ready] use").first).to_be_visible()
    ada.get_by_role("button", name="Hide my secrets").click()
    expect(ada.locator("[data-over=ready] use")).to_have_count(0)
    ada.get_by_role("button", name="Show my secrets").click()
    expect(ada.locator("[data-over=ready] use").first).to_be_visible()
    button(bruno, "Pass").click()
    expect(ada.locator("#ready li")).to_have_count(0)
    expect(bruno.locator(MINE)).to_be_visible()


def test_moves_that_do_not_fit_are_dropped_with_a_word(visitor: Visitor) -> None:
    ada, bruno = two(visitor, phone=True)
    bruno.locator("#ready summary").tap()
    for move in ("9,9N", "2,0N"):
        bruno.locator("#ready-move").fill(move)
        bruno.get_by_role("button", name="Keep", exact=True).tap()
        expect(bruno.locator("#ready li", has_text=move)).to_be_visible()
    assert bruno.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    lay(ada, "0,-3N")
    expect(bruno.locator(".toast")).to_contain_text("did not fit")
    expect(bruno.locator(MINE)).to_be_visible()
    expect(bruno.locator("#ready")).to_contain_text("It is your turn now")
    assert bruno.locator("#ready li").count() == 0


def test_who_leaves_can_come_back_and_a_bot_can_play_on(visitor: Visitor) -> None:
    ada, bruno = two(visitor, phone=True)
    for _ in range(2):
        bruno.get_by_role("button", name="Leave…").tap()
        bruno.get_by_role("dialog").get_by_role("button", name="Leave").tap()
        expect(bruno.locator("#headline")).to_have_text("You have left. Come back to play on.")
        expect(ada.locator("#offers")).to_contain_text("has left. A bot can play on.")
        bruno.get_by_role("button", name="Come back").tap()
        expect(ada.locator("#offers")).to_be_empty()
        expect(bruno.get_by_role("button", name="Leave…")).to_be_visible()
    bruno.get_by_role("button", name="Leave…").tap()
    bruno.get_by_role("dialog").get_by_role("button", name="Leave").tap()
    assert faults(ada) == []
    ada.get_by_label("Bot for").select_option("random")
    ada.get_by_role("button", name="Let it play").click()
    expect(ada.locator("#plates")).to_contain_text("Random")
    lay(ada, "0,-3N")
    expect(ada.locator("#told li", has_text=re.compile(" lays? "))).to_have_count(2)


def test_a_bot_is_proposed_and_the_other_agrees(visitor: Visitor) -> None:
    ada, bruno, cleo = visitor(), visitor(), visitor()
    open_table(ada, "fold", seats=3, mode="versus")
    link = invitation(ada)
    for page in (bruno, cleo):
        sit_down(page, link)
    for page in (ada, bruno, cleo):
        expect(page.locator(READY)).to_be_visible()
    cleo.get_by_role("button", name="Leave…").click()
    cleo.get_by_role("dialog").get_by_role("button", name="Leave").click()
    ada.get_by_role("button", name="Propose it").click()
    expect(ada.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(bruno.locator("#offers")).to_contain_text("proposes that the bot Drover plays on for")
    assert faults(bruno) == []
    bruno.get_by_role("button", name="Accept").click()
    for page in (ada, bruno):
        expect(page.locator("#plates")).to_contain_text("Drover")
        expect(page.locator("#offers")).to_be_empty()


def test_a_game_nobody_moved_in_is_called_off(visitor: Visitor) -> None:
    ada, bruno = two(visitor)
    expect(ada.locator("#live")).to_have_text("Live")  # her page was loaded anew when the game began
    assert ada.get_by_role("button", name="Give up…").count() == 0
    ada.get_by_role("button", name="Call off…").click()
    ada.get_by_role("button", name="No, go back").click()
    ada.get_by_role("button", name="Call off…").click()
    ada.get_by_role("dialog").get_by_role("button", name="Call it off").click()
    expect(bruno.locator("#headline")).to_contain_text("called off")


def test_without_scripts_there_is_the_picture_the_text_and_a_place_to_type_moves(visitor: Visitor) -> None:
    ada, bruno = two(visitor, script=False)
    lay(ada, "0,-3N")
    expect(ada.locator(f"{READY}")).to_be_visible()
    bruno.get_by_role("link", name="look again").click()
    expect(bruno.locator("#stage svg [data-layer=animals] > *")).to_have_count(6)
    expect(bruno.locator("#text pre")).to_contain_text("Lay a tile, Wolf.")
    board = bruno.locator("noscript code, main code").first.inner_text().split()[-1]
    bruno.get_by_role("link", name="as commands").click()
    bruno.locator("main input[name=line]").fill(f"dogs move {board} 2,0N")
    bruno.locator("main form button").first.click()
    expect(ada.locator("#told")).to_contain_text("lays 2,0N")


def test_hiding_secrets_hides_what_was_told_noted_and_kept_ready(visitor: Visitor) -> None:
    ada, bruno = visitor(), visitor()
    open_table(ada, "mutton", size="2", num_sheep="5", num_wolves="1", quick="2")
    sit_down(bruno, invitation(ada))
    expect(bruno.locator(MINE)).to_be_visible()
    mutton(bruno)
    expect(ada.locator("#ready summary")).to_be_visible()
    ada.get_by_role("button", name="Hide my secrets").click()
    expect(ada.locator("#ready summary")).to_have_count(0)
    for secret in ("#told", "#note"):
        expect(ada.locator(secret)).to_be_hidden()
    ada.get_by_role("button", name="Show my secrets").click()
    expect(ada.locator("#told")).to_be_visible()
