"""What pictures are made of: the house's drawings and colours, elements, lines of text, hexagons.

The drawings (every animal, person, fence and mark) are kept in ``beasts.svg``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files
from math import cos, pi, sin
from typing import Final

from sheepfold.core.drawing.scene import Attributes, Beast, Element, Point, UnknownDrawing, Value, Var

DAY: Final = {
    "paper": "#f3ecdb", "paper-up": "#fcf8ee", "paper-down": "#e6dcc4",
    "ink": "#22261f", "ink-2": "#55574a", "rule": "#cdc1a5", "edge": "#857a5f",
    "tag": "#f2c230", "tag-ink": "#22261f", "raddle": "#a5351a", "raddle-wash": "#f3d3c4", "on-raddle": "#fff8ee",
    "woad": "#1f568c", "woad-wash": "#d0dfea", "on-woad": "#fdfaf2",
    "pasture": "#aabf7c", "pasture-2": "#9cb36c", "pasture-edge": "#687f42", "pasture-ink": "#1f2a10",
    "cell-name": "#34431f", "enclosed": "#ecd88f", "enclosed-hatch": "#b39433", "bare": "#cbbd9b",
    "trodden": "#e8d6a0", "scrub": "#c3b9ac", "table": "#b98f5f", "table-2": "#a67c4d", "table-ink": "#2a1b0b",
    "stone": "#a59c88", "stone-2": "#8c836f", "hill": "#b7c78f", "hill-2": "#93ab68",
    "fleece": "#fbf7ec", "fleece-dead": "#cfc6b0", "block": "#1d211b", "fur": "#5b6570", "coat": "#55672f",
    "mark-red": "#a5351a", "mark-blue": "#1f568c", "mark-yellow": "#f2c230",
    "p1": "#a5351a", "p2": "#1f568c", "p3": "#8a6400", "p4": "#4c6a1f",
    "p5": "#77468d", "p6": "#4d5b66", "p7": "#14706b", "p8": "#a83a66",
}  # fmt: skip
"""The colours by day; dark values live in the site's stylesheet."""

DRAWN_IN: Final = {
    "fur-light": "#c9ced0", "skin": "#e7b88f", "straw": "#d9b24a", "wood": "#8a6238", "rust": "#a8481f",
}  # fmt: skip
"""Further colours, which the drawings in ``beasts.svg`` alone are made in."""


def _read() -> dict[str, tuple[int, str]]:
    text = (files("sheepfold.core.drawing") / "beasts.svg").read_text(encoding="utf-8").replace("\n", "")
    found = re.findall(r'<symbol id="([\w-]+)" viewBox="0 0 (\d+) \d+"[^>]*>(.*?)</symbol>', text)
    return {name: (int(side), body) for name, side, body in found}


SYMBOLS: Final = _read()
"""The side of each drawing's square, and its markup."""

FACES: Final = {
    "font-display": "'Iowan Old Style','Palatino Linotype',Palatino,'DejaVu Serif Condensed','Noto Serif',serif",
    "font-text": "Seravek,'Gill Sans Nova',Ubuntu,Calibri,'DejaVu Sans Condensed','Noto Sans',sans-serif",
}
DISPLAY: Final = Var("font-display")
TEXT: Final = Var("font-text")


def symbols(*names: str) -> str:
    """The named drawings (all, if none is named) as symbols for a <defs>."""
    return "".join(
        f'<symbol id="{name}" viewBox="0 0 {SYMBOLS[name][0]} {SYMBOLS[name][0]}" overflow="visible">'
        f"{SYMBOLS[name][1]}</symbol>"
        for name in (names or SYMBOLS)
    )


def f(x: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{x:.1f}".rstrip("0").rstrip(".")


def ink(name: str) -> Var:
    """A colour of the house."""
    if name not in DAY:
        raise UnknownDrawing("colour", name, DAY)
    return Var(name)


def point(x: float, y: float) -> Point:
    """A place, as exact as pictures are: so a shape that stays where it was does not move by a hair's breadth."""
    return round(x, 2), round(y, 2)


def element(tag: str, /, *children: Element | str, **attributes: Value | float | None) -> Element:
    """A piece of markup; ``stroke_width=2`` becomes ``stroke-width="2"``, None leaves an attribute out."""
    return Element(
        tag,
        tuple(
            (name.replace("_", "-"), f(value) if isinstance(value, (int, float)) else value)
            for name, value in attributes.items()
            if value is not None
        ),
        children,
    )


def group(*children: Element, **attributes: Value | float | None) -> Element:
    return element("g", *children, **attributes)


def moved(x: float, y: float, *body: Element, scale: float = 1.0) -> Element:
    """A drawing at another place and size."""
    return group(*body, transform=f"translate({f(x)} {f(y)})" + ("" if scale == 1 else f" scale({scale:.3g})"))


def use(name: str, x: float, y: float, side: float) -> Element:
    """A drawing with its corner at (x, y)."""
    if name not in SYMBOLS:
        raise UnknownDrawing("drawing", name, SYMBOLS)
    return element("use", href=Beast(name), x=x, y=y, width=side, height=side)


def label(
    x: float, y: float, text: str, size: float, *, fill: str = "ink", anchor: str = "middle", weight: int = 400,
    face: Var = TEXT, more: Attributes = (),
) -> Element:  # fmt: skip
    """A line of text whose middle height is at ``y``. What all lines have in common the picture says (``svg``)."""
    drawn = element(
        "text", text, x=x or None, y=y or None, font_size=size, text_anchor=None if anchor == "middle" else anchor,
        dominant_baseline="central", font_family=None if face is TEXT else face,
        font_weight=None if weight == 400 else weight, fill=ink(fill),
    )  # fmt: skip
    return replace(drawn, attributes=drawn.attributes + more) if more else drawn


def hexagon_path(x: float, y: float, radius: float) -> str:
    """The outline of a pointy-topped hexagon."""
    corners = (
        (x + radius * cos(pi / 180 * (60 * i - 30)), y + radius * sin(pi / 180 * (60 * i - 30))) for i in range(6)
    )
    return "M" + "L".join(f"{f(cx)} {f(cy)}" for cx, cy in corners) + "Z"
