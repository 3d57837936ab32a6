"""Scenes written as SVG, the one place where drawings become text.

``svg(scene)`` is a document that is complete in itself: it brings its drawings and its paper along, and every
colour has its daytime value to fall back on. Inside a page, named by the address of the page's ``sprite``,
drawings come from there and colours and faces from the page's stylesheet.

A page knows shapes by their attributes: ``data-key`` names one, ``data-part`` says what part of a move it stands
for, ``data-cell`` where it lies.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from sheepfold.core.look.beasts import COLOURS, symbols
from sheepfold.core.look.pen import DAY, FACES, TEXT, f
from sheepfold.core.look.scene import Box, Element, Layer, Point, Scene, Shape, Value, Var
from sheepfold.core.memory import Memory

SPACE: Final = "http://www.w3.org/2000/svg"
_FALLBACK: Final = DAY | FACES


def svg(scene: Scene, sprite: str = "", **attributes: str) -> str:
    """The whole scene. ``attributes``: further ones of the outermost element."""
    whole, frame = not sprite, extent(scene.frame)
    more = "".join(f" {name}={_quoted(value)}" for name, value in attributes.items())
    return "".join(
        (
            f'<svg xmlns="{SPACE}" viewBox="{frame}" role="img" aria-label={_quoted(scene.title)}'
            f" {_lettering(sprite)}{more}>",
            f"<title>{_escaped(scene.title)}</title><desc>{_escaped(scene.description)}</desc>",
            _definitions(scene.beasts if whole else (), scene.definitions, sprite),
            markup(_paper(scene.frame)) if whole else "",
            f'<g data-map="{extent(scene.window)}">',
            *(_layer(layer, sprite) for layer in scene.board),
            "</g>",
            *(_layer(layer, sprite) for layer in scene.margin),
            "</svg>",
        )
    )


def still(scene: Scene, sprite: str) -> str:
    """The board to be looked at in a page beside another board of the same game, which defines what both refer to: no
    move is made on it, so its shapes stand for no parts and are known by no keys."""
    return "".join(
        (
            f'<svg xmlns="{SPACE}" viewBox="{extent(scene.window)}" role="img" aria-label={_quoted(scene.title)}'
            f" {_lettering(sprite)}>",
            f"<title>{_escaped(scene.title)}</title><desc>{_escaped(scene.description)}</desc>",
            *(_still_layer(layer, sprite) for layer in scene.board),
            "</svg>",
        )
    )


def _still_layer(layer: Layer, sprite: str) -> str:
    found = []
    for shape in layer.shapes:
        marks = "".join([f" {name}={_quoted(value)}" for name, value in shape.marks if name != "data-part"])
        found.append(f'<g transform="{transform(shape.at, shape.scale)}"{marks}>{drawing(shape.body, sprite)}</g>')
    return f'<g data-layer="{layer.name}">{"".join(found)}</g>'


def plain(document: str) -> str:
    """A whole document for programs that know no variables: every colour and face has its daytime value."""
    for name, value in (COLOURS | _FALLBACK).items():
        document = document.replace(f"var(--{name},{value})", value)
    return document


@cache
def _lettering(sprite: str) -> str:
    """How lines of text are written unless they say otherwise."""
    return f'text-anchor="middle" font-family={_value(TEXT, sprite)} font-weight="400"'


def extent(box: Box) -> str:
    """A box as a ``viewBox`` says it."""
    return f"{f(box.left)} {f(box.top)} {f(box.width)} {f(box.height)}"


def _paper(box: Box) -> Element:
    at = (("x", f(box.left)), ("y", f(box.top)), ("width", f(box.width)), ("height", f(box.height)))
    return Element("rect", (*at, ("fill", Var("paper"))))


@lru_cache(64)
def _definitions(beasts: tuple[str, ...], own: tuple[Element, ...], sprite: str) -> str:
    """The same for all pictures of a game."""
    drawn = (symbols(*beasts) if beasts else "") + "".join(markup(each, sprite) for each in own)
    return f"<defs>{drawn}</defs>" if drawn else ""


def _layer(layer: Layer, sprite: str) -> str:
    return f'<g data-layer="{layer.name}">{"".join([shape_markup(shape, sprite) for shape in layer.shapes])}</g>'


def shape_markup(shape: Shape, sprite: str = "") -> str:
    """One shape, to be put into a document."""
    marks = "".join(f" {name}={_quoted(value)}" for name, value in shape.marks)
    return (
        f'<g data-key={_quoted(shape.key)} transform="{transform(shape.at, shape.scale)}"{marks}>'
        f"{drawing(shape.body, sprite)}</g>"
    )


def transform(at: Point, scale: float = 1.0) -> str:
    """A place and a size as a ``transform`` says it."""
    size = "" if scale == 1 else f" scale({scale:.4g})"
    return f"translate({at[0]:g} {at[1]:g}){size}"


def place(at: Point, scale: float = 1.0) -> str:
    """The same in as few letters as can be: two numbers, and the size where it is another than 1."""
    return f"{at[0]:g} {at[1]:g}" if scale == 1 else f"{at[0]:g} {at[1]:g} {scale:.4g}"


def drawing(body: tuple[Element, ...], sprite: str = "") -> str:
    """What a shape looks like, without its place."""
    return "".join(strokes(body, sprite))


def strokes(body: tuple[Element, ...], sprite: str = "") -> tuple[str, ...]:
    """The same piece by piece.

    Most drawings are made once and used again and again, so their text is remembered by the object: that is found at
    once, where comparing drawings would cost as much as writing them. The entry holds the drawing, so that no
    other can have its number.
    """
    found = _WRITTEN.get((id(body), sprite))
    if found is None:
        found = _WRITTEN.keep((id(body), sprite), (body, tuple([markup(each, sprite) for each in body])))
    return found[1]


_WRITTEN: Final[Memory[tuple[int, str], tuple[tuple[Element, ...], tuple[str, ...]]]] = Memory(4096)


def markup(node: Element | str, sprite: str = "") -> str:
    """A piece of markup as text."""
    if isinstance(node, str):
        return _escaped(node)
    attributes = "".join([f" {name}={_value(value, sprite)}" for name, value in node.attributes])
    if not node.children:
        return f"<{node.tag}{attributes}/>"
    inside = "".join([markup(child, sprite) for child in node.children])
    return f"<{node.tag}{attributes}>{inside}</{node.tag}>"


def _value(value: Value, sprite: str) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Var):
        return f'"var(--{value.name})"' if sprite else f'"var(--{value.name},{_FALLBACK[value.name]})"'
    return f'"{sprite}#{value.name}"'


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


_SIGNS: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


def _escaped(text: str) -> str:
    """Text that stands for itself between tags and between quotes."""
    return text if text.isalnum() else text.translate(_SIGNS)
