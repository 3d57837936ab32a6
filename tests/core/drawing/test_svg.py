"""Scenes as text and as data: complete in themselves, or with everything from the page; nothing said can break out."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from sheepfold.core.drawing.pen import DISPLAY, SYMBOLS, element, ink, label, use
from sheepfold.core.drawing.scene import Box, Layer, Lettering, Scene, Shape, Sprite, Symbol, UnknownDrawing
from sheepfold.core.drawing.sprites import board_data, symbol_data
from sheepfold.core.drawing.svg import Files, markup, plain, shape_markup, sprite_markup, svg, symbol_file

SPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert('1')</script>\"' onload=\"x\" &amp; \n\t"
FILES = Files("/static/1/beasts.svg", "/static/1/field.svg")

SYMBOLS_OF_FIELD = {
    symbol.name: symbol
    for symbol in (
        Symbol("ewe", (use("sheep", -8, -8, 16),), Lettering(0, 9, 7), outline="M0 0h4v4z", middle=(2, 2), animal=True),
        Symbol("spot", (element("circle", r=2, fill=ink("edge")),), on_cell=True, part=True, outline="M0 0h1v1z"),
        Symbol("trail", strokes=((("fill", "none"), ("stroke", ink("block"))), (("fill", ink("fleece")),))),
        Symbol("stone", (element("circle", r=5, fill=ink("stone")),), title="a stone"),
    )
}
SHEEP = Sprite("K", "ewe", (12.5, -3.0), part="K:", cell="a2", label="K, a2")
SPOT = Sprite("2,-1", "spot")
TRAIL = Sprite("run", "trail", path="M0 0h8")
SCORE = Shape("score", (0.0, 40.0), (label(0, 0, "5", 12, face=DISPLAY),), scale=0.5, more=(("opacity", ".5"),))
SCENE = Scene(
    title="A field",
    description="One sheep.",
    frame=Box(-20, -20, 40, 70),
    window=Box(-20, -20, 40, 40),
    ground=(Layer("spots", cells={"spot": ["2,-1"]}),),
    board=(Layer("animals", (SHEEP,)), Layer("trails", (TRAIL,))),
    margin=(Layer("corners", (SCORE,)),),
    beasts=("sheep",),
    symbols=SYMBOLS_OF_FIELD,
    grid=((10, 0), (5, 8)),
)


def read(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def named(picture: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    return list(picture.iter(SPACE + tag))


def one(text: str) -> ElementTree.Element:
    """A piece of markup by itself."""
    return read(f'<svg xmlns="{SPACE[1:-1]}">{text}</svg>')[0]


def links(picture: ElementTree.Element) -> list[str]:
    return [use.attrib["href"] for use in named(picture, "use")]


def test_a_document_brings_its_drawings_its_paper_and_its_colours_along() -> None:
    picture = read(svg(SCENE))
    assert picture.attrib["viewBox"] == "-20 -20 40 70"
    assert [symbol.attrib["id"] for symbol in named(picture, "symbol")] == ["sheep"]
    assert [group.attrib["id"] for group in named(picture, "g") if "id" in group.attrib] == ["ewe", "spot"]
    assert links(picture) == ["#sheep", "#spot", "#ewe"], "symbols that are not in the picture are left out"
    name, score = named(picture, "text")
    assert (name.text, score.text) == ("K", "5")
    assert score.attrib["fill"] == "var(--ink,#22261f)"
    assert score.attrib["font-family"].startswith("var(--font-display,'Iowan Old Style',")
    paper = next(rect for rect in named(picture, "rect") if rect.get("fill") == "var(--paper,#f3ecdb)")
    assert (paper.attrib["width"], paper.attrib["height"]) == ("40", "70")


def test_a_document_for_simple_programs_has_no_variables() -> None:
    assert "var(" in svg(SCENE)
    assert "var(" not in plain(svg(SCENE))


def test_in_a_page_drawings_come_from_files_and_colours_from_its_styles() -> None:
    text = svg(SCENE, FILES)
    picture = read(text)
    assert named(picture, "symbol") == []
    assert links(picture) == ["/static/1/field.svg#spot", "/static/1/field.svg#ewe"]
    assert named(picture, "text")[0].attrib["fill"] == "var(--ink)"
    assert "#" not in text.replace("field.svg#", ""), "no colour of its own"


def test_the_file_of_a_games_symbols_brings_along_the_beasts_in_them() -> None:
    file = read(symbol_file(SYMBOLS_OF_FIELD.values()))
    assert [symbol.attrib["id"] for symbol in named(file, "symbol")] == ["sheep"]
    drawn = {group.attrib["id"]: group for group in named(file, "g") if "id" in group.attrib}
    assert list(drawn) == ["ewe", "spot", "stone"], "what has no drawing but its sprites' paths is not in it"
    assert drawn["stone"].findtext(f"{SPACE}title") == "a stone"
    assert links(file) == ["#sheep"]


def test_a_page_shows_the_board_without_what_lies_round_it() -> None:
    picture = read(svg(SCENE.inside(), FILES))
    assert picture.attrib["viewBox"] == "-20 -20 40 40"
    assert [group.get("data-key") for group in named(picture, "g") if group.get("data-key")] == ["2,-1", "K", "run"]
    assert [group.get("data-layer") for group in named(picture, "g") if group.get("data-layer")] == [
        "spots", "animals", "trails",
    ]  # fmt: skip


def test_sprites_are_known_by_key_part_cell_and_label_and_stand_at_their_place() -> None:
    assert one(sprite_markup(SHEEP, SCENE)).attrib == {
        "data-key": "K", "transform": "translate(12.5 -3)", "data-part": "K:", "data-cell": "a2", "data-animal": "K",
        "aria-label": "K, a2",
    }  # fmt: skip
    assert one(sprite_markup(SHEEP, SCENE, FILES)).attrib["data-symbol"] == "ewe", "a page rings it along its outline"
    score = one(shape_markup(SCORE))
    assert score.attrib == {"data-key": "score", "transform": "translate(0 40) scale(0.5)", "opacity": ".5"}


def test_what_lies_on_a_cell_is_known_by_it_and_stands_where_the_grid_says() -> None:
    assert one(sprite_markup(SPOT, SCENE)).attrib == {
        "data-key": "2,-1", "transform": "translate(15 -8)", "data-part": "2,-1", "data-cell": "2,-1",
    }  # fmt: skip


def test_words_are_the_key_unless_a_sprite_says_otherwise() -> None:
    for words, written in ((None, ["K"]), ("L", ["L"]), ("", [])):
        ewe = one(sprite_markup(SHEEP._replace(words=words), SCENE))
        assert [text.text for text in named(ewe, "text")] == written
    assert named(one(sprite_markup(SPOT, SCENE)), "text") == []


def test_a_computed_path_is_drawn_with_every_stroke_of_its_symbol() -> None:
    assert [path.attrib for path in named(one(sprite_markup(TRAIL, SCENE)), "path")] == [
        {"d": "M0 0h8", "fill": "none", "stroke": "var(--block,#1d211b)"},
        {"d": "M0 0h8", "fill": "var(--fleece,#fbf7ec)"},
    ]


def test_a_page_gets_sprites_as_short_lists_and_the_ground_only_when_it_asks() -> None:
    layers = {
        "animals": [["K", "ewe", 12.5, -3, {"part": "K:", "cell": "a2", "label": "K, a2"}]],
        "trails": [["run", "trail", 0, 0, {"path": "M0 0h8"}]],
    }
    told = {"title": "A field", "description": "One sheep.", "window": [-20, -20, 40, 40], "layers": layers}
    assert board_data(SCENE, ground=False) == told
    assert board_data(SCENE, ground=True) == told | {"layers": {"spots": [{"spot": "2,-1"}], **layers}}


def test_cells_with_nothing_but_a_symbol_are_told_together() -> None:
    said = Sprite("3,0", "spot", label="a spot")
    layer = Layer("spots", (said,), {"spot": ["0,0", "0,1"]})
    assert layer.shapes == (Sprite("0,0", "spot"), Sprite("0,1", "spot"), said)
    scene = replace(SCENE, ground=(), board=(layer, Layer("none")))
    assert board_data(scene, ground=False)["layers"] == {
        "spots": [{"spot": "0,0 0,1"}, ["3,0", "spot", {"label": "a spot"}]],
        "none": [],
    }


def test_a_page_gets_of_symbols_what_their_drawings_do_not_show() -> None:
    found = symbol_data(SYMBOLS_OF_FIELD.values())
    words = {"x": "0", "y": "9", "font-size": "7", "dominant-baseline": "central", "fill": "var(--ink)"}
    assert found == {
        "ewe": {"drawn": True, "words": words, "outline": "M0 0h4v4z", "middle": (2, 2), "animal": True},
        "spot": {"drawn": True, "outline": "M0 0h1v1z", "middle": (0.0, 0.0), "on_cell": True, "part": True},
        "trail": {"strokes": [{"fill": "none", "stroke": "var(--block)"}, {"fill": "var(--fleece)"}]},
        "stone": {"drawn": True, "title": "a stone"},
    }


def test_what_is_said_is_escaped_wherever_it_stands() -> None:
    shape = Shape(HOSTILE, (0.0, 0.0), (label(0, 0, HOSTILE, 9, more=(("data-x", HOSTILE),)),), label=HOSTILE)
    sprite = Sprite(HOSTILE, "ewe", part=HOSTILE, cell=HOSTILE, label=HOSTILE)
    trail = Sprite("trail", "trail", path=HOSTILE)
    layers = Layer("shapes", (shape,)), Layer("sprites", (sprite, trail))
    symbols = SYMBOLS_OF_FIELD | {"ewe": replace(SYMBOLS_OF_FIELD["ewe"], title=HOSTILE)}
    picture = read(svg(Scene(HOSTILE, HOSTILE, SCENE.frame, SCENE.window, layers, (), (), symbols=symbols)))
    assert named(picture, "script") == []
    assert picture.attrib["aria-label"] == HOSTILE
    assert [text.text for text in named(picture, "text")] == [HOSTILE, HOSTILE]
    assert named(picture, "text")[0].attrib["data-x"] == HOSTILE
    assert [title.text for title in named(picture, "title")] == [HOSTILE, HOSTILE]
    known = [each for each in named(picture, "g") if each.get("data-key") == HOSTILE]
    assert [each.attrib["aria-label"] for each in known] == [HOSTILE, HOSTILE]
    assert known[1].attrib["data-part"] == known[1].attrib["data-cell"] == HOSTILE
    assert {path.attrib["d"] for path in named(picture, "path") if path.get("d") == HOSTILE} == {HOSTILE}


def test_colours_and_drawings_that_the_house_does_not_have_are_refused() -> None:
    with pytest.raises(UnknownDrawing, match=r"There is no colour 'pink'; there are bare, .*woad"):
        ink("pink")
    with pytest.raises(UnknownDrawing, match=r"There is no drawing 'cow'; there are black, .*wolf"):
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
