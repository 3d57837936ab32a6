"""The picture: valid, clickable, and showing what the view says."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from games.mutton.positions import CROWD, FULL, LINE, ROUND, farmer, go, play, start, wolf
from sheepfold.core.drawing.scene import Scene, Sprite
from sheepfold.core.drawing.svg import svg
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import Options
from sheepfold.games.mutton.view import View

NAMES = {1: "Bruno & <Co>", 2: "Ada"}
SVG = "{http://www.w3.org/2000/svg}"


def drawn(view: View) -> ElementTree.Element:
    return ElementTree.fromstring(svg(ROUND.picture(view, NAMES)))


def attributes(view: View, name: str) -> list[str]:
    return [element.attrib[name] for element in drawn(view).iter() if name in element.attrib]


def pictures(view: View, symbol: str) -> int:
    """How often a symbol of the game is drawn."""
    return sum(use.attrib["href"] == f"#{symbol}" for use in drawn(view).iter(f"{SVG}use"))


@pytest.mark.parametrize("size", range(2, 9))
def test_every_cell_carries_its_name_as_a_part_at_every_size(size: int) -> None:
    options = Options.make({"size": size, "num_sheep": 2, "num_wolves": 1})
    view = farmer(ROUND.begin(options, None, None))
    assert attributes(view, "data-part") == list(hexagon(size).names)


@pytest.mark.parametrize("size", range(2, 9))
def test_every_animal_is_drawn_with_its_letter_and_cell(size: int) -> None:
    animals = min(26, len(hexagon(size).names))
    options = Options.make({"size": size, "num_sheep": animals, "num_wolves": 1})
    view = farmer(go(ROUND.begin(options, None, None), "random"))
    assert sorted(attributes(view, "data-animal")) == [a.letter for a in view.animals]
    assert pictures(view, "ewe") == animals


def test_what_is_clicked_is_a_legal_part() -> None:
    choosing = start(LINE)
    assert {"A", "B", "C", "D"} <= set(attributes(wolf(choosing), "data-part"))
    for state, viewer in (
        (play(LINE, "BD", words="-escape"), wolf),
        (play(LINE, "B"), wolf),
        (play(LINE, "B", "A:B-e3"), farmer),
        (play(LINE, "B", "A:B-e3", words="-shotgun"), farmer),
    ):
        (seat,) = ROUND.to_move(state)
        offered = set(ROUND.parts(state, seat, ())) - {"pass"}
        assert offered <= set(attributes(viewer(state), "data-part"))


def test_corpses_wolves_runners_and_those_who_stayed_are_shown() -> None:
    view = farmer(play(LINE, "AB", "B:A-e3,C-e4"))
    assert pictures(view, "wolf-ewe-dead") == 1
    assert pictures(view, "ran") == 2
    assert pictures(farmer(play(FULL, "D", "A:")), "stayed") == 3
    assert pictures(farmer(play(LINE, "B", "A:B-e3", words="-remove")), "ewe-gone") == 1


def test_the_flight_is_shown_until_the_next_wolf_move() -> None:
    state = play(CROWD, "BD", "A:B-a3", "pass")
    assert pictures(farmer(state), "ran") == 1
    assert pictures(farmer(play(CROWD, "B", "A:B-a3", "pass", "pass")), "ran") == 0


def test_the_same_drawings_are_defined_for_every_viewer() -> None:
    state = play(LINE, "AB")

    def defined(view: View) -> list[str]:
        return [symbol.attrib["id"] for symbol in drawn(view).iter(f"{SVG}symbol")]

    assert defined(wolf(state)) == defined(farmer(state))


def test_the_picture_has_a_title_and_a_description() -> None:
    top = drawn(farmer(play(LINE, "B", "A:B-e3")))
    assert top.findtext(f"{SVG}title") == "Mutton, round 1"
    assert top.findtext(f"{SVG}desc") == "Score: 1. Alive: B e3, C c3, D e5."


def test_an_auction_is_held_before_an_empty_field() -> None:
    state = GAME.start(Options.read(["-bid"]), 2)
    assert ElementTree.fromstring(svg(GAME.picture(GAME.view(state, 1), NAMES))) is not None


def test_the_sheet_has_a_column_per_animal() -> None:
    view = farmer(go(ROUND.begin(Options(), None, None), "random", "HIDE"))
    columns = [key.removeprefix("column ") for key in attributes(view, "data-key") if key.startswith("column ")]
    assert columns == [animal.letter for animal in view.animals]


# -- from move to move -------------------------------------------------------------------------


def scene(state: State) -> Scene:
    return ROUND.board(farmer(state), NAMES)


def sprites(shown: Scene, layer: str) -> dict[str, Sprite]:
    """What lies in a layer, by key."""
    found = next(each for each in shown.board if each.name == layer)
    return {sprite.key: sprite for sprite in found.shapes if isinstance(sprite, Sprite)}


def test_an_animal_keeps_its_key_from_cell_to_cell_and_as_a_corpse() -> None:
    state = play(LINE, "B")
    before, after = (sprites(scene(each), "animals") for each in (state, go(state, "A:B-e3")))
    assert before.keys() == after.keys()
    assert after["B"] == before["B"]._replace(at=after["B"].at, cell="e3"), "that it ran is told beside it"
    assert after["B"].at != before["B"].at
    assert after["A"] == before["A"]._replace(symbol="ewe-dead", part=None), "it lies where it stood"
    for letter in "CD":
        assert after[letter] == before[letter], "who neither ran nor died stays as it is"


def test_all_that_comes_with_a_kill_is_the_struck_cell_trails_and_badges() -> None:
    state = play(LINE, "B")
    before, after = scene(state), scene(go(state, "A:B-e3"))
    assert [sprites(before, layer) for layer in ("struck", "trails", "badges")] == [{}, {}, {}]
    assert [*sprites(after, "struck")] == ["a1"]
    assert [*sprites(after, "trails")] == [*sprites(after, "badges")] == ["B"]


def test_the_ground_stays_as_it_is_from_the_first_move_to_the_last() -> None:
    states = play(LINE, "B"), play(LINE, "B", "A:B-e3"), play(LINE, "B", "A:B-e3", "B")
    assert len({scene(state).ground for state in states}) == 1


def test_a_corpse_that_is_carried_off_keeps_its_key_until_it_is_gone() -> None:
    before = play(LINE, "B", words="-remove")
    fresh = go(before, "A:B-e3")
    assert sprites(scene(fresh), "animals")["A"].at == sprites(scene(before), "animals")["A"].at
    assert "A" not in sprites(scene(go(fresh, "pass")), "animals")


def test_no_key_betrays_a_wolf() -> None:
    state = play(LINE, "AB")
    keys = [[[shape.key for shape in layer.shapes] for layer in ROUND.board(view, NAMES).board]
            for view in (wolf(state), farmer(state))]  # fmt: skip
    assert keys[0] == keys[1]
    assert not any("wolf" in key for layer in keys[0] for key in layer)
