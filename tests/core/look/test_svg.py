"""Scenes as text: complete in themselves, or with everything from the page; nothing that is said can break out."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from sheepfold.core.look.beasts import SYMBOLS
from sheepfold.core.look.pen import DISPLAY, element, ink, label, use
from sheepfold.core.look.scene import Box, Layer, Scene, Shape
from sheepfold.core.look.svg import markup, shape_markup, still, svg

SPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert('1')</script>\"' onload=\"x\" &amp; \n\t"

SHEEP = Shape("animal K", (12.5, -3.0), (use("sheep", -8, -8, 16),), part="K:", cell="a2", label="K, a2")
SCORE = Shape("score", (0.0, 40.0), (label(0, 0, "5", 12, face=DISPLAY),), scale=0.5, more=(("opacity", ".5"),))
SCENE = Scene(
    title="A field",
    description="One sheep.",
    frame=Box(-20, -20, 40, 70),
    window=Box(-20, -20, 40, 40),
    board=(Layer("animals", (SHEEP,)),),
    margin=(Layer("corners", (SCORE,)),),
    beasts=("sheep",),
    definitions=(element("pattern", element("rect", width=2, fill=ink("enclosed-hatch")), id="hatch"),),
)


def read(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def named(picture: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    return list(picture.iter(SPACE + tag))


def test_a_document_brings_its_drawings_its_paper_and_its_colours_along() -> None:
    picture = read(svg(SCENE))
    assert picture.attrib["viewBox"] == "-20 -20 40 70"
    assert [symbol.attrib["id"] for symbol in named(picture, "symbol")] == ["sheep"]
    assert [use.attrib["href"] for use in named(picture, "use")] == ["#sheep"]
    (text,) = named(picture, "text")
    assert text.attrib["fill"] == "var(--ink,#22261f)"
    assert text.attrib["font-family"].startswith("var(--font-display,'Iowan Old Style',")
    paper = next(rect for rect in named(picture, "rect") if rect.get("fill") == "var(--paper,#f3ecdb)")
    assert (paper.attrib["width"], paper.attrib["height"]) == ("40", "70")
    assert len(named(picture, "pattern")) == 1


def test_a_still_board_looks_the_same_and_is_nothing_to_play_on() -> None:
    picture, played_on = read(still(SCENE, "/beasts.svg")), read(svg(SCENE.inside(), "/beasts.svg"))
    assert picture.attrib == played_on.attrib
    assert [each.attrib for each in named(picture, "use")] == [each.attrib for each in named(played_on, "use")]
    layer, sheep = named(picture, "g")
    assert layer.attrib == {"data-layer": "animals"}
    assert sheep.attrib == {"transform": "translate(12.5 -3)", "data-cell": "a2", "aria-label": "K, a2"}
    assert named(picture, "pattern") == []  # the board beside it has that


def test_in_a_page_drawings_come_from_its_sprite_and_colours_from_its_styles() -> None:
    text = svg(SCENE, "/static/1/beasts.svg")
    picture = read(text)
    assert named(picture, "symbol") == []
    assert [use.attrib["href"] for use in named(picture, "use")] == ["/static/1/beasts.svg#sheep"]
    assert named(picture, "text")[0].attrib["fill"] == "var(--ink)"
    assert "#" not in text.replace("beasts.svg#", ""), "no colour of its own"
    assert len(named(picture, "pattern")) == 1


def test_a_page_shows_the_board_without_what_lies_round_it() -> None:
    picture = read(svg(SCENE.inside(), "/beasts.svg"))
    assert picture.attrib["viewBox"] == "-20 -20 40 40"
    assert [group.get("data-key") for group in named(picture, "g") if group.get("data-key")] == ["animal K"]


def test_shapes_are_known_by_key_part_cell_and_label_and_stand_at_their_place() -> None:
    sheep = read(f'<svg xmlns="{SPACE[1:-1]}">{shape_markup(SHEEP)}</svg>')[0]
    assert sheep.attrib == {
        "data-key": "animal K", "transform": "translate(12.5 -3)", "data-part": "K:", "data-cell": "a2",
        "aria-label": "K, a2",
    }  # fmt: skip
    score = read(f'<svg xmlns="{SPACE[1:-1]}">{shape_markup(SCORE)}</svg>')[0]
    assert score.attrib == {"data-key": "score", "transform": "translate(0 40) scale(0.5)", "opacity": ".5"}


def test_what_is_said_is_escaped_wherever_it_stands() -> None:
    shape = Shape(HOSTILE, (0.0, 0.0), (label(0, 0, HOSTILE, 9, more=(("data-x", HOSTILE),)),), label=HOSTILE)
    scene = Scene(HOSTILE, HOSTILE, SCENE.frame, SCENE.window, (Layer("all", (shape,)),), (), ())
    picture = read(svg(scene))
    assert named(picture, "script") == []
    assert picture.attrib["aria-label"] == HOSTILE
    (text,) = named(picture, "text")
    assert text.text == HOSTILE
    assert text.attrib["data-x"] == HOSTILE
    (group,) = [each for each in named(picture, "g") if "data-key" in each.attrib]
    assert group.attrib["data-key"] == group.attrib["aria-label"] == HOSTILE


def test_colours_and_drawings_that_the_house_does_not_have_are_refused() -> None:
    with pytest.raises(KeyError):
        ink("pink")
    with pytest.raises(KeyError):
        use("cow", 0, 0, 1)


def test_numbers_are_short_and_what_is_none_is_left_out() -> None:
    assert markup(element("circle", cx=1.25, cy=-2.0, r=3, stroke_width=0.5, fill=None)) == (
        '<circle cx="1.2" cy="-2" r="3" stroke-width="0.5"/>'
    )


@pytest.mark.parametrize("name", SYMBOLS)
def test_every_drawing_is_well_formed_and_writes_no_idle_zeros(name: str) -> None:
    side, drawing = SYMBOLS[name]
    read(f"<svg>{drawing}</svg>")
    assert side in (24, 48, 64)
    assert "00" not in drawing.replace("#", ""), "numbers are written as short as they are"
