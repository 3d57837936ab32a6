"""Pages beside the table in every window: nothing reaches out of it, and what is to be done first is in sight."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.hands import invitation, open_table
from browser.test_windows import faults

WINDOWS = [
    (320, 480), (390, 844), (640, 400), (768, 1024), (844, 390), (960, 470), (1024, 600), (1100, 700), (1280, 800),
    (1366, 768), (3840, 2160),
]  # fmt: skip
PATHS = (
    "/", "/new", "/new?game=mutton&company=bot", "/new?game=woolf", "/rules", "/rules/mutton", "/rules/woolf", "/watch",
    "/ladder", "/login", "/sign-up", "/settings", "/command", "/recover",
)  # fmt: skip

OUT = """() => {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth + 1) found.push(`the page is ${scrollWidth} wide`);
  for (const each of document.querySelectorAll("header *, main *")) {
    const { left, right, width } = each.getBoundingClientRect();
    if (!width || each.closest("svg, .sr, .scroll, pre, .menu > div")) continue;
    if (left < -1 || right > innerWidth + 1) found.push(`out: ${each.outerHTML.slice(0, 60)}`);
  }
  for (const each of document.querySelectorAll("main .btn, .choices label")) {
    const holder = each.closest(".game, .panel, main").getBoundingClientRect();
    const cut = each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > holder.right;
    if (each.clientWidth && cut) found.push(`cut: ${each.textContent.trim()}`);
  }
  for (const box of document.querySelectorAll("main .settings"))
    if (box.scrollWidth > box.parentElement.clientWidth + 1) found.push("a table is cut");
  const yellow = [...document.querySelectorAll("main .btn.go")].filter((each) => each.offsetWidth);
  if (yellow.length > 1) found.push("two yellow buttons");
  const [heading, first] = [document.querySelector("h1"), document.querySelector(".words .btn.go, [data-copy]")];
  for (const each of [heading, first])
    if (each && each.getBoundingClientRect().bottom > innerHeight) found.push(`out of sight: ${each.textContent}`);
  return found;
}"""

OVERLAPS = """() => {
  const words = document.querySelector(".words").getBoundingClientRect(), found = [];
  for (const beast of document.querySelectorAll(".hero use")) {
    const { left, right, top, bottom } = beast.getBoundingClientRect();
    if (left < words.right && right > words.left && top < words.bottom && bottom > words.top)
      found.push(`words over ${beast.getAttribute("href").split("#")[1]}`);
  }
  return found;
}"""
"""Where the words of the front page lie over somebody."""


def wrong(page: Page, path: str) -> dict[str, list[str]]:
    page.goto(path)
    expect(page.locator("h1").first).to_be_visible()
    return {f"{path} {window}": found for window, found in faults(page, OUT, WINDOWS).items()}


def test_nothing_reaches_out_of_any_window(visitor: Visitor) -> None:
    page = visitor()
    found = {}
    for path in PATHS:
        found |= wrong(page, path)
    assert found == {}
    page.goto("/")
    assert faults(page, OVERLAPS, [*WINDOWS, (821, 600), (901, 600), (1180, 800), (1181, 800)]) == {}


def test_an_invitation_is_in_sight_for_who_sends_and_who_gets_it(visitor: Visitor) -> None:
    host = visitor()
    table = open_table(host, "dogs", tiles="3")
    expect(host.locator("main")).to_contain_text("Tiles in all: 3")
    link = invitation(host)
    assert wrong(host, table) == {}
    guest = visitor(link)
    for width, height in WINDOWS:
        guest.set_viewport_size({"width": width, "height": height})
        expect(guest.get_by_role("button", name="Sit down")).to_be_in_viewport(ratio=1)
