"""Drawings that belong to the pages: the sprite of all beasts, the drystone rule, the fold on its hill."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from random import Random
from typing import Final

from sheepfold.core.drawing.beasts import SYMBOLS, symbols
from sheepfold.core.drawing.pen import element, ink, use
from sheepfold.core.drawing.scene import Element, Var
from sheepfold.core.drawing.svg import SPACE, markup

SPRITE: Final = "beasts.svg"


def sprite() -> str:
    """Every drawing in one file, fetched once and used by all pages."""
    return f'<svg xmlns="{SPACE}">{symbols()}</svg>'


def icon() -> str:
    """The mark of the house, for the browser's tab."""
    return f'<svg xmlns="{SPACE}" viewBox="0 0 48 48">{SYMBOLS["crest"][1]}</svg>'


def stones(shade: int) -> str:
    """The drystone rule under the top bar, in two masks: one for each shade of stone."""
    rng, found = Random(4), []
    for row in range(2):
        x = -4 * row
        while x < 120:
            width = rng.choice((9, 12, 14, 17, 11))
            if x + width > 113:
                width = 120 - x
            if rng.choice((1, 1, 2)) == shade:
                found.append(
                    f'<rect x="{x + 0.5}" y="{row * 4.5 + 0.4}" width="{width - 1.2:.1f}" height="3.7" rx="1.6"/>'
                )
            x += width
    return f'<svg xmlns="{SPACE}" width="120" height="9">{"".join(found)}</svg>'


@cache  # it is drawn stone by stone, and always the same
def hero(sprite_url: str) -> str:
    """The fold on its hill: sheep within, the shepherd and his dog before it, and one in the flock that is no sheep."""
    rng = Random(7)

    def stones_at(x: float, y: float) -> tuple[Element, Element]:
        size = rng.uniform(0.9, 1.15)
        low, high = rng.choice("ab"), rng.choice("ab")
        return (
            element("ellipse", cx=x, cy=y, rx=13 * size, ry=8.5 * size, **{"class": f"st{low}"}),
            element("ellipse", cx=x + 6, cy=y - 11, rx=12 * size, ry=7.5 * size, **{"class": f"st{high}"}),
        )

    def hill(colour: Var, outline: str) -> Element:
        return element("path", fill=colour, d=outline)

    angles = [2 * pi * step / 40 for step in range(40)]
    ring = [(830 + 150 * cos(a), 172 + 44 * sin(a), a) for a in angles]
    behind = [stone for x, y, _ in ring if y < 172 for stone in stones_at(x, y)]
    near = [(x, y) for x, y, a in sorted(ring, key=lambda at: at[1]) if y >= 172 and not 1.85 < a < 2.35]
    before = [stone for x, y in near for stone in stones_at(x, y)]
    within = (
        ("sheep", 720, 132, 46), ("sheep", 784, 112, 44), ("black", 846, 112, 44),
        ("sheep", 916, 130, 48), ("lambs", 774, 146, 56), ("sheep", 850, 152, 50),
    )  # fmt: skip
    without = (
        ("shepherd", 690, 176, 62), ("dog", 632, 196, 44), ("sheep", 1010, 168, 50),
        ("wolf-clothed", 1076, 178, 54), ("sheep", 1150, 166, 48), ("sheep", 1204, 184, 52),
    )  # fmt: skip
    drawing = element(
        "svg",
        element("rect", width=1280, height=250, fill=Var("sky")),
        element("circle", cx=1140, cy=56, r=24, **{"class": "moon"}),
        hill(
            Var("hill-3"),
            "M0 150C180 100 330 128 520 112 740 92 860 60 1010 74c120 12 200 46 270 40V250H0z",
        ),
        use("wolf", 960, 24, 53),
        hill(ink("hill-2"), "M0 190C160 150 330 168 520 160 760 150 930 118 1280 158V250H0z"),
        hill(ink("hill"), "M0 222C240 190 470 206 700 196 930 186 1080 176 1280 200V250H0z"),
        element("ellipse", cx=830, cy=172, rx=150, ry=44, fill=ink("pasture")),
        *behind,
        *(use(*beast) for beast in within),
        *before,
        *(use(*beast) for beast in without),
        viewBox="0 0 1280 250", preserveAspectRatio="xMaxYMax slice", aria_hidden="true", **{"class": "hero"},
    )  # fmt: skip
    return markup(drawing, sprite_url)
