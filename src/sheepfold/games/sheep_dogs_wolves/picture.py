"""A view as SVG: planks of three grounds on a dotted table, animals upright, signs and counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sheepfold.core.contract import Seat
from sheepfold.core.look.beasts import f, use
from sheepfold.core.look.svg import DISPLAY, document, ink, label, playground
from sheepfold.games.sheep_dogs_wolves.terms import ROLES
from sheepfold.games.sheep_dogs_wolves.text import aim, counters, open_cells, standing
from sheepfold.games.sheep_dogs_wolves.view import Animal, View

S: Final = 58.0
"""The side of a cell."""
MARGIN: Final = 28.0
"""Room around the field for the coordinates."""
NARROWEST: Final = 9 * S
"""A slender field gets room at both sides, or its counters would shrink with it."""
GAP: Final = 2.5
ROUND: Final = 9.0
TURNED: Final = {"E": 0, "N": -90, "W": 180, "S": 90}

BEASTS: Final = (
    "sheep", "dog", "wolf", "wolf-scared", "corpse", "m-scared", "m-fang", "m-risk", "m-lost", "m-cleared",
)  # fmt: skip
FIGURES: Final = {"scared": "wolf-scared", "lost": "corpse"}
MARKS: Final = {"scared": "m-scared", "safe": "m-fang", "danger": "m-risk", "lost": "m-lost", "saved": "m-cleared"}


def picture(view: View, names: Mapping[Seat, str]) -> str:
    """The whole table. Every cell that matters carries ``data-cell="x,y"``, empty or not."""
    ground, animals = open_cells(view), view.animals
    across = [x for x, _ in ground] + [animal.x for animal in animals]
    along = [-y for _, y in ground] + [-animal.y for animal in animals]
    left, top = min(across) * S - MARGIN, min(along) * S - MARGIN
    width, height = (max(across) + 1) * S + MARGIN - left, (max(along) + 1) * S + MARGIN - top
    spare = max(0.0, NARROWEST - width)
    left, width = left - spare / 2, width + spare
    tiles = [
        _tile(part, animals[3 * index : 3 * index + 3], last=index == len(view.tiles) - 1 > 0)
        for index, part in enumerate(view.tiles)
    ]
    field = _rulers(across, along) + "".join(_spot(x, y) for x, y in ground) + "".join(tiles)
    strip, strip_height = _strip(view, left, top + height, width)
    return document(
        left,
        top,
        width,
        height + strip_height,
        _shared() + playground(left, top, width, height, field) + strip,
        title=f"Sheep, Dogs and Wolves: {len(view.tiles)} of {view.options.tiles} tiles laid",
        description=" ".join(filter(None, [_who(names), standing(view), aim(view), counters(view)])),
        beasts=BEASTS,
    )


def _who(names: Mapping[Seat, str]) -> str:
    return " ".join(f"{names[role]} is the {word}." for role, word in enumerate(ROLES, 1) if role in names)


def _shared() -> str:
    """Drawn once, used by every cell and tile: a dot of open ground, and a plank lying east about its middle."""
    end, half, r = 1.5 * S - GAP, S / 2 - GAP, ROUND
    west = f"M{f(-S / 2)} {f(-half)}H{f(r - end)}a{f(r)} {f(r)} 0 0 0 {f(-r)} {f(r)}V{f(half - r)}"
    west += f"a{f(r)} {f(r)} 0 0 0 {f(r)} {f(r)}H{f(-S / 2)}Z"
    east = f"M{f(S / 2)} {f(-half)}H{f(end - r)}a{f(r)} {f(r)} 0 0 1 {f(r)} {f(r)}V{f(half - r)}"
    east += f"a{f(r)} {f(r)} 0 0 1 {f(-r)} {f(r)}H{f(S / 2)}Z"
    return (
        f'<defs><g id="dogs-spot"><rect width="{f(S)}" height="{f(S)}" fill="none" pointer-events="all"/>'
        f'<circle cx="{f(S / 2)}" cy="{f(S / 2)}" r="2.6" fill="{ink("edge")}"/></g>'
        f'<g id="dogs-plank"><path d="{west}" fill="{ink("pasture")}"/><path d="{east}" fill="{ink("scrub")}"/>'
        f'<rect x="{f(-S / 2)}" y="{f(-half)}" width="{f(S)}" height="{f(2 * half)}" fill="{ink("trodden")}"/>'
        f'<rect x="{f(-end)}" y="{f(-half)}" width="{f(2 * end)}" height="{f(2 * half)}" rx="{f(r)}"'
        f' fill="none" stroke="{ink("block")}" stroke-width="1.6"/></g></defs>'
    )


def _rulers(across: list[int], along: list[int]) -> str:
    """Coordinates above every column and left of every row, for those who write their moves."""
    top, left = min(along) * S - MARGIN / 2, min(across) * S - MARGIN / 2
    columns = [label((x + 0.5) * S, top, str(x), 13, fill="ink-2") for x in range(min(across), max(across) + 1)]
    rows = [label(left, (y + 0.5) * S, str(-y), 13, fill="ink-2") for y in range(min(along), max(along) + 1)]
    return f'<g aria-hidden="true">{"".join(columns + rows)}</g>'


def _spot(x: int, y: int) -> str:
    """A cell of open ground."""
    return f'<use href="#dogs-spot" x="{f(x * S)}" y="{f(-y * S)}" data-cell="{x},{y}"/>'


def _tile(part: str, animals: tuple[Animal, ...], last: bool) -> str:
    """A plank with its three animals; a stitched rim marks the one laid last."""
    left, top = min(a.x for a in animals) * S + GAP, min(-a.y for a in animals) * S + GAP
    long, short = 3 * S - 2 * GAP, S - 2 * GAP
    width, height = (long, short) if part[-1] in "EW" else (short, long)
    middle = animals[1]
    at = f"translate({f((middle.x + 0.5) * S)} {f((0.5 - middle.y) * S)})"
    turn = f" rotate({TURNED[part[-1]]})" if TURNED[part[-1]] else ""
    box = f'width="{f(width)}" height="{f(height)}" rx="{f(ROUND)}"'
    rim = ""
    if last:
        edge = f'<rect x="{f(left)}" y="{f(top)}" {box} fill="none"'
        rim = (
            f'{edge} stroke="{ink("block")}" stroke-width="5.5"/>'
            f'{edge} stroke="{ink("fleece")}" stroke-width="2.2" stroke-dasharray="7 5" stroke-linecap="round"/>'
        )
    return (
        f'<g data-tile="{part}"><rect x="{f(left)}" y="{f(top + 3)}" {box} fill="{ink("pasture-edge")}"/>'
        f'<use href="#dogs-plank" transform="{at}{turn}"/>{rim}{"".join(map(_animal, animals))}</g>'
    )


def _animal(animal: Animal) -> str:
    """An animal, upright whatever the turn of its tile, with its sign at an upper corner."""
    x, y, size = animal.x * S, -animal.y * S, 0.84 * S
    figure = use(FIGURES.get(animal.sign, animal.kind), x + (S - size) / 2, y + (S - size) / 2 - 1, size)
    mark = ""
    if animal.sign:
        corner = 0.06 if animal.sign == "scared" else 0.66
        mark = use(MARKS[animal.sign], x + corner * S, y + 0.05 * S, 0.29 * S)
    hit = f'<rect x="{f(x)}" y="{f(y)}" width="{f(S)}" height="{f(S)}" fill="none" pointer-events="all"/>'
    return f'<g data-cell="{animal.x},{animal.y}">{hit}{figure}{mark}</g>'


# -- the counters ------------------------------------------------------------------------------

STRIP: Final = 690.0
"""The width for which the strip of counters is laid out; it is scaled to the picture's."""


def _strip(view: View, left: float, top: float, width: float) -> tuple[str, float]:
    """The score as it stands and what each sign counts, below the field; and how high that is."""
    goal = aim(view)
    rows = [label(STRIP / 2, 14, standing(view), 19, weight=700, face=DISPLAY)]
    if goal:
        rows.append(label(STRIP / 2, 38, goal, 14, fill="ink-2"))
    base = 62.0 if goal else 40.0
    entries = (
        (14, "m-scared", view.scared, "wolf" if view.scared == 1 else "wolves", "scared"),
        (144, "m-fang", view.safe, "wolf" if view.safe == 1 else "wolves", "never scared"),
        (304, "m-risk", view.danger, "sheep", "in danger"),
        (446, "m-lost", view.lost, "sheep", "lost"),
        (568, "m-cleared", view.saved, "sheep", "saved"),
    )
    for x, mark, count, who, what in entries:
        rows.append(use(mark, x, base, 26))
        rows.append(label(x + 33, base + 13, str(count), 24, anchor="start", weight=700, face=DISPLAY))
        after = x + 39 + 14 * len(str(count))
        rows.append(label(after, base + 5.5, who, 12, anchor="start", fill="ink-2"))
        rows.append(label(after, base + 20, what, 12, anchor="start", fill="ink-2"))
    scale = width / STRIP
    return (
        f'<g transform="translate({f(left)} {f(top)}) scale({scale:.4f})" data-strip="">{"".join(rows)}</g>',
        (base + 40) * scale,
    )
