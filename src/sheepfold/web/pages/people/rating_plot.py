"""A person's ratings over time as a drawing: a line for each game and role, told apart by colour, dash and name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from markupsafe import Markup

from sheepfold.core.drawing.pen import element, f, ink, label
from sheepfold.core.drawing.scene import Element
from sheepfold.core.drawing.svg import markup
from sheepfold.games import game
from sheepfold.play.terms import RatingStep
from sheepfold.web.pages.phrases import day

WIDTH: Final = 640.0
HEIGHT: Final = 260.0
LEFT, RIGHT, EDGE = 48.0, 24.0, 24.0
DASHES: Final = ("", "8 4", "2 4", "12 4 2 4")
NEWCOMER: Final = 1000


def ratings(steps: Sequence[RatingStep], name: str) -> Markup:
    """The rating after each game that counted, every line beginning at a newcomer's and ending in its margin.

    Nothing where none counted.
    """
    if not steps:
        return Markup("")
    lines: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for number, step in enumerate(steps, 1):
        lines.setdefault((step.game, step.role), [(number - 1, NEWCOMER)]).append((number, step.shown))
    last = {(step.game, step.role): step for step in steps}
    values = [NEWCOMER, *(step.shown for step in steps)]
    values += [step.shown + by for step in last.values() for by in (-step.margin, step.margin)]
    low, high = min(values) // 200 * 200, -(-max(values) // 200) * 200

    def at(number: int, value: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * number / len(steps)
        return x, HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low)

    drawn = [piece for value in (low, (low + high) // 2, high) for piece in _rule(at(0, value)[1], value)]
    first, final = day(steps[0].at), day(steps[-1].at)
    under = HEIGHT - EDGE + 16
    drawn += [label(LEFT, under, first, 13, anchor="start", fill="ink-2")]
    if final != first:
        drawn += [label(WIDTH - RIGHT, under, final, 13, anchor="end", fill="ink-2")]
    key = []
    for number, ((game_name, role), points) in enumerate(lines.items()):
        colour, dash = ink(f"p{number % 8 + 1}"), DASHES[number % len(DASHES)]
        line = partial(
            element, "path", fill="none", stroke=colour, stroke_width=2.5, stroke_dasharray=dash,
            stroke_linejoin="round",
        )  # fmt: skip
        drawn.append(line(d="M" + "L".join(_pair(at(*each)) for each in points)))
        end = last[game_name, role]
        ends = [_pair(at(points[-1][0], end.shown + by)) for by in (end.margin, -end.margin)]
        whisker = f"M{'L'.join(ends)}" + "".join(f"M{tip}m-4 0h8" for tip in ends)
        drawn.append(element("path", d=whisker, stroke=colour))
        top = HEIGHT + 16 + 20 * number
        words = game(game_name).title + (f", {role}" if role else "") + f": {end.shown} ± {end.margin}"
        key += [line(d=f"M{f(LEFT)} {f(top)}h36"), label(LEFT + 46, top, words, 13, anchor="start")]
    return Markup(
        markup(
            element(
                "svg", *drawn, *key, viewBox=f"0 0 {f(WIDTH)} {f(HEIGHT + 10 + 20 * len(lines))}", role="img",
                aria_label=f"Ratings of {name} over {len(steps)} rated games", **{"class": "plot"},
            )
        )
    )  # fmt: skip


def _pair(at: tuple[float, float]) -> str:
    return f"{f(at[0])} {f(at[1])}"


def _rule(y: float, value: int) -> tuple[Element, Element]:
    """A hairline with its value at the left."""
    line = element("path", d=f"M{f(LEFT)} {f(y)}H{f(WIDTH - RIGHT)}", stroke=ink("rule"), stroke_width=1)
    return line, label(LEFT - 8, y, str(value), 13, anchor="end", fill="ink-2")
