"""A person's results over time as a drawing: a line that climbs with every win and falls with every loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from sheepfold.core.look.svg import ink, label
from sheepfold.play.terms import Listed

WIDTH: Final = 640.0
HEIGHT: Final = 220.0
MARGIN: Final = 34.0


def results(over: Sequence[Listed], name: str) -> Markup:
    """Wins less losses after each finished game, oldest first; nothing before the second game."""
    games = sorted((listed for listed in over if listed.outcome), key=lambda listed: listed.moved_at)
    if len(games) < 2:
        return Markup("")
    heights = [0]
    for listed in games:
        assert listed.outcome is not None
        won = listed.seat in listed.outcome.winners
        alone = len(listed.outcome.winners) < max(2, len(listed.info.seats))
        heights.append(heights[-1] + (1 if won and alone else 0 if won or not listed.outcome.winners else -1))
    low, high = min(heights), max(max(heights), min(heights) + 1)

    def at(step: int) -> tuple[float, float]:
        x = MARGIN + (WIDTH - 2 * MARGIN) * step / (len(heights) - 1)
        y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (heights[step] - low) / (high - low)
        return round(x, 1), round(y, 1)

    line = "M" + "L".join("{} {}".format(*at(step)) for step in range(len(heights)))
    dots = "".join('<circle cx="{}" cy="{}" r="3.5"/>'.format(*at(step)) for step in range(1, len(heights)))
    rules = "".join(
        f'<path d="M{MARGIN} {HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * part}H{WIDTH - MARGIN}"/>'
        for part in (0, 0.5, 1)
    )
    words = f"{name}: wins less losses over {len(games)} games, now {heights[-1]}"
    return Markup(
        '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<g fill="none" stroke="{}" stroke-width="1">{}</g>'
        '<path d="{}" fill="none" stroke="{}" stroke-width="2.5" stroke-linejoin="round"/><g fill="{}">{}</g>{}{}</svg>'
    ).format(
        WIDTH, HEIGHT, words, ink("rule"), Markup(rules), line, ink("woad"), ink("woad"), Markup(dots),
        Markup(label(MARGIN - 8, MARGIN, str(high), 13, anchor="end", fill="ink-2")),
        Markup(label(MARGIN - 8, HEIGHT - MARGIN, str(low), 13, anchor="end", fill="ink-2")),
    )  # fmt: skip
