"""Views, beliefs, texts and pictures of the same positions."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from random import Random

import pytest

from sheepfold.core.contract import Prompt
from sheepfold.core.contract.bot import random_move
from sheepfold.core.drawing.scene import Scene, Sprite
from sheepfold.core.drawing.svg import svg
from sheepfold.core.duel import DuelView
from sheepfold.core.records.to_json import to_json
from sheepfold.games.sheep_dogs_wolves import GAME, board
from sheepfold.games.sheep_dogs_wolves.terms import Counted, Laid, Options, tile_of
from sheepfold.games.sheep_dogs_wolves.view import View

NAMES = {1: "Ada", 2: "Dov <&>"}


def played(options: Options, plies: int, seed: int = 1) -> DuelView[Options, View]:
    """What seat 1 sees after so many random moves (fewer if the game is over)."""
    rng, state = Random(seed), GAME.start(options, 2)
    for _ in range(plies):
        if not GAME.to_move(state):
            break
        (seat,) = GAME.to_move(state)
        state, _told = GAME.apply(state, seat, random_move(GAME, state, seat, rng))
    return GAME.view(state, 1)


SOME = [
    played(Options(), 0),
    played(Options(), 9),
    played(Options(), 30),
    played(Options(), 99),
    played(Options(tiles=9, mode="bid"), 0),
    played(Options(tiles=9, mode="bid"), 9),
    played(Options(tiles=5, mode="single"), 99),
    played(Options(tiles=69, mode="single"), 99),
]


@pytest.mark.parametrize("view", SOME)
def test_the_one_state_that_fits_a_view_is_the_truth(view: DuelView[Options, View]) -> None:
    state = GAME.imagine(view, Random(0))
    for seat in (1, 2, None):
        seen = GAME.view(state, seat)
        assert GAME.imagine(seen, Random(1)) == state
    assert to_json(GAME.view(state, 1)) == to_json(view)


def test_everybody_sees_the_same_but_for_the_seat() -> None:
    state = GAME.imagine(SOME[1], Random(0))
    one, two, nobody = (GAME.view(state, seat).now for seat in (1, 2, None))
    assert one is not None and two is not None and nobody is not None  # noqa: PT018
    assert (one.seat, two.seat, nobody.seat) == (1, 2, None)
    assert one.animals == two.animals == nobody.animals


# -- text --------------------------------------------------------------------------------------


FINISHED = """\
Ada is the Sheep, Dov is the Wolf.

All tiles are laid: 5 of 5 sheep live. Last, the Wolf laid 3,1S.
Wolves: 3 scared, 2 never scared. Sheep: 0 lost, 5 saved, 0 in danger.

      -2  -1  0   1   2   3
   1  S+      W~--D---S+  S+
      |                   ||
   0  D   S+--D---W~  S+  D
      |               |   ||
  -1  W^              D   W~
                      |
  -2                  W^
      -2  -1  0   1   2   3

S sheep, D dog, W wolf. W~ scared, W^ never scared; Sx lost, S! in danger, S+ saved.
Double lines join the tile laid last.
"""


def test_the_text_draws_the_grid_with_coordinates_and_counters() -> None:
    state = GAME.start(Options(tiles=5, mode="single"), 2)
    for seat, part in ((1, "2,1W"), (2, "2,0S"), (1, "-2,1S"), (2, "3,1S")):
        state, _ = GAME.apply(state, seat, (part,))
    assert GAME.text(GAME.view(state, 1), {1: "Ada", 2: "Dov"}) == FINISHED


def test_open_ground_is_dotted_while_tiles_are_left() -> None:
    text = GAME.text(SOME[0], {1: "Ada", 2: "Dov"})
    assert "\n   0  .   .   .   S---D---W   .   .   .\n" in text


def test_the_text_ends_with_what_to_do_or_says_who_lays_the_next_tile() -> None:
    state = GAME.start(Options(), 2)
    mine, theirs = (GAME.text(GAME.view(state, seat), {1: "Ada", 2: "Dov"}) for seat in (1, 2))
    assert mine.endswith("\n\nLay a tile, Sheep. 22 tiles left.\n")
    assert "22 tiles left; Ada (Sheep) lays the next." in theirs


@pytest.mark.parametrize("view", SOME)
def test_texts_are_plain_and_carry_the_counters(view: DuelView[Options, View]) -> None:
    text = GAME.text(view, NAMES)
    assert text.isascii()
    assert all(line == line.rstrip() for line in text.splitlines())
    if (now := view.now) is not None:
        assert f"Wolves: {now.scared} scared, {now.safe} never scared." in text
        assert f"Sheep: {now.lost} lost, {now.saved} saved, {now.danger} in danger." in text
        assert f"{now.score} of {len(now.tiles)} sheep" in text


def test_facts_speak_of_roles() -> None:
    assert GAME.tell(Laid(1, "0,-3N"), NAMES) == "The Sheep lays 0,-3N."
    assert GAME.tell(Laid(2, "0,-3N"), NAMES) == "The Wolf lays 0,-3N."
    counted = "All tiles are laid: 11 sheep live, 12 are eaten; 6 wolves were scared."
    assert GAME.tell(Counted(11, 12, 6), NAMES) == counted
    alone = "All tiles are laid: 1 sheep lives, 1 is eaten; 1 wolf was scared."
    assert GAME.tell(Counted(1, 1, 1), NAMES) == alone


def test_prompts_say_whose_turn_it_is_and_what_to_do() -> None:
    state = GAME.start(Options(tiles=3), 2)
    assert GAME.prompt(GAME.view(state, 1), NAMES) == Prompt("Lay a tile, Sheep.", "2 tiles left.")
    assert GAME.prompt(GAME.view(state, 2), NAMES).text == "Ada is to move. 2 tiles left."
    assert GAME.prompt(SOME[6], NAMES).text.startswith("All tiles are laid: ")


def test_the_prompt_says_what_the_last_tile_did() -> None:
    state = GAME.start(Options(tiles=5, mode="single"), 2)
    state, _ = GAME.apply(state, 1, ("0,1E",))  # its dog over the first wolf, which has one beside it already
    assert (
        GAME.prompt(GAME.view(state, 2), NAMES).detail
        == "The Sheep's tile: 1 more sheep would live and 1 wolf is scared. 3 tiles left."
    )


def test_the_aim_of_the_second_round_is_to_beat_the_first() -> None:
    state = GAME.imagine(played(Options(tiles=5), 4), Random(0))
    points = GAME.inner.points(state.rounds[0])
    assert f"The Sheep must save more than {points}." in GAME.text(GAME.view(state, 1), NAMES)


def test_the_aim_after_bids_is_to_reach_the_last() -> None:
    state = GAME.start(Options(tiles=5, mode="bid"), 2)
    for seat, part in ((1, "bid 3"), (2, "pass")):
        state, _ = GAME.apply(state, seat, (part,))
    assert "The Sheep must save 3 or more." in GAME.text(GAME.view(state, 1), NAMES)


# -- picture -----------------------------------------------------------------------------------


def cells_in(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [found for element in root.iter() if (found := element.get("data-cell")) is not None]


@pytest.mark.parametrize("view", SOME)
def test_pictures_are_well_formed_and_give_every_cell_once(view: DuelView[Options, View]) -> None:
    picture = svg(GAME.picture(view, NAMES))
    cells = cells_in(picture)
    assert len(cells) == len(set(cells))
    assert "script" not in picture
    if (now := view.now) is not None:
        assert {f"{a.x},{a.y}" for a in now.animals} <= set(cells)


def test_pictures_mark_every_cell_that_a_legal_tile_would_cover() -> None:
    view = SOME[1]
    state = GAME.imagine(view, Random(0))
    (seat,) = GAME.to_move(state)
    tiles = [tile_of(part) for part in GAME.parts(state, seat, ())]
    covered = {board.place_of(cell) for tile in tiles if tile is not None for cell in board.cells_of(tile)}
    now = view.now
    assert now is not None
    laid = {(a.x, a.y) for a in now.animals}
    assert sorted(cells_in(svg(GAME.picture(view, NAMES)))) == sorted(f"{x},{y}" for x, y in covered | laid)


def test_pictures_of_a_finished_game_offer_no_ground() -> None:
    now = SOME[6].now
    assert now is not None
    assert len(cells_in(svg(GAME.picture(SOME[6], NAMES)))) == 3 * len(now.tiles)


def test_pictures_show_the_signs_and_the_counters() -> None:
    now = SOME[3].now
    assert now is not None
    picture = svg(GAME.picture(SOME[3], NAMES))
    for kind, sign, mark in (
        ("wolf", "scared", "m-scared"),
        ("wolf", "safe", "m-fang"),
        ("sheep", "danger", "m-risk"),
        ("sheep", "lost", "m-lost"),
        ("sheep", "saved", "m-cleared"),
    ):
        assert picture.count(f'href="#{sign}-{kind}"') == getattr(now, sign)
        defined = int(getattr(now, sign) > 0)  # a document brings along what it shows
        assert picture.count(f'href="#{mark}"') == 1 + defined, "in the legend, and where the animal is defined"
    assert picture.count('href="#corpse"') == int(now.lost > 0)
    assert picture.count('href="#wolf-scared"') == int(now.scared > 0)


def test_only_the_tile_laid_last_has_a_stitched_rim() -> None:
    assert svg(GAME.picture(SOME[0], NAMES)).count('href="#rim-') == 0
    assert svg(GAME.picture(SOME[1], NAMES)).count('href="#rim-') == 1


def test_a_slender_field_keeps_room_for_its_counters() -> None:
    state = GAME.start(Options(tiles=3, mode="single"), 2)
    for seat, part in ((1, "0,1N"), (2, "0,-1S")):
        state, _ = GAME.apply(state, seat, (part,))
    assert GAME.picture(GAME.view(state, 1), NAMES).frame.width >= 500


def named(scene: Scene, name: str) -> dict[str, Sprite]:
    """The sprites of a layer by their keys."""
    (layer,) = (layer for layer in scene.board if layer.name == name)
    return {sprite.key: sprite for sprite in layer.shapes if isinstance(sprite, Sprite)}


def test_a_laid_tile_keeps_its_key_and_stays_as_it_is() -> None:
    state = GAME.start(Options(tiles=9, mode="single"), 2)
    scenes = [GAME.picture(GAME.view(state, 1), NAMES)]
    for seat, part in ((1, "0,1N"), (2, "0,-1S"), (1, "2,0E")):
        state, _ = GAME.apply(state, seat, (part,))
        scenes.append(GAME.picture(GAME.view(state, 1), NAMES))
    for number, (before, after) in enumerate(pairwise(scenes), 1):
        tiles, animals, rims = (
            [named(scene, name) for scene in (before, after)] for name in ("tiles", "animals", "rim")
        )
        assert tiles[1].keys() - tiles[0].keys() == {f"tile {number}"}
        assert len(animals[1].keys() - animals[0].keys()) == 3
        assert all(tiles[1][key] == tile for key, tile in tiles[0].items())
        assert animals[0].keys() <= animals[1].keys()
        assert number == 1 or rims[0]["rim"].at != rims[1]["rim"].at
