"""Every page: axe finds nothing in either theme, the front page is light, bad input is met kindly."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, Response, ViewportSize, expect

from browser.conftest import DESK, Visitor
from browser.hands import HANDS, MINE, open_table, play_out

PLAIN = (
    "/", "/new", "/new?game=mutton", "/rules", "/rules/mutton", "/rules/fold", "/rules/dogs", "/rules/woolf",
    "/login", "/sign-up", "/settings", "/me", "/watch", "/ladder", "/lobby", "/recover", "/command",
)  # fmt: skip
HEAVIEST = 100_000
SHORT: ViewportSize = {"width": 844, "height": 390}


def faults(page: Page) -> list[str]:
    """What axe finds: everything by day, and whatever has to do with colour by night."""
    found = []
    for theme, rules in (("dark", {"runOnly": ["color-contrast", "link-in-text-block"]}), ("light", {})):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate("() => Promise.all(document.getAnimations().map((change) => change.finished))")
        for fault in violations(page, {"resultTypes": ["violations"], **rules}):
            where = f"{page.url} {theme}: {fault['id']}:"
            found += [f"{where} {node['html'][:120]} {node['failureSummary'][:300]}" for node in fault["nodes"]]
    return found


def violations(page: Page, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Half a megabyte of axe comes onto a page once, however often it looks."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate("(options) => axe.run(options)", options)["violations"]
    return found


def test_axe_finds_nothing_on_plain_pages(visitor: Visitor) -> None:
    page = visitor()
    found = []
    for path in PLAIN:
        page.goto(path)
        found += faults(page)
        page.set_viewport_size(SHORT)
        found += faults(page)
        page.set_viewport_size(DESK)  # type: ignore[arg-type]
    assert found == []


@pytest.mark.parametrize("game", list(HANDS))
def test_axe_finds_nothing_at_the_table(visitor: Visitor, game: str) -> None:
    page = visitor()
    open_table(page, game, company="bot")
    expect(page.locator(MINE)).to_be_visible()
    page.evaluate("() => document.querySelectorAll('.away').forEach((panel) => panel.classList.remove('away'))")
    found = faults(page)
    page.evaluate("() => (document.getElementById('since').textContent = 'Word after word. '.repeat(60))")
    page.set_viewport_size(SHORT)
    assert found + faults(page) == []


def test_axe_finds_nothing_before_and_after_a_game(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs")
    found = faults(page)
    open_table(page, "dogs", company="bot", tiles="3", mode="single")
    play_out("dogs", page)
    found += faults(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    found += faults(page)
    page.goto("/sign-up")
    page.fill("#name", "Ada of the Fold")
    page.fill("#password", "four-sheep-and-a-wolf")
    page.get_by_role("button", name="Sign up").click()
    page.goto("/people/Ada%20of%20the%20Fold")
    expect(page.get_by_role("heading", name="Ada of the Fold")).to_be_visible()
    found += faults(page)
    page.goto("/settings")
    assert found + faults(page) == []


def test_a_first_visit_from_cold_is_light_and_all_from_here(visitor: Visitor) -> None:
    page = visitor("about:blank")
    sizes: list[int] = []
    hosts: set[str] = set()

    def weigh(answer: Response) -> None:
        hosts.add(urlsplit(answer.url).netloc)
        sizes.append(answer.request.sizes()["responseBodySize"])

    page.on("response", weigh)
    page.goto("/", wait_until="networkidle")
    assert sum(sizes) < HEAVIEST
    assert hosts == {urlsplit(page.url).netloc}


def test_every_answer_forbids_foreign_and_inline_scripts(visitor: Visitor) -> None:
    page = visitor("/login")
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_replay_has_an_address_for_every_move(visitor: Visitor) -> None:
    page = visitor()
    open_table(page, "dogs", company="bot", tiles="5", mode="single")
    play_out("dogs", page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    page.keyboard.press("Home")
    expect(page.locator(".frame")).to_have_attribute("data-ply", "0")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".frame")).to_have_attribute("data-ply", "1")
    assert page.url.endswith("/1")
    page.reload()
    expect(page.locator(".frame")).to_have_attribute("data-ply", "1")
    expect(page.locator(".fair")).to_contain_text("checked")
    for width, height in ((1280, 800), (844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        board, stones = page.locator("#stage > svg").bounding_box(), page.locator(".scrub").bounding_box()
        assert board is not None
        assert stones is not None
        assert board["y"] + board["height"] <= height, "all of the board is in sight"
        assert stones["y"] + stones["height"] <= height, "and so is the wall of stones"
        assert stones["width"] > 0.9 * width, "which is as wide as the window"
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#moves li").first).to_contain_text("lays")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Position, PNG").click()
    assert taken.value.path().read_bytes().startswith(b"\x89PNG")
    for name, start in (("Record, JSON", b"{"), ("Record, readable", b"game")):
        with page.expect_download() as taken:
            page.get_by_role("link", name=name).click()
        assert taken.value.path().read_bytes().lower().startswith(start)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/nowhere", "nothing at this address"),
        ("/table/nosuchtable", "Not found"),
        ("/replay/nosuchtable/3", "Not found"),
        ("/rules/chess", "There is no game"),
        ("/new?game=chess", "There is no game"),
        ("/people/nobody-at-all", "Not found"),
    ],
)
def test_a_wrong_address_says_what_to_do(visitor: Visitor, path: str, words: str) -> None:
    page = visitor("/login", quiet=False)
    page.goto(path)
    expect(page.locator("main")).to_contain_text(words)
    page.get_by_role("link", name="To the front page").click()
    expect(page.get_by_role("heading", name="Four games")).to_be_visible()


def test_wrong_forms_keep_what_was_filled_in(visitor: Visitor) -> None:
    page = visitor("/new?game=mutton", quiet=False)
    page.locator("details.panel > summary").click()
    page.locator("[name=option-size]").fill("3")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("size 3")
    expect(page.locator("[name=option-size]")).to_have_value("3")
    page.goto("/login")
    page.fill("#name", "Nobody")
    page.fill("#password", "wrong-password")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("wrong")
    expect(page.locator("#name")).to_have_value("Nobody")


def test_a_double_click_opens_one_table(visitor: Visitor) -> None:
    page = visitor()
    page.locator("form[action='/play/dogs'] button").dblclick()
    page.wait_for_url("**/table/*")
    page.goto("/me")
    expect(page.locator(".rows li")).to_have_count(1)


def test_the_back_button_repeats_nothing(visitor: Visitor) -> None:
    page = visitor()
    page.locator("form[action='/play/dogs'] button").click()
    page.wait_for_url("**/table/*")
    page.go_back()
    page.go_forward()
    expect(page.locator("#board")).to_be_visible()
    page.goto("/me")
    expect(page.locator(".rows li")).to_have_count(1)


def test_settings_stay(visitor: Visitor) -> None:
    page = visitor("/settings")
    with page.expect_response("**/settings/preferences"):
        page.locator("main input[name=theme][value=dark]").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


GLIDES = """
async () => {
  const folder = document.querySelector(".brand use").getAttribute("href").replace(/[^/]*$/, "");
  const { glide, places } = await import(`${folder}js/glide.js`);
  document.documentElement.style.setProperty("--t-run", "1000ms");
  const svg = document.querySelector("figure svg");
  const sheep = svg.querySelector("[data-animal]");
  const middle = () => [places(svg).get(sheep.dataset.animal)].map(([x, y]) => [Math.round(x), Math.round(y)])[0];
  const [before, old] = [places(svg), middle()];
  const { e, f } = sheep.transform.baseVal[0].matrix;
  sheep.setAttribute("transform", `translate(${e + 60} ${f + 35})`);
  const goal = middle();
  glide(svg, before);
  const [run] = sheep.getAnimations();
  run.pause();
  const at = (time) => ((run.currentTime = time), middle());
  return { old, goal, start: at(0), end: at(999.9), others: svg.getAnimations({ subtree: true }).length };
}
"""


def test_who_runs_glides_from_the_old_place_to_the_new(visitor: Visitor) -> None:
    """A shape has its place by a transform of its own, which gliding adds to and never replaces."""
    seen = visitor("/rules/mutton").evaluate(GLIDES)
    assert seen["old"] != seen["goal"]
    assert seen["start"] == seen["old"]
    assert seen["end"] == seen["goal"]
    assert seen["others"] == 1
