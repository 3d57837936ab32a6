"""The difference of two scenes: what is gone, what comes and where, who moved, who looks otherwise."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import msgspec
import pytest

from sheepfold.core.look.change import Change, Put, Touched, apply, difference, for_page
from sheepfold.core.look.pen import element, use
from sheepfold.core.look.scene import Box, Layer, Scene, Shape

SHEEP, CORPSE = (use("sheep", 0, 0, 8),), (use("corpse", 0, 0, 8),)
SHEEP_THERE = '<use href="/beasts.svg#sheep" x="0" y="0" width="8" height="8"/>'
FRAME = Box(0, 0, 10, 10)


def shape(key: str, x: float = 0.0, **more: object) -> Shape:
    return replace(Shape(key, (x, 0.0), SHEEP), **more)  # type: ignore[arg-type]


def scene(*animals: Shape | str, margin: tuple[Shape, ...] = (), **more: object) -> Scene:
    shapes = tuple(shape(each) if isinstance(each, str) else each for each in animals)
    made = Scene("T", "D", FRAME, FRAME, (Layer("low", ()), Layer("animals", shapes)), (Layer("score", margin),), ())
    return replace(made, **more)  # type: ignore[arg-type]


def test_between_equal_scenes_nothing_changes() -> None:
    assert difference(scene("A", "B"), scene("A", "B")) == Change()
    assert for_page(Change()) == {}


def test_who_runs_is_moved_and_not_drawn_anew() -> None:
    run = shape("A", 5.0)
    assert difference(scene("A", "B"), scene(run, "B")) == Change(
        touched=(Touched(run, moved=True, marked=(), redrawn=False),)
    )


def test_who_stands_for_another_part_is_marked_and_who_dies_is_redrawn() -> None:
    for after, aspects in (
        (shape("A", cell="a1", part="A:"), (False, ("data-part",), False)),
        (shape("A", label="A, dead", body=CORPSE), (False, ("data-cell", "aria-label"), True)),
        (shape("A", cell="a1", body=CORPSE), (False, (), True)),
        (shape("A", cell="a1", scale=0.5), (True, (), False)),
    ):
        (touched,) = difference(scene(shape("A", cell="a1")), scene(after)).touched
        assert (touched.moved, touched.marked, touched.redrawn) == aspects


def test_shapes_come_below_the_ones_they_lie_under_and_leave_by_key() -> None:
    change = difference(scene("A", "B", "C"), scene("B", "D", "E", "C"))
    assert change == Change(
        gone=("A",), put=(Put("animals", "C", shape("E")), Put("animals", "E", shape("D")))
    )  # fmt: skip
    assert difference(scene("A"), scene("A", "B")).put == (Put("animals", None, shape("B")),)


def test_a_shape_that_comes_to_lie_elsewhere_among_the_others_is_put_and_not_gone() -> None:
    change = difference(scene("A", "B", "C"), scene("C", "A", "B"))
    assert change.gone == ()
    assert apply(change, scene("A", "B", "C")) == scene("C", "A", "B")


def test_a_shape_that_changes_its_layer_is_put_and_not_gone() -> None:
    before, after = scene("A", "B"), scene("B", margin=(shape("A"),))
    assert difference(before, after) == Change(put=(Put("score", None, shape("A")),))
    assert apply(difference(before, after), before) == after


def test_words_and_extents_are_told_where_they_change() -> None:
    wide = Box(-5, 0, 20, 10)
    change = difference(scene(), scene(title="U", description="E", frame=wide, window=wide))
    assert change == Change(title="U", description="E", frame=wide, window=wide)
    assert apply(change, scene()) == scene(title="U", description="E", frame=wide, window=wide)
    assert for_page(change) == {"title": "U", "description": "E", "frame": "-5 0 20 10", "window": "-5 0 20 10"}


def test_scenes_of_different_games_have_no_difference() -> None:
    with pytest.raises(ValueError, match="layers"):
        difference(scene("A"), replace(scene("A"), margin=()))


def test_any_two_scenes_are_led_into_each_other() -> None:
    rng = Random(1)
    letters = "ABCDEFGHIJ"

    def some() -> Scene:
        keys = rng.sample(letters, rng.randint(0, 10))
        shapes = [shape(key, rng.choice((0.0, 1.0)), body=rng.choice((SHEEP, CORPSE))) for key in keys]
        cut = rng.randint(0, len(shapes))
        return scene(*shapes[:cut], margin=tuple(shapes[cut:]))

    for _ in range(400):
        before, after = some(), some()
        assert apply(difference(before, after), before) == after


def test_a_page_is_told_what_changed_and_no_more() -> None:
    before = scene("A", "B", "C", shape("D", part="D", label="D", cell="a1"))
    after = scene(shape("A", 5.0), shape("B", body=CORPSE), shape("D", part="D:", cell="a1"), "E")
    told = msgspec.json.decode(msgspec.json.encode(for_page(difference(before, after), "/beasts.svg")))
    assert told == {
        "gone": ["C"],
        "put": {"animals": [[None, "E", "0 0", {}, [SHEEP_THERE]]]},
        "moved": {"A": "5 0"},
        "marked": {"data-part": {"D": "D:"}, "aria-label": {"D": None}},
        "redrawn": {"B": [SHEEP_THERE.replace("sheep", "corpse")]},
    }


def test_a_stroke_that_recurs_is_told_once() -> None:
    told = for_page(difference(scene("A"), scene("A", "B", "C", shape("D", body=(*CORPSE, *SHEEP)))), "/beasts.svg")
    assert told["strokes"] == [SHEEP_THERE]
    assert told["put"]["animals"] == [
        (None, "D", "0 0", {}, [SHEEP_THERE.replace("sheep", "corpse"), 0]),
        (0, "C", "0 0", {}, [0]),
        (0, "B", "0 0", {}, [0]),
    ]


def test_a_page_is_told_which_shape_follows_unless_it_came_just_before() -> None:
    told = for_page(difference(scene("B", "D"), scene("A", "B", shape("C", scale=0.5), "D", "E")))
    assert [(put[:3]) for put in told["put"]["animals"]] == [
        (None, "E", "0 0"),
        ("D", "C", "0 0 0.5"),
        ("B", "A", "0 0"),
    ]


def test_equal_drawings_made_twice_are_no_change() -> None:
    one, other = ((element("path", d="M0 0h1"),) for _ in range(2))
    assert one is not other
    assert difference(scene(shape("A", body=one)), scene(shape("A", body=other))) == Change()
