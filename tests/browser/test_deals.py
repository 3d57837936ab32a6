"""The deal of the day and a challenge in a real browser: on desk and phone, by keys, with nothing for axe to find."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import Visitor
from browser.hands import open_table, play_out
from browser.test_pages import faults


def test_a_guest_plays_the_deal_of_the_day_and_sees_no_results_before(visitor: Visitor) -> None:
    page = visitor("/deals")
    assert faults(page) == []
    expect(page.get_by_role("table")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Play this deal.*Mutton")).press("Enter")
    page.wait_for_url("**/table/*")
    address = page.url
    page.goto("/deals")
    page.get_by_role("link", name=re.compile("Play on.*Mutton")).click()
    page.wait_for_url(address)
    other = visitor(address, quiet=False)
    expect(other.get_by_role("heading", level=1)).to_have_text("Not found")


def test_a_days_deal_leads_back_to_the_deals_when_it_is_over(visitor: Visitor) -> None:
    page = visitor("/deals")
    page.get_by_role("button", name=re.compile("Play this deal.*Mutton")).press("Enter")
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("link", name="See how the others did")).to_have_count(0)
    page.get_by_role("button", name="Call off…").first.click()
    page.get_by_role("button", name="Call it off").click()
    page.get_by_role("link", name="See how the others did").first.click()
    page.wait_for_url("**/deals")


def test_the_page_of_deals_fits_on_every_window(visitor: Visitor) -> None:
    page = visitor("/deals", phone=True)
    for width, height in ((360, 640), (390, 844), (844, 390), (320, 568), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for details in page.locator("details:not(.menu) > summary").all():
            details.click()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_challenge_goes_from_the_replay_to_a_friend(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs", company="bot", tiles="3", mode="single")
    play_out("dogs", page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    link = page.get_by_label(re.compile("Send this link")).input_value()
    friend = visitor(link.partition("//")[2][link.partition("//")[2].index("/") :])
    expect(friend.get_by_role("heading", level=1)).to_contain_text("Beat ")
    assert faults(friend) == []
    friend.get_by_role("button", name="Play this deal").click()
    friend.wait_for_url("**/table/*")
    play_out("dogs", friend)
    friend.goto(link)
    expect(friend.locator("main")).to_contain_text("You")
    expect(friend.get_by_role("link", name=re.compile("Replay of"))).to_be_visible()
    assert faults(friend) == []
