"""Hands at the page: how a person plays each game by clicking, one move at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, TimeoutError, expect

from patience import PATIENCE
from sheepfold.games.sheep_dogs_wolves.board import cells_of, place_of
from sheepfold.games.sheep_dogs_wolves.terms import tile_of

READY = "#board[data-number]"
"""The page's script is at work: before, buttons are not drawn, keys do nothing, and forms lead to other pages."""
MINE = f"main:has({READY}) #prompt.mine"
"""It is the player's turn, and they can move."""
MOVED = "before => board.dataset.number !== before && !document.querySelector('#prompt[aria-busy=true]')"
"""The page has drawn something newer, and no move is on its way any more."""


REPLAY = f"main:has({READY}) a[href^='/replay/']:visible"
"""Only a game that is over leads there. It is looked for often, and by its role that takes ten times as long."""


OPENINGS = """async (spots, cells) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return spots.map((spot) => {
    const { left, top, width, height } = spot.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }).filter(([x, y]) => cells.includes(document.elementFromPoint(x, y)?.closest("[data-cell]")?.dataset.cell));
}"""
"""The middles of those spots where the page sees one of the cells, once it is drawn: before, clicks may be lost."""


def button(page: Page, name: str) -> Locator:
    return page.locator("#acts button", has_text=name)


def open_table(page: Page, game: str, *, company: str = "friend", seats: int | None = None, **options: str) -> str:
    """Fill in the form for a new table; answers its address."""
    page.goto(f"/new?game={game}")
    page.locator(f"input[name=company][value={company}]").check()
    if seats is not None and page.locator("select[name=seats]").count():
        page.locator("select[name=seats]").select_option(str(seats))
    if options:
        page.locator("details.panel > summary").click()
    for name, value in options.items():
        field = page.locator(f"[name=option-{name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        elif field.get_attribute("type") == "checkbox":
            field.set_checked(value == "on")
        else:
            field.fill(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    return page.url


def invitation(page: Page) -> str:
    """The link that a friend is sent."""
    return page.locator("#link").input_value()


def sit_down(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url(lambda url: "invite" not in url)


def click_middle(page: Page, shape: Locator) -> None:
    """Click where a shape is drawn, whatever lies under it."""
    box = shape.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


# -- one move ----------------------------------------------------------------------------------


def mutton(page: Page) -> None:
    headline = page.locator("#headline").inner_text()
    if headline.startswith("Place the flock"):
        button(page, "Random").click()
        button(page, "Use this field").click()
    elif headline.startswith("Choose your wol"):
        page.locator("[data-animal]").first.click()
        button(page, "my wol").click()
    elif button(page, "Pass").count() and headline.startswith("Your shot"):
        button(page, "Pass").click()
    elif headline.startswith("Your shot"):
        page.locator("[data-animal][data-part]").first.click()
        button(page, "Shoot").first.click()
    elif button(page, "Pass").count():
        button(page, "Pass").click()
    else:
        eat(page)


def eat(page: Page) -> None:
    """A whole kill."""
    aim(page)
    button(page, "Eat").click()


def aim(page: Page) -> None:
    """A victim, and a cell for everybody who runs."""
    strike(page)
    while page.locator(".legal").count():
        send(page)


REFUSED = "[...document.querySelectorAll('.toast')].find((toast) => !toast.textContent.includes('End it here'))"
"""A message that says why something cannot be; not the one that offers the end of a decided match."""


def heard(page: Page, click: Callable[[], None], answered: str) -> None:
    """Click, and again where nothing comes of it for a while: on a busy machine Chromium now and then drops a click."""
    for _ in range(3):
        click()
        with suppress(TimeoutError):
            page.wait_for_function(answered, timeout=15_000)
            return
    raise AssertionError("Nothing came of a click, three times.")


def strike(page: Page) -> None:
    """Choose the first victim that a wolf can reach."""
    for animal in page.locator("[data-animal][data-part]").all():
        heard(page, animal.click, f"() => board.dataset.built || {REFUSED}")
        if page.locator("#board").get_attribute("data-built"):
            return
        page.evaluate(f"() => {REFUSED}?.querySelector('button')?.click()")  # unless it went by itself


def send(page: Page) -> None:
    """Let the next runner run to the first cell that is open to it."""
    built = page.locator("#board").get_attribute("data-built")
    click_middle(page, page.locator(".legal").first)
    page.wait_for_function("built => board.dataset.built !== built", arg=built)


def dogs(page: Page) -> None:
    if button(page, "Bid").count():
        button(page, "Bid").click()
        return
    page.mouse.click(*openings(page)[0])
    button(page, "Lay it here").click()


def openings(page: Page) -> list[tuple[float, float]]:
    """Where on the screen a tile of Dogs can be laid now."""
    table = urlsplit(page.url).path.rpartition("/")[2]
    parts = page.request.get(f"/api/v1/tables/{table}/choices").json()["parts"]
    tiles = [tile for tile in map(tile_of, parts) if tile is not None]
    open_cells = sorted({"{},{}".format(*place_of(cell)) for tile in tiles for cell in cells_of(tile)})
    found = page.locator("[data-layer=spots] [data-cell]").evaluate_all(OPENINGS, open_cells)
    return [(x, y) for x, y in found]


def fold(page: Page) -> None:
    page.locator("[data-tool=fit]").click()
    click_middle(page, page.locator("[data-map] [data-part]").first)
    button(page, "Lay it here").click()


DECLINES = "[...document.querySelectorAll('#acts button')].find((each) => each.textContent.includes('Decline'))"
DECLINE = f"() => {DECLINES}?.click()"
SURE = f"() => !{DECLINES} || (headline.textContent === 'Make no suspicion?' && !{DECLINES}.disabled)"


def woolf(page: Page) -> None:
    if button(page, "Decline").count():
        page.evaluate(DECLINE)  # at once: others may end what is to be declined at any moment
        page.wait_for_function(SURE)
        page.evaluate(DECLINE)
        return
    look(page)
    button(page, "Peek at").click()


# -- a move that is shown, and not yet made ----------------------------------------------------


def lay_tile(page: Page) -> None:
    page.mouse.click(*openings(page)[0])


def set_tile(page: Page) -> None:
    page.locator("[data-tool=fit]").click()
    click_middle(page, page.locator("[data-map] [data-part]").first)


def look(page: Page) -> None:
    button(page, "Peek").click()
    expect(page.locator("#headline")).to_have_text("Whose card do you peek at?")  # before, the first button is Peek
    page.locator("#acts button").first.click()


HANDS: Mapping[str, Callable[[Page], None]] = {"mutton": mutton, "dogs": dogs, "fold": fold, "woolf": woolf}


GHOSTS: Mapping[str, tuple[str, Callable[[Page], None]]] = {
    "mutton": ("Choose whom to eat", aim),
    "dogs": ("", lay_tile),
    "fold": ("", set_tile),
    "woolf": ("Your turn", look),
}
"""How the prompt begins where a whole move can be built, and how that is done."""


# -- a whole game ------------------------------------------------------------------------------


def number(page: Page) -> str:
    """The last event that the page has drawn."""
    return page.locator("#board").get_attribute("data-number") or ""


def over(page: Page) -> bool:
    return page.locator(REPLAY).count() > 0


def play_out(game: str, *pages: Page, most: int = 200) -> None:
    """Let every page move whenever it is its turn, until the game is over for all."""
    for _ in range(most):
        page = mover(pages)
        if page is None:
            return
        before = number(page)
        HANDS[game](page)
        page.wait_for_function(MOVED, arg=before)
    raise AssertionError("The game did not end.")


def mover(pages: Sequence[Page]) -> Page | None:
    """The next page whose turn it is, however long the others think; none when the game is over for all."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if all(over(page) for page in pages):
            return None
        for page in pages:
            if page.locator(MINE).count():
                return page
        pages[0].wait_for_timeout(60)
    raise AssertionError("It was nobody's turn any more.")
