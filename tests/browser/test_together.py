"""Two people look at a finished game together: one on a desk, one on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Visitor
from browser.hands import open_table, play_out
from browser.test_pages import faults


def test_where_one_goes_the_other_follows_and_they_talk(visitor: Visitor) -> None:
    desk = visitor()
    open_table(desk, "dogs", company="bot", tiles="5", mode="single")
    play_out("dogs", desk)
    desk.get_by_role("link", name="Replay").click()
    desk.wait_for_url("**/replay/*")
    desk.get_by_role("button", name="Make a link").press("Enter")
    desk.wait_for_url("**together=*")
    link = desk.get_by_label("The link").input_value()
    phone = visitor(link, phone=True)
    last = desk.locator(".frame").get_attribute("data-ply") or ""
    expect(phone.locator(".frame")).to_have_attribute("data-ply", last)
    desk.keyboard.press("Home")
    expect(phone.locator(".frame")).to_have_attribute("data-ply", "0")
    expect(phone.locator("#turned")).to_contain_text("shows move 0")
    phone.get_by_role("button", name="Take part").click()
    phone.get_by_role("link", name="One move on").click()
    expect(desk.locator(".frame")).to_have_attribute("data-ply", "1")
    expect(desk.locator("#turned")).to_contain_text("(guest) shows move 1")
    phone.get_by_label("Say something").fill("Why not there?")
    phone.get_by_role("button", name="Say", exact=True).click()
    expect(desk.locator("#chat")).to_contain_text("Why not there?")
    desk.reload()
    expect(desk.locator("#chat")).to_contain_text("Why not there?")
    expect(desk.locator(".frame")).to_have_attribute("data-ply", "1")
    for page in (desk, phone):
        assert faults(page) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


TALK = """async () => {
  const folder = document.querySelector(".brand use").getAttribute("href").replace(/[^/]*$/, "");
  const { showLine } = await import(`${folder}js/talk.js`);
  const list = document.createElement("ol");
  showLine(list, { number: 3, name: "Ann", guest: true, text: "Rubbish!" });
  showLine(list, { number: 4, name: "Bob", guest: false, text: "Well." });
  showLine(list, { number: 5, name: "the host", text: "took something away", removes: 3 });
  return [...list.children].map((each) => each.textContent);
}"""


def test_a_line_that_the_host_removed_leaves_its_name_and_nothing_else(visitor: Visitor) -> None:
    assert visitor().evaluate(TALK) == ["Ann (guest) (removed by the host)", "Bob Well."]


def test_who_goes_past_many_positions_takes_the_other_to_the_last(visitor: Visitor) -> None:
    one = visitor()
    open_table(one, "dogs", company="bot", tiles="5", mode="single")
    play_out("dogs", one)
    one.get_by_role("link", name="Replay").click()
    one.get_by_role("button", name="Make a link").click()
    one.wait_for_url("**together=*")
    other = visitor(one.get_by_label("The link").input_value())
    one.keyboard.press("Home")
    for _ in range(3):
        one.keyboard.press("ArrowRight")
    here = one.locator(".frame")
    expect(here).to_have_attribute("data-ply", "3")
    expect(other.locator(".frame")).to_have_attribute("data-ply", "3")
    expect(here).to_have_attribute("data-ply", "3")
