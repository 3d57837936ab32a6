"""A first game in a browser: by keyboard, in every window, left and taken up again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.hands import HANDS, MINE, click_middle
from browser.test_pages import faults as axe
from browser.test_windows import CUT, faults
from sheepfold.core.contract.lesson import Lesson
from sheepfold.games import SHELF
from sheepfold.games.mutton.lesson import LESSON
from sheepfold.web.updates.guiding import LEFT

WINDOWS = [(320, 480), (320, 568), (360, 640), (390, 844), (568, 320), (667, 375), (844, 390), (640, 400), (960, 470)]
WINDOWS += [(1280, 800), (768, 1024)]
LESSONS: dict[str, Lesson] = {game: vars(SHELF.room(game, "lesson"))["LESSON"] for game in HANDS}
GUIDED = ".lesson .btn.go"
ELSEWHERE = {"mutton": "B", "fold": "2,1/0", "dogs": "0,-3N", "woolf": "peek 2"}
"""For each game a third move that is not the lesson's."""
UNREAD = """() => [...document.querySelectorAll(".lesson > p")]
  .filter((each) => each.scrollHeight > each.clientHeight + 1)
  .map((each) => `${each.clientHeight} of ${each.scrollHeight} pixels`)"""
"""What of the guide's words can only be read by scrolling."""


ADVISED = """() => {
  const ring = document.querySelector("[data-over=guide] .sel-out"), stage = document.getElementById("stage");
  if (!ring) return [];
  const [own, box] = [ring, stage].map((each) => each.getBoundingClientRect());
  const across = own.left >= box.left - 2 && own.right <= box.right + 2;
  const along = own.top >= box.top - 2 && own.bottom <= box.bottom + 2;
  return across && along ? [] : ["what is advised is not whole in sight"];
}"""


def guided(page: Page, number: int) -> None:
    """Wait for a step of the lesson."""
    expect(page.locator("#guide summary")).to_contain_text(f"{number} of {len(LESSON.steps)}")
    expect(page.locator(GUIDED)).to_be_visible()
    expect(page.locator(MINE)).to_be_visible()


@pytest.mark.parametrize("game", list(HANDS))
def test_in_every_window_the_guide_leaves_the_board_its_room_and_is_whole(visitor: Visitor, game: str) -> None:
    page = visitor()
    page.locator(f"form[action='/learn/{game}'] button").last.click()
    page.wait_for_url("**/table/*")
    expect(page.locator(GUIDED)).to_be_visible()
    assert faults(page, sizes=WINDOWS) == {}
    for step in LESSONS[game].steps:
        expect(page.locator("#guide [role=status]")).to_have_text(step.why)
        assert faults(page, UNREAD, WINDOWS) == {}, step.why
        assert faults(page, CUT, WINDOWS) == {}, step.why
        assert faults(page, ADVISED, WINDOWS) == {}, step.why
        page.locator(GUIDED).click()


def test_a_first_game_is_one_key_away_and_played_by_keys_and_by_pointer(visitor: Visitor) -> None:
    page = visitor()
    page.get_by_role("button", name="Your first game").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    guided(page, 1)
    page.locator(GUIDED).focus()
    page.keyboard.press("Enter")
    guided(page, 2)
    expect(page.locator("#guide [role=status]")).to_have_text(LESSON.steps[1].why)
    now = page.get_by_role("tabpanel", name="Steps").locator("[aria-current=step]")
    expect(now).to_have_text(LESSON.steps[1].title)
    page.locator("#acts button", has_text="Pass").click()
    guided(page, 3)
    expect(now).to_have_text(LESSON.steps[2].title)
    assert faults(page, sizes=WINDOWS) == {}
    assert axe(page) == []
    ring = page.locator("[data-over=guide] .sel-in")
    expect(ring).to_have_count(1)
    # What is ringed is what the step speaks of: picking it by pointer is the same as the guide's button.
    click_middle(page, page.locator("[data-animal=G]"))
    page.locator("#acts button", has_text="Shoot G").click()
    guided(page, 4)
    # Left, it keeps quiet, also when the page is loaded again; taken up again it is where the game is.
    page.locator("#guide summary").click()
    expect(page.locator(GUIDED)).to_be_hidden()
    expect(ring).to_have_count(0)
    page.wait_for_function("() => Object.keys(localStorage).some((each) => each.startsWith('guide-left'))")
    page.reload()
    expect(page.locator(MINE)).to_be_visible()
    expect(page.locator(GUIDED)).to_be_hidden()
    page.locator("#acts button", has_text="Pass").click()
    expect(page.locator("#guide summary")).to_contain_text("5 of 5")
    page.locator("#guide summary").click()
    expect(ring).to_have_count(1)
    page.locator(GUIDED).click()
    expect(page.locator("#guide [role=status]")).to_have_text(LESSON.end)
    page.locator("#prompt .acts .go", has_text="Now a whole game").click()
    expect(page.get_by_role("radio", name="the house bots")).to_be_checked()
    expect(page.get_by_role("radio", name="Canny")).to_be_checked()


@pytest.mark.parametrize("game", list(HANDS))
def test_who_leaves_the_path_is_told_in_every_window_and_takes_it_back_or_begins_anew(
    visitor: Visitor, game: str
) -> None:
    page, lesson = visitor(), LESSONS[game]
    page.locator(f"form[action='/learn/{game}'] button").last.click()
    page.wait_for_url("**/table/*")
    words = page.locator("#guide [role=status]")
    for step in lesson.steps[:2]:
        expect(words).to_have_text(step.why)
        page.locator(GUIDED).click()
    expect(words).to_have_text(lesson.steps[2].why)
    ticked = page.locator("#steps .done")
    expect(ticked).to_have_count(2)
    page.keyboard.press("/")
    page.locator("#move").fill(ELSEWHERE[game])
    page.keyboard.press("Enter")
    expect(words).to_have_text(f"{LEFT} {lesson.steps[3].otherwise}")
    expect(page.locator("#guide summary b")).to_have_text("Off the path")
    expect(ticked).to_have_count(2)
    assert faults(page, sizes=WINDOWS) == {}
    assert faults(page, UNREAD, WINDOWS) == {}
    assert axe(page) == []
    page.locator(".ways button", has_text="Take back").click()
    expect(words).to_have_text(lesson.steps[2].why)
    page.locator(GUIDED).click()
    expect(words).to_have_text(lesson.steps[3].why)
    expect(page.locator(".ways")).to_have_count(0)


def test_a_lesson_that_is_begun_anew_is_at_its_first_step(visitor: Visitor) -> None:
    page = visitor()
    page.locator("form[action='/learn/fold'] button").last.click()
    page.wait_for_url("**/table/*")
    first = page.url
    expect(page.locator(GUIDED)).to_be_visible()
    page.keyboard.press("/")
    page.locator("#move").fill("0,1")
    page.keyboard.press("Enter")
    words = page.locator("#guide [role=status]")
    expect(words).to_have_text(f"{LEFT} {LESSONS['fold'].steps[1].otherwise}")
    page.locator(".ways button", has_text="Start again").click()
    page.wait_for_url(lambda url: "/table/" in url and url != first)
    expect(words).to_have_text(LESSONS["fold"].steps[0].why)
