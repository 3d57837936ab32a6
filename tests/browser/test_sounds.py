"""Sounds: each game says by itself what is heard of it, and only who asked for them hears any."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from serving import Player, ServerProcess

KNOCK, HOWL, BLEAT = 190, 220, 430
"""The pitch at which each sound begins."""

LISTEN = """
window.pitches = [];
const nothing = new Proxy(() => nothing, { get: () => nothing, set: () => true });
window.AudioContext = class {
  currentTime = 0;
  resume = () => Promise.resolve();
  createGain = () => nothing;
  createBiquadFilter = () => nothing;
  createOscillator = () => ({
    frequency: { setValueAtTime: (pitch) => window.pitches.push(pitch), exponentialRampToValueAtTime() {} },
    connect: () => nothing, start() {}, stop() {},
  });
};
"""


def onlooker(visitor: Visitor, server: ServerProcess, path: str, sound: str) -> Page:
    page = visitor()
    page.context.add_cookies([{"name": "sheepfold-look", "value": f"beats=once&sound={sound}", "url": server.url}])
    page.add_init_script(LISTEN)
    page.goto(path)
    expect(page.locator("#live")).to_have_text("Live")
    return page


@pytest.fixture
def heard(server: ServerProcess, visitor: Visitor) -> Callable[..., tuple[set[int], set[int]]]:
    """Two play so many moves; answers what somebody who looks on hears, and what another hears without sound."""

    def play(game: str, moves: int, **options: str) -> tuple[set[int], set[int]]:
        players, rng = (Player(server.url, "Ada"), Player(server.url, "Bruno")), random.Random(2)
        table = players[0].post("/tables", game=game, options=options, seats=[{"kind": "me"}, {"kind": "open"}])["id"]
        players[1].post(f"/tables/{table}/sit")
        pages = [onlooker(visitor, server, f"/table/{table}", sound) for sound in ("on", "off")]
        for _ in range(moves):
            mover = players[0].get(f"/tables/{table}")["position"]["to_move"][0]
            number = players[mover - 1].random_move(table, rng)["position"]["number"]
        for page in pages:
            page.wait_for_function(f"() => Number(told.lastElementChild?.dataset.number) >= {number}")
        with_sound, without = (set(page.evaluate("() => window.pitches")) for page in pages)
        return with_sound, without

    return play


def test_a_tile_is_laid_with_a_knock(heard: Callable[..., tuple[set[int], set[int]]]) -> None:
    assert heard("dogs", 2, mode="single") == ({KNOCK}, set())


def test_a_wolf_howls_and_a_sheep_bleats(heard: Callable[..., tuple[set[int], set[int]]]) -> None:
    sounds, silence = heard("mutton", 4, quick="1")
    assert sounds
    assert sounds <= {HOWL, BLEAT}
    assert not silence
