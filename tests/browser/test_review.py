"""A finished game is looked back at beside its replay: on desk and phone, by keys, and with nothing for axe to find."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import PHONE, Visitor
from browser.hands import open_table, play_out
from browser.test_pages import faults


def test_a_review_shows_sums_curve_turning_points_and_slips(visitor: Visitor) -> None:
    page = visitor(quiet=False)  # a move that is none is refused, which the console notes
    open_table(page, "dogs", company="bot", tiles="5", mode="single")
    play_out("dogs", page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    page.get_by_role("button", name="Review this game").press("Enter")
    review = page.locator("#review")
    expect(review).to_contain_text("Judged by Sheepdog")
    expect(review.locator("svg.curve")).to_have_attribute("aria-label", re.compile("What everybody could expect"))
    expect(review.get_by_role("row")).to_have_count(3)
    expect(review.locator("summary").first).to_contain_text("decisions")
    review.locator("summary").first.click()
    review.locator(".decisions button").first.click()
    expect(page.locator(".frame")).to_have_attribute("data-ply", "1")
    assert faults(page) == []
    slips = review.get_by_role("button", name=re.compile("Learn from .* slips"))
    slips.first.press("Enter")
    field = review.get_by_label("Your move").first
    field.fill("nonsense")
    field.press("Enter")
    expect(review.locator(".slips [role=status]").first).to_contain_text("nonsense")
    review.get_by_role("button", name="Show the answer").first.click()
    expect(review.locator(".slips [role=status]").first).to_contain_text("was best")
    assert faults(page) == []
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
