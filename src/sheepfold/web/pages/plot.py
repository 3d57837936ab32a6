"""A person's ratings over time as a drawing: a line for each game and role, told apart by colour, dash and name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from sheepfold.core.look.svg import ink, label
from sheepfold.games import game
from sheepfold.play.terms import RatingStep

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

    def at(number: int, value: int) -> str:
        x = LEFT + (WIDTH - LEFT - RIGHT) * number / len(steps)
        return f"{x:.1f} {HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low):.1f}"

    drawn = "".join(_rule(at(0, value), value) for value in (low, (low + high) // 2, high))
    key = []
    for number, ((game_name, role), points) in enumerate(lines.items()):
        colour, dash = ink(f"p{number % 8 + 1}"), DASHES[number % len(DASHES)]
        path = "L".join(at(*point) for point in points)
        line = f'fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}" stroke-linejoin="round"'
        drawn += f'<path d="M{path}" {line}/>'
        end = last[game_name, role]
        ends = [at(points[-1][0], end.shown + by) for by in (end.margin, -end.margin)]
        drawn += f'<path d="M{"L".join(ends)}{"".join(f"M{tip}m-4 0h8" for tip in ends)}" stroke="{colour}"/>'
        top = HEIGHT + 16 + 20 * number
        words = game(game_name).title + (f", {role}" if role else "") + f": {end.shown} ± {end.margin}"
        key.append(f'<path d="M{LEFT} {top}h36" {line}/>' + label(LEFT + 46, top, words, 13, anchor="start"))
    said = f"Ratings of {name} over {len(steps)} rated games"
    return Markup('<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        int(WIDTH), int(HEIGHT) + 10 + 20 * len(lines), said, Markup(drawn + "".join(key))
    )


def _rule(start: str, value: int) -> str:
    """A hairline with its value at the left."""
    x, y = map(float, start.split())
    line = f'<path d="M{x} {y}H{WIDTH - RIGHT}" stroke="{ink("rule")}" stroke-width="1"/>'
    return line + label(x - 8, y, str(value), 13, anchor="end", fill="ink-2")
