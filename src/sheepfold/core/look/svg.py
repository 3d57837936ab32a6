"""Standalone SVG documents in the house's colours.

Colours are custom properties with their daytime value as fallback (``ink("paper")``), so the same
picture follows the theme of a page and looks right on its own. A shape that stands for a part of a
move carries ``data-part="K"``: the page turns clicks into moves by that attribute alone.
"""

from __future__ import annotations

from math import cos, pi, sin
from xml.sax.saxutils import escape, quoteattr

from sheepfold.core.look.beasts import f, symbols

DAY = {
    "paper": "#f3ecdb", "paper-up": "#fcf8ee", "paper-down": "#e6dcc4",
    "ink": "#22261f", "ink-2": "#55574a", "rule": "#cdc1a5", "edge": "#857a5f",
    "tag": "#f2c230", "tag-ink": "#22261f", "raddle": "#a5351a", "raddle-wash": "#f3d3c4", "on-raddle": "#fff8ee",
    "woad": "#1f568c", "woad-wash": "#d0dfea", "on-woad": "#fdfaf2",
    "pasture": "#aabf7c", "pasture-2": "#9cb36c", "pasture-edge": "#687f42", "pasture-ink": "#1f2a10",
    "cell-name": "#34431f", "enclosed": "#ecd88f", "enclosed-hatch": "#b39433", "bare": "#cbbd9b",
    "trodden": "#e8d6a0", "scrub": "#c3b9ac", "table": "#b98f5f", "table-2": "#a67c4d", "table-ink": "#2a1b0b",
    "stone": "#a59c88", "stone-2": "#8c836f", "hill": "#b7c78f", "hill-2": "#93ab68",
    "fleece": "#fbf7ec", "fleece-dead": "#cfc6b0", "block": "#1d211b", "fur": "#5b6570",
    "mark-red": "#a5351a", "mark-blue": "#1f568c", "mark-yellow": "#f2c230",
    "p1": "#a5351a", "p2": "#1f568c", "p3": "#8a6400", "p4": "#4c6a1f",
    "p5": "#77468d", "p6": "#4d5b66", "p7": "#14706b", "p8": "#a83a66",
}  # fmt: skip
"""The tokens by day; dark values live in the site's stylesheet."""

DISPLAY = (
    "var(--font-display,'Iowan Old Style','Palatino Linotype',Palatino,'DejaVu Serif Condensed','Noto Serif',serif)"
)
TEXT = "var(--font-text,Seravek,'Gill Sans Nova',Ubuntu,Calibri,'DejaVu Sans Condensed','Noto Sans',sans-serif)"


def ink(name: str) -> str:
    """A colour token with its daytime fallback."""
    return f"var(--{name},{DAY[name]})"


def hexagon_path(x: float, y: float, radius: float) -> str:
    """The outline of a pointy-topped hexagon."""
    corners = (
        (x + radius * cos(pi / 180 * (60 * i - 30)), y + radius * sin(pi / 180 * (60 * i - 30))) for i in range(6)
    )
    return "M" + "L".join(f"{f(cx)} {f(cy)}" for cx, cy in corners) + "Z"


def label(
    x: float, y: float, text: str, size: float, *, fill: str = "ink", anchor: str = "middle", weight: int = 400,
    face: str = TEXT, more: str = "",
) -> str:  # fmt: skip
    """A line of text whose middle height is at ``y``."""
    return (
        f'<text x="{f(x)}" y="{f(y)}" font-size="{f(size)}" text-anchor="{anchor}" dominant-baseline="central"'
        f' font-family="{face}" font-weight="{weight}" fill="{ink(fill)}"{more and " " + more}>{escape(text)}</text>'
    )


def attribute(value: str) -> str:
    """A value quoted for use in a tag."""
    return quoteattr(value)


def playground(left: float, top: float, width: float, height: float, body: str) -> str:
    """The part of a picture that moves are made on, with its extent: a page shows it alone, the rest in its own way."""
    return f'<g data-map="{f(left)} {f(top)} {f(width)} {f(height)}">{body}</g>'


def document(
    left: float, top: float, width: float, height: float, body: str,
    *, title: str, description: str, beasts: tuple[str, ...],
) -> str:  # fmt: skip
    """A whole SVG on paper. ``beasts`` is fixed per game, so that what is defined betrays nothing."""
    paper = f'<rect x="{f(left)}" y="{f(top)}" width="{f(width)}" height="{f(height)}" fill="{ink("paper")}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{f(left)} {f(top)} {f(width)} {f(height)}"'
        f' role="img" aria-label={attribute(title)}>'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
        f"<defs>{symbols(*beasts)}</defs>{paper}{body}</svg>"
    )
