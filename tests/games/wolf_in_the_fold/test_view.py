"""What a seat sees, reads and looks at: views, belief, text and pictures."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from games.wolf_in_the_fold.positions import long_ring, play_on, played, ring, small_ring, with_bag
from sheepfold.core.contract import NATURE
from sheepfold.core.contract.bot import random_move
from sheepfold.core.drawing.scene import Sprite
from sheepfold.core.drawing.svg import svg
from sheepfold.core.records.chance import draw, seed_from
from sheepfold.core.records.to_json import to_json
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold import picture as pictures
from sheepfold.games.wolf_in_the_fold.board import FACES, HEX_WAYS
from sheepfold.games.wolf_in_the_fold.face import FACE
from sheepfold.games.wolf_in_the_fold.state import State
from sheepfold.games.wolf_in_the_fold.terms import Closed, Drew, Laid, Options, Turned, WentBack
from sheepfold.games.wolf_in_the_fold.text import draw_map, herd_line, tell

NAMES = {1: "Ada", 2: "Bruno"}


def random_states(seed: int, mode: str, seats: int) -> list[State]:
    """Every state of a random game."""
    state, rng = GAME.start(Options(mode, 1 + seed % 2), seats), Random(seed)
    found = [state]
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        lots = draw(GAME, state, seed_from(seed), len(found)) if seat == NATURE else None
        state, _ = GAME.apply(state, seat, lots or random_move(GAME, state, seat, rng))
        found.append(state)
    return found


@pytest.mark.parametrize(("mode", "seats"), [("together", 1), ("together", 3), ("versus", 2), ("versus", 4)])
def test_a_view_can_be_imagined_back_into_its_state(mode: str, seats: int) -> None:
    for state in random_states(seats, mode, seats)[::3]:
        for seat in (None, seats):
            seen = GAME.view(state, seat)
            imagined = GAME.imagine(seen, Random(0))
            assert GAME.view(imagined, seat) == seen
            assert imagined == state
            assert imagined.legal == state.legal
            assert imagined.open == state.open


def test_everybody_sees_the_same() -> None:
    state = played("sheep", "tri 1,0/0", "star", seats=2)
    ada, bruno, stranger = (to_json(GAME.view(state, seat)) for seat in (1, 2, None))
    assert ada.replace('"seat":1', "") == bruno.replace('"seat":2', "") == stranger.replace('"seat":null', "")


def test_what_has_been_drawn_is_known_and_what_comes_has_exact_odds() -> None:
    state = with_bag(played("sheep"), star=1, wolf=3)
    assert {kind: count for kind, count in GAME.view(state, 1).bag if count} == {"star": 1, "wolf": 3}
    ahead = GAME.ahead(state, NATURE, ())
    assert (ahead.parts, ahead.weights) == (("star", "wolf"), (1, 3))


def test_the_view_tells_who_laid_each_tile_and_who_is_next() -> None:
    seen = GAME.view(played("sheep", "tri 1,0/0", "star 2,0/0", "lambs", seats=2), 2)
    assert [tile.by for tile in seen.tiles] == [0, 1, 2]
    assert (seen.turn, seen.hand) == (1, "lambs")


# -- words -------------------------------------------------------------------------------------


def explained(*tiles: str, **options: object) -> list[str]:
    seen = GAME.view(played(*tiles, seats=2, **options), None)
    return [herd_line(seen, flock, NAMES) for flock in seen.flocks]


def test_every_herd_is_explained() -> None:
    assert explained("sheep", "lambs 1,0") == ["herd of 2 at 0,0: in the open, players 0, wolves 0"]
    assert explained("sheep", "lambs 1,0", "wolf 2,0") == ["herd of 2 at 0,0: wolf beside it, players 0, wolves 3"]
    assert explained("sheep", "lambs 1,0", "wolf 2,0", "shepherd 0,1") == [
        "herd of 2 at 0,0: wolf and shepherd beside it, players 0, wolves 1"
    ]
    assert explained("sheep", "lambs 1,0", *long_ring()) == ["herd of 2 at 0,0: in a fold, players 3, wolves 0"]
    assert explained("sheep", *small_ring()) == ["lone sheep at 0,0: in a fold, players 1, wolves 0"]


FULL_FOLD = ("sheep", "sheep 1,0", "lambs 1,-1", "black 0,-1", "sheep -1,0", "wolf 0,1", "shepherd -1,1")


def test_a_hunted_and_guarded_fold_is_explained() -> None:
    assert explained(*FULL_FOLD, *ring(2)) == ["herd of 5 at 0,-1: wolf and shepherd inside, players 3, wolves 3"]
    assert explained(*FULL_FOLD, *ring(2), mode="versus") == [
        "herd of 5 at 0,-1: wolf and shepherd inside, 8 for Bruno"
    ]


def test_names_stay_as_people_write_them() -> None:
    view = GAME.view(played(*FULL_FOLD, *ring(2), seats=2, mode="versus"), None)
    assert "Herd of 5 at 0,-1: wolf and shepherd inside, 8 for Bruno." in GAME.picture(view, NAMES).description


def test_the_map_is_drawn_in_letters() -> None:
    state = played("sheep", *small_ring(), "sheep 2,0", "lambs 3,0", "wolf 4,0", "black 1,1")
    assert draw_map(GAME.view(state, None)).lines() == [
        "-1 |    >-  -<",
        " 0 |  -< (o)  >-  o! oo!  W",
        " 1 |    >-  -<  @!",
    ]


def test_legal_cells_are_named_on_the_map() -> None:
    drawing = "\n".join(draw_map(GAME.view(played("sheep", "straight"), 1)).lines())
    assert set(re.findall(r"-?\d,-?\d", drawing)) == {"1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"}


def test_the_text_holds_score_hand_herds_tiles_and_bag() -> None:
    said = GAME.text(GAME.view(played("sheep", "lambs 1,0", "straight", seats=2), 2), NAMES)
    for words in (
        "Players 0, wolves 0.",
        "Ada laid a sheep with lambs at 1,0.",
        "Your turn: a straight fence. Pick a cell and a turn.",
        "herd of 2 at 0,0",
        "row 0: sheep 0,0; sheep with lambs 1,0",
        "In the bag: 17 sheep, 9 sheep with lambs, 6 black sheep, 17 straight",
        "74 tiles in the bag",
    ):
        assert words in said
    assert max(map(len, said.splitlines())) <= 90


@pytest.mark.parametrize(("seat", "words"), [(1, "Your turn: a tri-corner fence"), (2, "Ada is laying a tri")])
def test_the_prompt_says_whose_turn_it_is(seat: int, words: str) -> None:
    assert words in GAME.prompt(GAME.view(played("sheep", "tri", seats=2), seat), NAMES).text


def test_the_prompt_says_that_a_tile_went_back() -> None:
    assert (
        "1 tile that fitted nowhere went back into the bag."
        in GAME.prompt(GAME.view(play_on(played("sheep"), "wolf", "tri"), 1), NAMES).text
    )


def test_the_ending_is_told() -> None:
    won = play_on(with_bag(played("sheep", *small_ring()), star=1), "star 2,0/0")
    assert GAME.prompt(GAME.view(won, 1), NAMES).text == "All tiles are laid. The players win 1 to 0."
    lost = play_on(with_bag(played("sheep"), sheep=1, wolf=2), "sheep 1,0", "wolf 2,0")
    assert (
        GAME.prompt(GAME.view(lost, 1), NAMES).text
        == "1 wolf stays in the bag: no place is free beside a herd that no wolf touches yet. The wolves win 2 to 0."
    )
    shared = play_on(with_bag(played("sheep", mode="versus", seats=2), star=1), "star 1,0/0")
    assert "Ada and Bruno share the win with 0 each." in GAME.text(GAME.view(shared, 1), NAMES)


def test_every_fact_is_a_sentence() -> None:
    facts = (Turned("tri"), Drew(1, "wolf"), WentBack(None, "wolf"), WentBack(2, "wolf"), Laid(1, "star", "1,0/0"))
    for fact in (*facts, Closed(1, 0, 0), Closed(2, 3, 4), Closed(2, 1, 1)):
        said = tell(fact, NAMES)
        assert said[0].isupper()
        assert said.endswith(".")
    assert tell(Closed(2, 3, 1), NAMES) == "Bruno closes a fold round 3 sheep: 1 point."


# -- pictures ----------------------------------------------------------------------------------


def shapes(state: State, seat: int | None = 1) -> ElementTree.Element:
    return ElementTree.fromstring(svg(GAME.picture(GAME.view(state, seat), NAMES)))


def parts_shown(picture: ElementTree.Element) -> set[str]:
    return {part for shape in picture.iter() if (part := shape.get("data-part")) is not None}


def test_the_picture_shows_exactly_the_legal_parts() -> None:
    state = played("sheep", "sheep 1,0", "straight")
    assert parts_shown(shapes(state)) == set(GAME.parts(state, 1, ())) | {"/0", "/1", "/2"}
    state = played("sheep", "sheep 1,0", "tri -1,0/0", "wolf")
    assert parts_shown(shapes(state)) == set(GAME.parts(state, 1, ()))


def test_all_see_the_same_parts_whoever_lays() -> None:
    state = played("sheep", "sheep 1,0", "straight", seats=2)
    assert parts_shown(shapes(state, 1)) == parts_shown(shapes(state, 2)) == parts_shown(shapes(state, None)) != set()


def sprites(state: State) -> dict[str, dict[str, str]]:
    """What lies on the map: in every layer the symbols by their keys."""
    board = GAME.board(GAME.view(state, None), NAMES).board
    return {layer.name: {one.key: one.symbol for one in layer.shapes if isinstance(one, Sprite)} for layer in board}


def test_enclosed_ground_is_hatched_as_far_as_the_fences_reach() -> None:
    assert sprites(played("sheep", "lambs 1,0"))["folds"] == {}
    folds = sprites(played("sheep", *small_ring()))["folds"]
    assert folds.pop("0,0") == "in-sheep0-1"
    assert set(folds) == {"{},{}".format(*way) for way in HEX_WAYS}
    for symbol in folds.values():
        face, sectors = symbol.rsplit("-", 1)
        assert face in ("in-tri0", "in-tri1")
        assert int(sectors).bit_count() == 1, "one of three sectors faces the middle"


def test_a_fence_between_two_folds_is_enclosed_on_both_sides() -> None:
    two = dict.fromkeys([*small_ring(), "sheep 2,-1", *small_ring((2, -1))])
    folds = sprites(played("sheep", *two))["folds"]
    assert [cell for cell, symbol in folds.items() if int(symbol.rsplit("-", 1)[1]).bit_count() == 2] == ["1,0", "1,-1"]


def stripes(symbol: str) -> set[tuple[float, float]]:
    """Where the stripes of a symbol's ground end."""
    d = dict(GAME.symbols()[symbol].body[1].attributes)["d"]
    return {(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", str(d))}


@pytest.mark.parametrize("way", range(6))
def test_the_hatching_runs_on_from_tile_to_tile(way: int) -> None:
    (ax, ay), (bx, by) = pictures.GRID
    q, r = HEX_WAYS[way]
    here, there = (
        stripes("in-sheep0-1"),
        {(x + q * ax + r * bx, y + q * ay + r * by) for x, y in stripes("in-sheep0-1")},
    )
    meeting = [any(abs(x - u) + abs(y - v) < 0.5 for u, v in there) for x, y in here]
    assert meeting.count(True) >= 2


def test_hunted_herds_are_dashed_along_their_rim() -> None:
    assert sprites(played("sheep", "lambs 1,0"))["hunts"] == {}
    edge = {0: 0b111110, 1: 0b110111}
    hunted = sprites(played("sheep", "lambs 1,0", "wolf 2,0"))["hunts"]
    assert hunted == {f"{q},0": f"hunt-{outer}" for q, outer in edge.items()}


def test_every_fence_shows_which_of_its_ends_are_joined() -> None:
    fences = sprites(played("straight", "straight 1,0/0", "star 2,0/0", "tri 3,0/0"))["fences"]
    assert fences == {"0,0": "straight0-1", "1,0": "straight0-9", "2,0": "star0-8", "3,0": "tri0-0"}


def test_numbers_tell_what_a_fold_brings_and_to_whom_and_what_the_wolves_get() -> None:
    def numbers(layer: str, *tiles: str, **options: object) -> list[tuple[str, str, str | None]]:
        scene = GAME.board(GAME.view(played(*tiles, seats=2, **options), None), NAMES)
        (found,) = [each.shapes for each in scene.board if each.name == layer]
        return [(one.key, one.symbol, one.words) for one in found if isinstance(one, Sprite)]

    assert numbers("worths", *FULL_FOLD, *ring(2)) == [("0,-1", "worth", "3")]
    assert numbers("worths", *FULL_FOLD, *ring(2), mode="versus") == [("0,-1", "worth-2", "8")]
    assert numbers("tolls", "sheep", "lambs 1,0", "wolf 2,0") == [("1,0", "toll", "\u22123")]
    assert numbers("tolls", "sheep", "lambs 1,0") == []


def test_a_tile_by_itself_is_drawn_with_symbols_of_the_game() -> None:
    drawn = [names for kind in FACE.once(None)["kinds"].values() for turn in kind["drawn"] for names in turn]
    assert set(drawn) <= set(GAME.symbols())
    assert len(set(drawn)) == len(FACES) + 1, "every face, and the turf below the fences"


@pytest.mark.parametrize("mode", ["together", "versus"])
def test_every_state_of_a_game_has_a_picture_and_a_text(mode: str) -> None:
    for state in random_states(3, mode, 2)[::9]:
        assert shapes(state).tag.endswith("svg")
        assert GAME.text(GAME.view(state, 2), {1: "<&>", 2: ""})


def test_the_picture_is_valid_before_the_first_tile() -> None:
    assert parts_shown(shapes(GAME.start(Options(), 2))) == set()


def differing(before: State, after: State) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """By layer the keys of what is there only afterwards, and of what stayed and looks otherwise."""
    was, now = sprites(before), sprites(after)
    came = {layer: set(now[layer]) - set(was[layer]) for layer in now}
    redrawn = {
        layer: {key for key in was[layer] if now[layer].get(key, was[layer][key]) != was[layer][key]} for layer in now
    }
    return tuple({layer: keys for layer, keys in each.items() if keys and layer != "open"} for each in (came, redrawn))


def test_a_laid_tile_keeps_its_key_and_a_fence_that_joins_it_redraws_its_rails_alone() -> None:
    state = played("sheep", "sheep 1,0", "straight 2,0/0", "straight 3,0/0")
    came, redrawn = differing(state, play_on(state, "straight 4,0/0"))
    assert came == {"tiles": {"4,0"}, "fences": {"4,0"}, "last": {"4,0"}}
    assert redrawn == {"fences": {"3,0"}}


def test_lower_tiles_lie_on_the_shadows_of_higher_ones() -> None:
    tiles = sprites(played("sheep", "sheep 0,1", "sheep 0,-1", "sheep 1,-1", "sheep -1,1"))["tiles"]
    assert list(tiles) == ["0,-1", "1,-1", "0,0", "-1,1", "0,1"]


def test_a_herd_keeps_its_keys_while_it_grows() -> None:
    state = played("sheep", "sheep 1,0", "wolf 2,0")
    came, redrawn = differing(state, play_on(state, "sheep -1,0"))
    assert came == {"tiles": {"-1,0"}, "hunts": {"-1,0"}, "last": {"-1,0"}}
    assert redrawn == {"hunts": {"0,0"}}
