"""A first game in a browser: by keyboard, in every window, left and taken up again."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import Visitor
from browser.hands import MINE, click_middle
from browser.test_pages import faults as axe
from browser.test_windows import FAULTS
from sheepfold.games.mutton.lesson import LESSON

WINDOWS = ((320, 480), (320, 568), (390, 844), (844, 390), (640, 400), (960, 470), (1280, 800), (768, 1024))
GUIDED = ".lesson .btn.go"


def guided(page: Page, number: int) -> None:
    """Wait for a step of the lesson."""
    expect(page.locator("#guide summary")).to_contain_text(f"{number} of {len(LESSON.steps)}")
    expect(page.locator(GUIDED)).to_be_visible()
    expect(page.locator(MINE)).to_be_visible()


def faults(page: Page) -> dict[str, list[str]]:
    """In which window the board is too small, or something that is needed, the guide's button too, is out of sight."""
    found = {}
    for width, height in WINDOWS:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        wrong = page.evaluate(FAULTS)
        box = page.locator(GUIDED).bounding_box()
        assert box is not None
        if box["y"] < 0 or box["y"] + box["height"] > height or box["x"] + box["width"] > width:
            wrong.append(f"the guide's button at {box}")
        if wrong:
            found[f"{width}x{height}"] = wrong[:4]
    return found


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
    assert faults(page) == {}
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
    page.reload()
    expect(page.locator(MINE)).to_be_visible()
    expect(page.locator(GUIDED)).to_be_hidden()
    page.locator("#acts button", has_text="Pass").click()
    expect(page.locator("#guide summary")).to_contain_text("5 of 5")
    page.locator("#guide summary").click()
    expect(ring).to_have_count(1)
    page.locator(GUIDED).click()
    expect(page.locator("#guide [role=status]")).to_have_text(LESSON.end)
