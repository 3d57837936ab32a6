"""Scenes written as SVG, the one place where drawings become text.

``svg(scene)`` is a document that is complete in itself: it brings its drawings and its paper along, and every
colour has its daytime value to fall back on. Inside a page (``Files``) the house's drawings and the game's symbols
come from files of their own, and colours and faces from the page's stylesheet.

A page knows sprites by their attributes: ``data-key`` names one, ``data-part`` says what part of a move it stands
for, ``data-cell`` where it lies. ``web/static/js/scene.js`` draws them in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Final, NamedTuple

from sheepfold.core.drawing.pen import DAY, DRAWN_IN, FACES, TEXT, f, ink, symbols
from sheepfold.core.drawing.scene import (
    Attributes,
    Beast,
    Box,
    Element,
    Layer,
    Lettering,
    Point,
    Scene,
    Shape,
    Sprite,
    Symbol,
    Value,
    Var,
)  # fmt: skip

SPACE: Final = "http://www.w3.org/2000/svg"
_FALLBACK: Final = DAY | FACES


class Files(NamedTuple):
    """Where a page has its drawings: the house's beasts, and the symbols of the game."""

    beasts: str = ""
    symbols: str = ""


DOCUMENT: Final = Files()
"""A document brings them along."""


def svg(scene: Scene, files: Files = DOCUMENT, **attributes: str) -> str:
    """The whole scene. ``attributes``: further ones of the root element."""
    whole, frame = files == DOCUMENT, extent(scene.frame)
    more = "".join(f" {name}={_quoted(value)}" for name, value in attributes.items())
    return "".join(
        (
            f'<svg xmlns="{SPACE}" viewBox="{frame}" role="img" aria-label={_quoted(scene.title)}'
            f" {_lettering(files.beasts)}{more}>",
            f"<title>{_escaped(scene.title)}</title><desc>{_escaped(scene.description)}</desc>",
            _definitions(scene) + markup(_paper(scene.frame)) if whole else "",
            f'<g data-map="{extent(scene.window)}">',
            *(_layer(layer, scene, files) for layer in scene.ground + scene.board),
            "</g>",
            *(_layer(layer, scene, files) for layer in scene.margin),
            "</svg>",
        )
    )


def plain(document: str) -> str:
    """A whole document for programs that know no variables: every colour and face has its daytime value."""
    for name, value in (DRAWN_IN | _FALLBACK).items():
        document = document.replace(f"var(--{name},{value})", value)
    return document


def symbol_file(own: Iterable[Symbol]) -> str:
    """The symbols of a game as one file, which pages fetch once. It brings along the house's drawings that they use."""
    drawn = list(own)
    return f'<svg xmlns="{SPACE}"><defs>{symbols(*_beasts(drawn))}{"".join(map(_defined, drawn))}</defs></svg>'


def _beasts(drawn: Iterable[Symbol]) -> tuple[str, ...]:
    """The house's drawings that symbols use."""
    found: dict[str, None] = {}

    def look(node: Element | str) -> None:
        if isinstance(node, Element):
            found.update({value.name: None for _, value in node.attributes if isinstance(value, Beast)})
            for child in node.children:
                look(child)

    for symbol in drawn:
        for each in symbol.body:
            look(each)
    return tuple(found)


def _defined(symbol: Symbol) -> str:
    title = f"<title>{_escaped(symbol.title)}</title>" if symbol.title else ""
    return f'<g id="{symbol.name}">{title}{drawing(symbol.body)}</g>' if symbol.body else ""


def _lettering(beasts: str) -> str:
    """How lines of text are written unless they say otherwise."""
    return f'text-anchor="middle" font-family={_value(TEXT, beasts)} font-weight="400"'


def extent(box: Box) -> str:
    """A box as a ``viewBox`` says it."""
    return f"{f(box.left)} {f(box.top)} {f(box.width)} {f(box.height)}"


def _paper(box: Box) -> Element:
    at = (("x", f(box.left)), ("y", f(box.top)), ("width", f(box.width)), ("height", f(box.height)))
    return Element("rect", (*at, ("fill", Var("paper"))))


def _definitions(scene: Scene) -> str:
    """What a document brings along: the house's drawings, and those symbols that are in the picture."""
    used = {shape.symbol for layer in scene.layers for shape in layer.shapes if isinstance(shape, Sprite)}
    own = "".join([_defined(symbol) for name, symbol in scene.symbols.items() if name in used])
    drawn = (symbols(*scene.beasts) if scene.beasts else "") + own
    return f"<defs>{drawn}</defs>" if drawn else ""


def _layer(layer: Layer, scene: Scene, files: Files) -> str:
    cells = [Sprite(cell, symbol) for symbol, cells in layer.cells.items() for cell in cells]
    cells.sort(key=lambda sprite: scene.place(sprite)[::-1])
    drawn = [
        sprite_markup(shape, scene, files) if isinstance(shape, Sprite) else shape_markup(shape, files.beasts)
        for shape in (*cells, *layer.drawn)
    ]
    return f'<g data-layer="{layer.name}">{"".join(drawn)}</g>'


def sprite_markup(sprite: Sprite, scene: Scene, files: Files = DOCUMENT) -> str:
    """One sprite, to be put into a document."""
    symbol = scene.symbol(sprite)
    drawn = f'<use href="{files.symbols}#{symbol.name}"/>' if symbol.body else ""
    if sprite.path:
        lines = [Element("path", (("d", sprite.path), *stroke)) for stroke in symbol.strokes]
        drawn += drawing(tuple(lines), files.beasts)
    words = sprite.key if sprite.words is None else sprite.words
    if words and symbol.words is not None:
        drawn += markup(Element("text", lettering(symbol.words), (words,)), files.beasts)
    cell = sprite.key if symbol.on_cell else sprite.cell
    animal = sprite.key if symbol.animal else None
    part = sprite.key if symbol.part else sprite.part
    kind = None if files == DOCUMENT else symbol.name  # a page draws rings along its outline
    named = (
        ("data-symbol", kind), ("data-part", part), ("data-cell", cell), ("data-animal", animal),
        ("aria-label", sprite.label),
    )  # fmt: skip
    marks = _marks(tuple([(name, value) for name, value in named if value is not None]))
    return f'<g data-key={_quoted(sprite.key)} transform="{transform(scene.place(sprite))}"{marks}>{drawn}</g>'


def lettering(words: Lettering) -> Attributes:
    """How the words of a symbol are written, as attributes."""
    found: list[tuple[str, Value]] = [("x", f(words.x)), ("y", f(words.y)), ("font-size", f(words.size))]
    found += [("dominant-baseline", "central"), ("fill", ink(words.fill))]
    if words.weight != 400:
        found.append(("font-weight", str(words.weight)))
    if words.opacity != "1":
        found.append(("opacity", words.opacity))
    return tuple(found)


def shape_markup(shape: Shape, beasts: str = "") -> str:
    """One shape, to be put into a document."""
    return (
        f'<g data-key={_quoted(shape.key)} transform="{transform(shape.at, shape.scale)}"{_marks(shape.marks)}>'
        f"{drawing(shape.body, beasts)}</g>"
    )


def _marks(marks: Attributes) -> str:
    return "".join([f" {name}={_value(value, '')}" for name, value in marks])


def transform(at: Point, scale: float = 1.0) -> str:
    """A place and a size as a ``transform`` says it."""
    size = "" if scale == 1 else f" scale({scale:.4g})"
    return f"translate({at[0]:g} {at[1]:g}){size}"


def drawing(body: tuple[Element, ...], beasts: str = "") -> str:
    """What a shape looks like, without its place."""
    return "".join([markup(each, beasts) for each in body])


def markup(node: Element | str, beasts: str = "") -> str:
    """A piece of markup as text. ``beasts``: the file that has the house's drawings; empty: the document has them."""
    if isinstance(node, str):
        return _escaped(node)
    attributes = "".join([f" {name}={_value(value, beasts)}" for name, value in node.attributes])
    if not node.children:
        return f"<{node.tag}{attributes}/>"
    inside = "".join([markup(child, beasts) for child in node.children])
    return f"<{node.tag}{attributes}>{inside}</{node.tag}>"


def _value(value: Value, beasts: str) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Var):
        return f'"var(--{value.name})"' if beasts else f'"var(--{value.name},{_FALLBACK[value.name]})"'
    return f'"{beasts}#{value.name}"'


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


_SIGNS: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


def _escaped(text: str) -> str:
    """Text that stands for itself between tags and between quotes."""
    return text if text.isalnum() else text.translate(_SIGNS)


WIDTH: Final = 640
FAMILY: Final = "Source Sans Pro"


def png(document: str, width: int = WIDTH) -> bytes:
    """The picture of an SVG document as PNG, on its own paper, so that it can be read on any background.

    Takes a tenth of a second and holds Python's lock: servers call it in a worker process.
    """
    import resvg_py  # only worker processes draw

    folder = files("font_source_sans_pro") / "files"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=document,
            width=width,
            skip_system_fonts=True,
            font_files=[str(folder / f"SourceSansPro-{weight}.ttf") for weight in ("Regular", "Bold")],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
            serif_family=FAMILY,
        )
    )
