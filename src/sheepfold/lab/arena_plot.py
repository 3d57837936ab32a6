"""The standings of an arena as a drawing: a dot and a whisker for every bot, the best on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.core.drawing.pen import TEXT, element, f, ink, label
from sheepfold.core.drawing.scene import Element
from sheepfold.core.drawing.svg import SPACE, markup, plain
from sheepfold.lab.standings import Ranked

WIDTH: Final = 640.0
LEFT, RIGHT, TOP, ROW = 130.0, 40.0, 46.0, 34.0
DEVIATIONS: Final = 2
"""A whisker of two standard errors holds the truth nineteen times in twenty."""


def drawn(title: str, bots: Sequence[Ranked]) -> str:
    """An SVG document, complete in itself: a seat's wins, with two standard errors either way."""
    spans = [
        (bot.wins.value - DEVIATIONS * bot.wins.error, bot.wins.value, bot.wins.value + DEVIATIONS * bot.wins.error)
        for bot in bots
    ]
    low = max(0.0, min((span[0] for span in spans), default=0.0) - 0.05)
    high = min(1.0, max((span[2] for span in spans), default=1.0) + 0.05)
    bottom = TOP + ROW * len(bots)

    def at(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (min(max(value, low), high) - low) / (high - low)

    pieces: list[Element] = [
        element("rect", width=WIDTH, height=bottom + 34, fill=ink("paper")),
        label(16, 20, title, 15, anchor="start", weight=700),
    ]
    for step in range(5):
        value = low + (high - low) * step / 4
        line = f"M{f(at(value))} {f(TOP - 8)}V{f(bottom)}"
        pieces.append(element("path", d=line, stroke=ink("rule"), stroke_width=1))
        pieces.append(label(at(value), bottom + 16, f"{100 * value:.0f} %", 12, fill="ink-2"))
    for number, (bot, (least, value, most)) in enumerate(zip(bots, spans, strict=True)):
        y, colour = TOP + ROW * (number + 0.5), ink(f"p{number % 8 + 1}")
        pieces.append(label(LEFT - 14, y, bot.name, 14, anchor="end"))
        whisker = f"M{f(at(least))} {f(y)}H{f(at(most))}" + "".join(
            f"M{f(at(end))} {f(y - 5)}v10" for end in (least, most)
        )
        pieces.append(element("path", d=whisker, stroke=colour, stroke_width=2))
        pieces.append(element("circle", cx=at(value), cy=y, r=5, fill=colour))
    document = element(
        "svg",
        *pieces,
        xmlns=SPACE,
        viewBox=f"0 0 {f(WIDTH)} {f(bottom + 34)}",
        role="img",
        aria_label=title,
        text_anchor="middle",
        font_family=TEXT,
    )
    return plain(markup(document))
