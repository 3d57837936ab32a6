"""Every window: in whatever size and either way round the board is large, and what is to be done is in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import DESK, Visitor
from browser.hands import GHOSTS, HANDS, MINE, MOVED, button, heard, lay_tile, mover, number, open_table, openings, over
from serving import MUTTON, Player, ServerProcess, seated

SIDES = (
    (320, 480), (320, 568), (360, 640), (360, 800), (390, 844), (400, 640), (470, 960), (540, 821), (600, 800),
    (560, 700), (600, 1024), (768, 1024), (1080, 1920), (2160, 3840),
)  # fmt: skip
"""Windows from the smallest phone on, each of them either way round."""
SIZES = [*SIDES, *((high, wide) for wide, high in SIDES), (1280, 720), (1280, 800), (1024, 820), (1600, 500)]

FAULTS = """() => {
  const found = [], sides = Math.min(innerWidth, innerHeight);
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return { box, inside: x > 0 && y > 0 && x < innerWidth && y < innerHeight, top: document.elementFromPoint(x, y) };
  };
  const whole = ({ left, top, right, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const box = document.getElementById("board").getBoundingClientRect();
  const width = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
  const height = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
  if (Math.min(width, height) < 0.6 * sides - 1) found.push(`the board is ${width | 0} by ${height | 0}`);
  const acts = [...document.querySelectorAll("#prompt :is(.acts, .lesson) :is(button, a, select)")];
  const needed = [document.getElementById("headline"), ...acts];
  for (const { scrollWidth, clientWidth, textContent } of acts)
    if (clientWidth && scrollWidth > clientWidth + 1) found.push(`cut: ${textContent.trim()}`);
  for (const element of needed) {
    const { box, inside, top } = seen(element);
    if (!box.width) continue;
    const name = element.textContent.trim().slice(0, 30);
    if (!inside || (element.id !== "headline" && !whole(box))) found.push(`out of sight: ${name}`);
    else if (!element.contains(top) && !top?.closest("#prompt")) found.push(`covered by ${top?.className}: ${name}`);
  }
  const shown = acts.filter((each) => each.offsetWidth).map((each) => each.getBoundingClientRect().right);
  const apart = Math.max(0, ...shown) - document.getElementById("headline").getBoundingClientRect().left;
  if (apart > 1600) found.push(`words and buttons are ${apart | 0} apart`);
  const map = document.querySelector("#board [data-map]");
  const cells = document.querySelector("#prompt.mine") ? "#board" : "#nothing";
  for (const cell of document.querySelectorAll(`${cells} :is(.legal, svg [data-part], button:not(:disabled))`)) {
    if (cell.closest(".tools")) continue;
    const { box, inside, top } = seen(cell);
    const scrolls = cell.closest(".hand, div.woolf, #stage > svg").getBoundingClientRect();
    const middle = box.top + box.height / 2;
    if (!box.width || (map && !inside) || middle > scrolls.bottom || middle < scrolls.top) continue;
    const name = cell.dataset.cell ?? cell.dataset.part ?? cell.outerHTML.slice(0, 60);
    if (!inside && cell.closest("svg")) found.push(`a cell out of sight: ${name}`);
    if (inside && !top?.closest("#stage")) found.push(`a cell under ${top?.closest("[id]")?.id}: ${name}`);
  }
  const shows = (box) => box.width > 1 && box.height > 1;
  const [title, bar] = [".crumb b", ".top"].map((each) => document.querySelector(each).getBoundingClientRect());
  if (shows(title) && (title.top < bar.top || title.bottom > bar.bottom)) found.push("the title bursts the header");
  for (const tab of document.querySelectorAll("#tabs button")) {
    const own = tab.getBoundingClientRect();
    const out = own.left < -1 || own.right > innerWidth + 1 || tab.scrollWidth > tab.clientWidth + 1;
    if (shows(own) && out) found.push(`a tab is cut: ${tab.textContent}`);
  }
  for (const row of ["#facts > span", "#slips > .tell"]) {
    const chips = [...document.querySelectorAll(row)].map((each) => each.getBoundingClientRect()).filter(shows);
    const beside = (one, other) => one.right <= other.left + 1 || one.bottom <= other.top + 1;
    const apart = (one, other) => beside(one, other) || beside(other, one);
    const crossed = (one, n) => chips.slice(n + 1).some((other) => !apart(one, other));
    if (chips.some(crossed)) found.push(`chips overlap: ${row}`);
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth + 1) found.push(`the page is ${scrollWidth} wide`);
  return found;
}"""


WIDE = """() => [...document.querySelectorAll("#panel *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest("svg"))
  .map((each) => each.outerHTML.slice(0, 60))"""
"""Whatever of the game's own panel reaches out of the window."""

SMALL = [(320, 480), (390, 844), (640, 400), (844, 390), (1024, 600), (1366, 768)]
"""Windows in which a few words more could be too many."""

SQUARE = [(1161, 900), (780, 360), (780, 540), (779, 600), (780, 760), (821, 900), (900, 1000), (1000, 1100)]
"""Between phones and desks: low ones, and those about as high as wide."""

CUT = """() => {
  const [box] = document.querySelectorAll(".say-what"), { bottom } = box.getBoundingClientRect();
  const told = [...document.querySelectorAll("#headline, #slips .tell")];
  const cut = told.filter((each) => each.getBoundingClientRect().bottom > bottom + 1).map((each) => each.textContent);
  return cut.map((words) => `cut: ${words}`);
}"""
"""What is told of a move before it is played, and cannot be read without scrolling."""

CARD = """() => {
  const found = [], [card] = document.querySelectorAll(".interlude");
  const boxes = [card, ...document.querySelectorAll(".reveal")];
  for (const box of boxes) if (box.scrollWidth > box.clientWidth + 1) found.push(`too wide: ${box.className}`);
  for (const each of card.querySelectorAll(".btn, .sum p.display")) {
    const { top, right, bottom } = each.getBoundingClientRect();
    const low = each.matches(".btn") && bottom > innerHeight + 1;
    if (low || top < 0 || right > innerWidth + 1) found.push(each.textContent);
  }
  return found;
}"""
"""What is cut off of the card at the end, and of cards turned up beside it."""

REPLAYED = """() => {
  const { left, top, right, bottom } = document.getElementById("board").getBoundingClientRect();
  const bar = document.querySelector(".scrub").getBoundingClientRect();
  const width = Math.min(right, innerWidth) - Math.max(left, 0), height = Math.min(bottom, bar.top) - Math.max(top, 0);
  const small = Math.min(width, height) < 0.6 * Math.min(innerWidth, innerHeight) - 1;
  const low = bar.bottom > innerHeight + 1 || bar.width < 0.9 * innerWidth;
  return [...(small ? [`the board is ${width | 0} by ${height | 0}`] : []), ...(low ? ["the wall of stones"] : [])];
}"""

LONG = """() => {
  for (const body of document.querySelectorAll(".sheet tbody"))
    for (let n = 0; n < 16; n += 1) body.prepend(body.rows[0].cloneNode(true));
  const found = [], panel = document.getElementById("panel").getBoundingClientRect();
  for (const bank of document.querySelectorAll(".bank")) {
    const box = bank.getBoundingClientRect(), rows = bank.querySelectorAll("tbody tr");
    if (box.bottom > panel.bottom + 1) found.push("a bank reaches out of the panel");
    for (const [row, at] of [[rows[0], 0], [rows[rows.length - 1], bank.scrollHeight]]) {
      bank.scrollTop = at;
      const { top, bottom } = row.getBoundingClientRect();
      if (top < box.top || bottom > box.bottom + 1) found.push(`row ${row.rowIndex} cannot be brought into sight`);
    }
  }
  return found.concat(document.querySelectorAll(".bank").length === 2 ? [] : ["two banks"]);
}"""
"""A sheet of many rounds: whatever is wrong about how it is shown."""


LATELY = """async () => {
  const folder = document.querySelector(".brand use").getAttribute("href").replace(/[^/]*$/, "");
  const { Prompt } = await import(`${folder}js/prompt.js`);
  const prompt = new Prompt(), since = document.getElementById("since"), found = [];
  prompt.since = ["A sheep lives. ".repeat(20), "B is shot."];
  prompt.say("Your shot.", "B is shot. Pick an animal.");
  if (since.textContent.includes("B is shot")) found.push("said twice");
  const box = since.parentElement.getBoundingClientRect(), own = since.getBoundingClientRect();
  if (since.hidden) found.push("nothing of it");
  if (own.bottom > box.bottom + 1) found.push(`down to ${own.bottom} of ${box.bottom}`);
  const lines = own.height / parseFloat(getComputedStyle(since).lineHeight);
  if (Math.abs(lines - Math.round(lines)) > 0.1) found.push(`${lines} lines`);
  prompt.since = ["A sheep lives. ".repeat(20), "C ran."];
  prompt.say("Your shot.", "B is shot.");
  if (since.textContent !== "C ran.") found.push(`the last is not told: ${since.textContent.slice(-20)}`);
  return found;
}"""
"""Whatever is wrong about how a long story is told in the prompt."""

FORETOLD = """async () => {
  const folder = document.querySelector(".brand use").getAttribute("href").replace(/[^/]*$/, "");
  const { Prompt } = await import(`${folder}js/prompt.js`);
  const told = { "+2": "good", "1 wolf scared for good": "good", "7 → 9 alive": "" };
  const slips = Object.entries(told).map(([words, sign]) => ({ words, sign }));
  new Prompt().foretell({ sentence: "Here 2 more sheep live.", slips });
}"""
"""As much as is ever told of a tile before it is laid."""

NAMED = """() => document.querySelectorAll("main > .plates b").forEach((name, n) => {
  name.textContent = ["Maximiliane Featherstone", "Bartholomew Cholmondeley"][n];
})"""
"""Names that take two lines wherever they stand: a guest's name is drawn at random."""

BEYOND = """() => {
  const svg = document.querySelector("#stage > svg"), found = [];
  const [x, y, w, h] = svg.querySelector("[data-map]").dataset.map.split(" ").map(Number);
  const { x: left, y: top, width, height } = svg.viewBox.baseVal;
  if (width < w && (left < x - 1 || left + width > x + w + 1)) found.push("ground beyond the map, left or right");
  if (height < h && (top < y - 1 || top + height > y + h + 1)) found.push("ground beyond the map, above or below");
  return found;
}"""
"""Whether the window on a map shows more ground than there is."""

INSIDE = """(what) => {
  const box = document.getElementById("stage").getBoundingClientRect();
  const own = document.querySelector(what).getBoundingClientRect();
  const across = own.left >= box.left - 1 && own.right <= box.right + 1;
  return across && own.top >= box.top - 1 && own.bottom <= box.bottom + 1;
}"""


AROUND = """async () => {
  const folder = document.querySelector(".brand use").getAttribute("href").replace(/[^/]*$/, "");
  const { Camera } = await import(`${folder}js/camera.js`);
  const window = { x: 0, y: 0, w: 400, h: 400 };
  return [[150, 250], [320, 200], [90, 340]].map(([x, y]) => {
    const moved = Camera.prototype.around.call({ home: { x, y }, cell: 50 }, window);
    return [moved.x, moved.y];
  });
}"""
"""How far a window of eight cells either way moves for a tile in its midst, and for two at its edges."""


DRAWN = """async () => {{
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return ({script})();
}}"""


def faults(page: Page, script: str = FAULTS, sizes: list[tuple[int, int]] = SIZES) -> dict[str, list[str]]:
    """What a script that runs in the page finds wrong in which window, once that is drawn."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        if wrong := page.evaluate(DRAWN.format(script=script)):
            found[f"{width}x{height}"] = wrong[:4]
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("game", list(HANDS))
def test_in_every_window_the_board_is_large_and_what_is_to_be_done_is_in_sight(visitor: Visitor, game: str) -> None:
    page = visitor()
    open_table(page, game, company="bot", **({"num_wolves": "1"} if game == "mutton" else {}))
    seen: set[str] = set()
    unseen, (when, build) = True, GHOSTS[game]
    expect(page.locator("#board[data-number]")).to_be_visible()  # before its scripts have run all panels are open
    page.set_viewport_size(ViewportSize(width=320, height=568))
    page.get_by_role("tab").first.click()
    assert page.evaluate(WIDE) == []
    page.evaluate("() => scrollTo(0, 0)")
    for _ in range(6):
        if mover([page]) is None:
            break
        headline = page.locator("#headline").inner_text()
        if headline not in seen:
            assert faults(page) == {}, headline
        if unseen and headline.startswith(when):
            stood = page.locator("#stage").bounding_box()
            build(page)
            expect(page.locator("#headline")).to_have_text(re.compile("^(Here|The Farmer will|You see)"))
            assert page.locator("#stage").bounding_box() == stood, "the board moved under the pointer"
            assert faults(page, sizes=SMALL) == {}, "with what would come of it"
            assert faults(page, CUT, SMALL) == {}
            page.reload()
            expect(page.locator(MINE)).to_be_visible()
            unseen = False
        seen.add(headline)
        before = number(page)
        HANDS[game](page)
        page.wait_for_function(MOVED, arg=before)
    assert not unseen, "no move was shown before it was played"
    if not over(page):
        page.get_by_role("button", name="Give up").click()
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    assert faults(page) == {}, "over"
    page.locator("#look-back").click()
    assert faults(page, CARD, SMALL) == {}
    page.locator("[data-go-on]").click()
    if game == "mutton":
        assert page.evaluate(LONG) == []
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".scrub")).to_be_visible()
    assert faults(page, REPLAYED) == {}, "replay"


def test_what_happened_lately_is_told_once_and_in_whole_lines(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs", company="bot", tiles="5", mode="single")
    expect(page.locator(MINE)).to_be_visible()
    assert faults(page, LATELY, SMALL) == {}
    lay_tile(page)
    expect(button(page, "Lay it here")).to_be_enabled()
    page.evaluate(NAMED)
    page.evaluate(FORETOLD)
    assert faults(page, CUT, [*SIZES, *SQUARE]) == {}
    assert faults(page, sizes=SQUARE) == {}
    button(page, "Elsewhere").click()
    turned = page.locator("#hold svg").get_attribute("viewBox")
    button(page, "Turn it").click()  # in the hand, before there is a place for it
    expect(page.locator("#hold svg")).not_to_have_attribute("viewBox", turned or "")


GAP = """() => {
  document.getElementById("acts").replaceChildren();
  const words = document.querySelector(".say-what").getBoundingClientRect(), skip = document.getElementById("skip");
  const edge = document.getElementById("prompt").getBoundingClientRect().right;
  const gap = (skip.hidden ? edge : skip.getBoundingClientRect().left) - words.right;
  return gap > 40 ? [`${Math.round(gap)} px are left empty`] : [];
}"""
"""Where nothing can be done, how much of the line beside the words nobody uses."""


def test_words_have_the_room_of_buttons_that_are_not_there(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs", company="bot", tiles="5", mode="single")
    expect(page.locator(MINE)).to_be_visible()
    assert faults(page, GAP, [(780, 560), (1024, 768), (1100, 800), (1280, 800)]) == {}


def test_the_pointers_of_woolf_come_to_whoever_sets_them(visitor: Visitor) -> None:
    page = visitor(phone=True)
    open_table(page, "woolf", company="bot", turn_limit="1")
    for _ in range(3):
        expect(page.locator(MINE)).to_be_visible()
        if button(page, "Decline").count():
            break
        before = number(page)
        HANDS["woolf"](page)
        page.wait_for_function(MOVED, arg=before)
    button(page, "Suspect").click()
    dials = page.locator(".dial button:enabled")
    expect(dials.first).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for dial in (dials.first, dials.last):
            box = dial.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 40, f"{width}x{height}: {box}"
            middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
            shown = page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.dial')", middle)
            assert shown, f"{width}x{height}"


def test_help_opens_beside_the_game_on_a_phone_where_it_speaks_of_what_is_to_be_done(visitor: Visitor) -> None:
    page = visitor(phone=True)
    open_table(page, "mutton", company="bot")
    expect(page.locator(MINE)).to_be_visible()
    address, asked = page.url, page.locator("#headline").inner_text()
    page.get_by_role("link", name="Help", exact=True).click()
    expect(page.locator("#drawer form b")).to_have_text(asked)
    expect(page.locator("#rules-setting-up")).to_be_in_viewport()
    page.get_by_role("button", name="Close the rules").click()
    expect(page.locator("#drawer")).to_be_hidden()
    page.locator("#board").press("?")
    expect(page.locator("#rules-setting-up")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    assert page.url == address
    expect(page.locator("#headline")).to_be_visible()


def test_on_a_phone_the_map_stays_while_the_last_tile_is_in_sight_and_what_is_picked_comes_whole(
    visitor: Visitor,
) -> None:
    page = visitor(phone=True)
    open_table(page, "dogs", company="bot", tiles="11", mode="single")
    expect(page.locator(MINE)).to_be_visible()
    assert page.locator(".edge:visible").count() == 0, "open ground is not a tile"
    for _ in range(3):
        assert mover([page]) is not None
        assert page.evaluate(BEYOND) == []
        assert page.evaluate(INSIDE, "[data-layer=tiles] > :last-child"), "the tile that was laid last"
        before = number(page)
        page.mouse.click(*max(openings(page)))
        expect(button(page, "Lay it here")).to_be_enabled()
        assert page.evaluate(INSIDE, "[data-over=picks] .sel-out"), "the tile that is picked"
        expect(page.locator("#detail")).not_to_contain_text("wheel")
        button(page, "Lay it here").click()
        page.wait_for_function(MOVED, arg=before)
    assert mover([page]) is not None
    assert page.evaluate(AROUND) == [[0, 0], [20, 0], [-10, 40]]
    page.mouse.click(*max(openings(page)))
    expect(button(page, "Lay it here")).to_be_enabled()
    for width, height in ((844, 390), (320, 480), (480, 320)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.wait_for_function(INSIDE, arg="[data-over=picks] .sel-out")  # also when the phone is turned


def test_who_goes_berserk_reads_what_is_at_stake(visitor: Visitor) -> None:
    page = visitor("/new?game=mutton&company=bot")
    page.get_by_label("I am the Farmer first").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(MINE)).to_be_visible()
    HANDS["mutton"](page)
    expect(page.locator("#headline")).to_have_text("Your shot, Farmer.")
    page.locator("[data-animal][data-part]").first.click()
    button(page, "Berserk").click()
    expect(page.locator("#detail")).to_contain_text("This ends the game.")
    expect(page.locator("#slips")).to_be_empty()
    page.locator("[data-animal][data-part]").nth(3).click()
    expect(page.locator("#headline")).to_contain_text("A wolf that is left eats the rest.")
    assert faults(page, CUT, SMALL) == {}
    assert faults(page, sizes=SMALL) == {}


SHORTENED = """() => [...document.querySelectorAll(".plate b")]
  .filter((each) => each.offsetWidth && each.scrollHeight > each.clientHeight + 1).map((each) => each.textContent)"""


def test_beside_a_clock_the_longest_names_are_whole(visitor: Visitor, server: ServerProcess) -> None:
    ada, bruno = Player(server.url, "Maximiliane Featherstone"), Player(server.url, "Bartholomew Cholmondeley")
    table = seated(ada, bruno, MUTTON, clock={"kind": "live", "main": 900, "extra": 10})
    page = visitor(f"/table/{table}")
    expect(page.locator("#board[data-number]")).to_be_visible()
    assert faults(page, SHORTENED, [size for size in SIZES if size != (320, 480)]) == {}
    assert faults(page) == {}


ARROWS = "() => [...document.querySelectorAll('.edge')].some((edge) => edge.checkVisibility())"


def test_arrows_point_to_what_lies_outside_the_window_and_at_the_end_all_is_shown(visitor: Visitor) -> None:
    page = visitor(phone=True)
    open_table(page, "dogs", company="bot", tiles="5", mode="single")
    arrows = page.locator(".edge:visible")
    while mover([page]) is not None:
        before = number(page)
        HANDS["dogs"](page)
        page.wait_for_function(MOVED, arg=before)
        if mover([page]) is None:  # the bot's tile is laid, too: nothing else moves the map now
            break
        closer = page.locator("[data-tool=in]")
        heard(page, lambda closer=closer: closer.click(click_count=4), ARROWS)  # type: ignore[misc]
        page.locator("[data-tool=fit]").click()
        expect(arrows).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    expect(arrows).to_have_count(0)


ALL_LEGAL = """(cells) => {
  const box = document.getElementById("stage").getBoundingClientRect();
  const spots = cells.map((cell) => document.querySelector(`[data-layer=spots] [data-cell="${cell}"]`)).filter(Boolean);
  return spots.filter((spot) => {
    const { left, right, top, bottom } = spot.getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
  }).map((spot) => spot.dataset.cell);
}"""
"""Open cells next to the first tile that are not whole in sight."""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_dogs_opens_with_all_legal_places_in_sight(visitor: Visitor, size: tuple[int, int]) -> None:
    page = visitor(phone=True)
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    open_table(page, "dogs", company="bot")
    expect(page.locator(MINE)).to_be_visible()
    far = [f"{x},0" for x in (-4, -3, -2, 2, 3, 4)] + [f"0,{y}" for y in (-3, -2, -1, 1, 2, 3)]
    assert page.evaluate(ALL_LEGAL, far) == []
