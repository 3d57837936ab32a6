"""The table of people of Woolf!!: in every window and with every number of seats all of them can be seen, with whatever
lies before them, in the hand and while pointing."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.hands import HANDS, MINE, MOVED, button, invitation, number, open_table
from browser.test_windows import faults
from serving import Player, ServerProcess
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.board import holders
from sheepfold.games.woolf.lesson import LESSON

TURNS = 5
"""So many for everybody fill the table: two questions and three peeks by each, spread over all."""
LAPTOPS = [(1280, 720), (1280, 800), (1366, 768), (1920, 1080), (3840, 2160)]
"""Windows in which everybody is in sight at once."""

PEOPLE = """async () => {
  const found = [], [table] = document.querySelectorAll("WHICH"), box = table.getBoundingClientRect();
  const scrolls = table.scrollHeight > table.clientHeight + 6;
  const frames = async (told) => {
    for (let n = 0; n < 60 && !told(); n++) await new Promise((done) => requestAnimationFrame(done));
    return told();
  };
  if (!(await frames(() => scrolls === table.matches(".below")))) found.push("whether somebody sits below is not told");
  const frame = document.querySelector("#board").getBoundingClientRect();
  for (const person of table.querySelectorAll(".person"))
    for (const each of person.querySelectorAll(".pick b, .points, .back:last-child, .token, .slip, .card, .aim")) {
      each.scrollIntoView({ block: "nearest" });
      const { left, top, right, bottom, width } = each.getBoundingClientRect();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const what = `${each.className || each.tagName} of ${person.dataset.seat}`;
      if (!width || !each.contains(over)) found.push(`${what} under ${over?.className || over?.tagName}`);
      else if (left < box.left - 1 || right > box.right + 1) found.push(`${what} is cut off at the side`);
      else if (top < frame.top - 1 || bottom > frame.bottom + 1) found.push(`${what} reaches out of the board`);
    }
  table.scrollTop = table.scrollHeight;
  if (!(await frames(() => !scrolls || table.matches(".above")))) found.push("whether somebody sits above is not told");
  const plates = [...table.querySelectorAll(".name")].map((each) => each.offsetHeight);
  if (scrolls && table.clientHeight < 1.8 * Math.max(...plates)) found.push(`only ${table.clientHeight} high`);
  for (const each of table.parentElement.querySelectorAll(".hand :is(.card, .iam, .sought, button:enabled)")) {
    if (!each.offsetWidth) continue;
    each.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = each.getBoundingClientRect();
    if (!each.contains(document.elementFromPoint(left + width / 2, top + height / 2)))
      found.push(`in the hand: ${each.className || each.textContent}`);
  }
  for (const each of [table, document.getElementById("stage")]) each.scrollTop = 0;
  if (scrollY) found.push("the page scrolls");
  return found;
}"""
"""Who or what of the table and the hand cannot be seen, or brought into sight by scrolling where that is announced."""
AT_TABLE, IN_PAST = (PEOPLE.replace("WHICH", which) for which in ("#people", ".past > div.woolf"))

ALL = "() => people.scrollHeight > people.clientHeight + 6 ? [`${people.scrollHeight} in ${people.clientHeight}`] : []"
"""Whether the table scrolls."""


WIDE = """() => {
  for (const each of document.querySelectorAll(".card .who")) each.textContent = "Shepherd boy";
  const boxes = [...document.querySelectorAll(".reveal, .hand, div.woolf")];
  return boxes.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className);
}"""
"""What would be too wide if everybody had the card with the longest name."""


def full_table(page: Page, server: ServerProcess, seats: int) -> None:
    """Sit at the first seat of a table on which much was said; it is your turn."""
    open_table(page, "woolf", seats=seats)
    link = urlsplit(invitation(page))
    table, invite = link.path.rpartition("/")[2], parse_qs(link.query)["invite"][0]
    others = [Player(server.url, f"Maximilian {n}") for n in range(2, seats + 1)]
    for player in others:
        player.post(f"/tables/{table}/sit", invite=invite)
    for turn in range(TURNS):
        for _ in range(seats):
            (seat,) = others[0].get(f"/tables/{table}")["position"]["to_move"]
            at = str((seat + turn) % seats + 1 if (turn + 1) % seats else seat % seats + 1)
            if seat == 1:
                expect(page.locator(MINE)).to_be_visible()
                before = number(page)
                page.locator("#board").press("/")
                page.locator("#move").fill(f"peek {at}")
                page.locator("#move").press("Enter")
                page.wait_for_function(MOVED, arg=before)
                continue
            player = others[seat - 2]
            asks = player.get(f"/tables/{table}/choices", so_far=["ask", at])["parts"] if turn in (1, 3) else []
            player.post(f"/tables/{table}/moves", move=["ask", at, asks[0]] if asks else ["peek", at])
    while True:
        (seat,) = others[0].get(f"/tables/{table}")["position"]["to_move"]
        if seat == 1:
            break
        others[seat - 2].post(f"/tables/{table}/moves", move=["peek", "1"])
    expect(page.locator(MINE)).to_be_visible()
    assert page.locator("#people .token, #people .slip").count() >= TURNS * seats


@pytest.mark.parametrize("seats", GAME.seats)
def test_in_every_window_everybody_is_seen_with_all_that_lies_before_them(
    visitor: Visitor, server: ServerProcess, seats: int
) -> None:
    page = visitor()
    full_table(page, server, seats)
    assert page.locator("#people .person").count() == holders(seats)
    expect(page.locator(".dial button:visible")).to_have_count(0)
    assert faults(page, AT_TABLE) == {}
    assert faults(page, ALL, LAPTOPS) == {}
    assert faults(page, WIDE) == {}
    button(page, "Suspect").click()
    expect(page.locator(".dial button:enabled").first).to_be_visible()
    assert faults(page, AT_TABLE) == {}, "while pointing"


def test_a_seat_that_is_picked_sets_a_pointer_and_takes_it_off_again(visitor: Visitor, server: ServerProcess) -> None:
    page = visitor()
    full_table(page, server, 5)
    button(page, "Suspect").click()
    seat, tags = page.locator("#people .person[data-seat='3']"), page.locator("#people .tags")
    seat.locator(".pick").click()
    first = page.locator("[data-pointer='0'] [data-point='3']")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(seat.locator(".tags svg")).to_have_count(1)
    seat.locator(".pick").click()
    expect(first).to_have_attribute("aria-pressed", "false")
    expect(tags).to_have_count(0)
    button(page, "Step back").click()
    expect(page.locator(".dial button:visible")).to_have_count(0)


def test_the_guide_hides_nobody(visitor: Visitor) -> None:
    page = visitor()
    page.locator("form[action='/learn/woolf'] button").last.click()
    page.wait_for_url("**/table/*")
    for step in LESSON.steps:
        expect(page.locator("#guide [role=status]")).to_have_text(step.why)
        expect(page.locator(MINE)).to_be_visible()
        assert faults(page, AT_TABLE) == {}, step.why
        page.locator("#guide .go").click()


def test_who_looks_at_the_board_between_rounds_and_at_the_end_sees_everybodys_cards_there(visitor: Visitor) -> None:
    page = visitor(beats="beats")
    open_table(page, "woolf", company="bot", seats=8, turn_limit="1")
    while not page.locator(".interlude:visible").count():
        page.wait_for_selector(f"{MINE}, .interlude", state="attached")
        if page.locator(MINE).count() and not page.locator(".interlude:visible").count():
            HANDS["woolf"](page)
            page.wait_for_timeout(300)
    past = page.locator("#board .past > div.woolf")
    expect(page.locator("#board .past > .reveal")).to_be_visible()
    expect(past).to_be_hidden()
    page.get_by_role("button", name="See the table first").click()
    expect(past.locator(".person")).to_have_count(8)
    expect(past.locator(".held .card")).to_have_count(16)
    assert past.locator(".token, .slip").count() >= 8
    assert faults(page, IN_PAST) == {}
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="See the table").click()
    expect(page.locator("#people .held .card")).to_have_count(16)
    expect(page.locator("#stage > .reveal")).to_be_hidden()
    assert faults(page, AT_TABLE) == {}
    page.locator("#look-back").click()
    expect(page.locator("#stage > .reveal")).to_be_visible()
    assert faults(page, WIDE) == {}


def test_without_scripts_the_table_is_a_picture(visitor: Visitor) -> None:
    page = visitor(script=False)
    open_table(page, "woolf", company="bot")
    picture = page.locator("#stage img")
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 300
    drawn = page.request.get(picture.get_attribute("src") or "").text()
    assert "You play the" in drawn, "as the seat sees it"
