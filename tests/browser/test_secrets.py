"""The traffic test: what a browser receives is byte-equal for two secrets until the rules tell them apart."""

from __future__ import annotations

import re
import time
from itertools import combinations
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from browser.conftest import DESK
from browser.hands import MINE, button, invitation, open_table
from patience import PATIENCE
from serving import Player, ServerProcess
from sheepfold.core.contract import Move
from sheepfold.core.records.progress import Progress
from sheepfold.games import game

PACES = 20
"""How often a page asks depends on how quickly it draws, so two games are played until both went at the same pace.
If the number of answers depended on the secret, that would never happen."""
FLOCK = {"size": "3", "num_sheep": "9", "num_wolves": "2", "quick": "4"}


class Dealer(ServerProcess):
    """A server that deals from given seeds."""

    program = (str(Path(__file__).with_name("dealer.py")),)

    def __init__(self, database: str, *seeds: bytes) -> None:
        super().__init__(database)
        self.environment = self.environment | {"SEEDS": " ".join(seed.hex() for seed in seeds)}


class Tap:
    """Everything that a page receives, with what differs from table to table by design taken out."""

    def __init__(self, page: Page) -> None:
        self.page, self.received = page, list[tuple[str, bytes]]()
        page.on("requestfinished", self._finished)
        page.on("websocket", lambda line: line.on("framereceived", lambda frame: self._frame(frame)))

    def _finished(self, request: Request) -> None:
        answer = request.response()
        if "/static/" in request.url or answer is None or answer.status in (303, 304):
            return
        self.received.append((urlsplit(request.url).path, answer.body()))

    def _frame(self, frame: str | bytes) -> None:
        self.received.append(("socket", frame.encode() if isinstance(frame, str) else frame))

    def plain(self) -> list[tuple[str, bytes]]:
        """Without the table's address and number, its invitation and commitment, times, and the keys of forms."""
        table = urlsplit(self.page.url).path.split("/")[2]
        found = []
        for where, body in self.received:
            body = body.replace(table.encode(), b"TABLE")
            body = re.sub(rb'("board":|[Bb]oard |[Tt]able |<code>\w+ show )\d+', rb"\1NUMBER", body)
            body = re.sub(rb"invite=[\w-]+|\b[0-9a-f]{64}\b", b"SECRET", body)
            body = re.sub(rb'"(at|opened_at)":[0-9.]+', rb'"\1":THEN', body)
            body = re.sub(rb'(name="key" value=)"[^"]*"', rb"\1KEY", body)
            body = re.sub(rb'(?s)<div class="qr">.*?</div>', b"QR", body)
            found.append((where.replace(table, "TABLE"), body))
        return sorted(found)


def twin_words() -> tuple[str, str, Move]:
    """Two words without a common letter, and a kill that is possible with either and eats a sheep with both."""
    mutton = game("mutton")
    empty = mutton.start(mutton.options.make({name: int(value) for name, value in FLOCK.items()}), 2)
    placed, _ = mutton.apply(empty, 2, mutton.read(empty, 2, "sparse"))
    states = {
        word: mutton.apply(placed, 1, mutton.read(placed, 1, word))[0]
        for word in map("".join, combinations("ABCDEFGHI", 2))
    }
    for one, other in combinations(states, 2):
        both = set(mutton.parts(states[one], 1, ())) & set(mutton.parts(states[other], 1, ()))
        victims = sorted(part for part in both if part[0] not in one + other and part.endswith(":"))
        if victims and not set(one) & set(other):
            move: Move = (victims[0],)
            while not mutton.complete(states[one], 1, move):
                move += (next(iter(mutton.parts(states[one], 1, move))),)
            return one, other, move
    raise AssertionError("No two words allow the same kill.")


def told(page: Page, count: int) -> None:
    """Wait until the page has drawn so many events."""
    page.wait_for_function("count => Number(board.dataset.number) >= count", arg=count)


def farmers_traffic(page: Page, wolf: Player, word: str, kill: Move) -> list[tuple[str, bytes]]:
    """A game up to the Farmer's first answer, as the Farmer's browser receives it."""
    tap = Tap(page)
    page.goto("/new?game=mutton")
    page.locator("input[name=first][value=no]").check()
    page.locator("details.panel > summary").click()
    for name, value in FLOCK.items():
        page.locator(f"[name=option-{name}]").fill(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    link = urlsplit(invitation(page))
    table = link.path.rpartition("/")[2]
    wolf.post(f"/tables/{table}/sit", invite=parse_qs(link.query)["invite"][0])
    expect(page.locator(MINE)).to_be_visible()
    button(page, "With gaps").click()
    button(page, "Use this field").click()
    page.wait_for_function("() => !document.querySelector('#prompt.mine')")
    seen = int(page.locator("#board").get_attribute("data-number") or 0)
    wolf.post(f"/tables/{table}/moves", move=word)
    told(page, seen + 1)
    wolf.post(f"/tables/{table}/moves", move=list(kill))
    told(page, seen + 2)
    button(page, "Pass").click()
    told(page, seen + 3)
    page.reload()
    expect(page.locator("#live")).to_have_text("Live")
    page.wait_for_timeout(300)
    found = tap.plain()
    assert any(where == "socket" for where, _ in found)
    return found


def test_the_farmers_browser_receives_the_same_for_two_wolf_words(server: ServerProcess, chromium: Browser) -> None:
    one, other, kill = twin_words()
    wolf = Player(server.url, "Bruno")
    context = person(server, chromium)
    for _ in range(PACES):
        first, second = (farmers_traffic(context.new_page(), wolf, word, kill) for word in (one, other))
        if [where for where, _ in first] == [where for where, _ in second]:
            break
    context.close()
    assert [where for where, _ in first] == [where for where, _ in second]
    assert first == second


def person(server: ServerProcess, chromium: Browser) -> BrowserContext:
    """Somebody's browser, known as a guest since an earlier table."""
    context = chromium.new_context(base_url=server.url, viewport=DESK, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE * 1000)
    open_table(context.new_page(), "dogs")
    return context


def twin_deals() -> tuple[bytes, bytes]:
    """Two seeds that deal seat 1 the same cards and start, and others different ones."""
    woolf = game("woolf")
    known: dict[object, tuple[bytes, object]] = {}
    for number in range(2000):
        seed = number.to_bytes(32, "big")
        *_, dealt = Progress.begin(woolf, woolf.options(), 5, seed).chance()
        state = dealt.state
        view = woolf.view(state, 1)
        if view in known and known[view][1] != state:
            return known[view][0], seed
        known[view] = (seed, state)
    raise AssertionError("No two deals look alike to seat 1.")


def hands_traffic(page: Page, others: list[Player]) -> list[tuple[str, bytes]]:
    """The first turn at a table of Woolf!!, as the browser of seat 1 receives it."""
    open_table(page, "woolf", seats=5)
    link = urlsplit(invitation(page))
    for player in others:
        player.post(f"/tables/{link.path.rpartition('/')[2]}/sit", invite=parse_qs(link.query)["invite"][0])
    expect(page.locator(".hand")).to_be_visible()
    tap = Tap(page)
    page.reload()
    expect(page.locator("#live")).to_have_text("Live")
    page.get_by_role("button", name="Hide my secrets").click()
    expect(page.locator(".hand")).to_have_count(0)
    end = time.monotonic() + PATIENCE
    while {where for where, _ in tap.plain()} != {"/table/TABLE", "socket"}:
        assert time.monotonic() < end, tap.plain()
        page.wait_for_timeout(100)
    return sorted(set(tap.plain()))


def test_a_players_browser_receives_the_same_for_two_deals_to_others(tmp_path: Path, chromium: Browser) -> None:
    earlier = bytes(32)
    dealer = Dealer(f"sqlite:///{tmp_path / 'fold.db'}", earlier, *twin_deals())
    dealer.start()
    try:
        others = [Player(dealer.url, name) for name in ("Bruno", "Cleo", "Dov", "Emi")]
        context = person(dealer, chromium)
        first, second = (hands_traffic(context.new_page(), others) for _ in range(2))
        context.close()
    finally:
        dealer.kill()
    assert first == second
