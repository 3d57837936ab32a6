"""A view as a scene: planks of three grounds on a dotted table, animals upright, signs and counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, count, starmap
from typing import Final

from sheepfold.core.contract import Part, Seat
from sheepfold.core.look.pen import DISPLAY, drawn_as, element, f, group, ink, label, point, use
from sheepfold.core.look.scene import Box, Element, Layer, Scene, Shape
from sheepfold.core.squares import Cell
from sheepfold.games.sheep_dogs_wolves.board import cells_of, place_of
from sheepfold.games.sheep_dogs_wolves.ground import ground
from sheepfold.games.sheep_dogs_wolves.terms import ROLES, tile_of
from sheepfold.games.sheep_dogs_wolves.text import aim, counters, open_cells, standing
from sheepfold.games.sheep_dogs_wolves.view import KINDS, View

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
SIGNS: Final = {"sheep": ("", "danger", "lost", "saved"), "dog": ("",), "wolf": ("", "scared", "safe")}
"""The signs that each animal can have."""
FIGURES: Final = {"scared": "wolf-scared", "lost": "corpse"}
MARKS: Final = {"scared": "m-scared", "safe": "m-fang", "danger": "m-risk", "lost": "m-lost", "saved": "m-cleared"}


def picture(view: View, names: Mapping[Seat, str]) -> Scene:
    """The whole table, its counters below the field."""
    scene = board(view, names)
    field = scene.window
    strip, strip_height = _strip(view, field.left, field.top + field.height, field.width)
    frame = replace(field, height=field.height + strip_height)
    return replace(scene, frame=frame, margin=(Layer("strip", strip),))


def board(view: View, names: Mapping[Seat, str]) -> Scene:
    """The field alone. Every cell that matters carries its name, empty or not."""
    here, empty = ground(view.tiles), open_cells(view)
    planks = map(_laid, count(), view.tiles)
    animals = map(_animals, count(), view.tiles, view.sheep, view.wolves)
    west, east, south, north = here.around if empty else here.occupied
    left, top = west * S - MARGIN, -north * S - MARGIN
    width, height = (east + 1 - west) * S + 2 * MARGIN, (north + 1 - south) * S + 2 * MARGIN
    spare = max(0.0, NARROWEST - width)
    left, width = left - spare / 2, width + spare
    window = Box(left, top, width, height)
    last = len(view.tiles) - 1
    return Scene(
        title=f"Sheep, Dogs and Wolves: {len(view.tiles)} of {view.options.tiles} tiles laid",
        description=" ".join(filter(None, [_who(names), standing(view), aim(view), counters(view)])),
        frame=window,
        window=window,
        board=(
            Layer("rulers", _rulers(west, east, south, north)),
            Layer("ground", tuple(starmap(_spot, empty))),
            Layer("tiles", tuple(planks)),
            Layer("rim", (_rim(last, view.tiles[last]),) if last else ()),
            Layer("animals", tuple(chain.from_iterable(animals))),
        ),
        margin=(),
        beasts=BEASTS,
        definitions=_definitions(),
    )


def _who(names: Mapping[Seat, str]) -> str:
    return " ".join(f"{names[role]} is the {word}." for role, word in enumerate(ROLES, 1) if role in names)


@cache
def _definitions() -> tuple[Element, ...]:
    """Drawn once, used by every cell and tile: a dot of open ground, a plank lying east about its middle, planks with
    their shadows and rims in all ways, every animal with every sign that it can have."""
    end, half, r = 1.5 * S - GAP, S / 2 - GAP, ROUND
    west = f"M{f(-S / 2)} {f(-half)}H{f(r - end)}a{f(r)} {f(r)} 0 0 0 {f(-r)} {f(r)}V{f(half - r)}"
    west += f"a{f(r)} {f(r)} 0 0 0 {f(r)} {f(r)}H{f(-S / 2)}Z"
    east = f"M{f(S / 2)} {f(-half)}H{f(end - r)}a{f(r)} {f(r)} 0 0 1 {f(r)} {f(r)}V{f(half - r)}"
    east += f"a{f(r)} {f(r)} 0 0 1 {f(-r)} {f(r)}H{f(S / 2)}Z"
    spot = group(
        element("rect", width=S, height=S, fill="none", pointer_events="all"),
        element("circle", cx=S / 2, cy=S / 2, r=2.6, fill=ink("edge")),
        id="dogs-spot",
    )
    plank = group(
        element("path", d=west, fill=ink("pasture")),
        element("path", d=east, fill=ink("scrub")),
        element("rect", x=-S / 2, y=-half, width=S, height=2 * half, fill=ink("trodden")),
        element(
            "rect", x=-end, y=-half, width=2 * end, height=2 * half, rx=r, fill="none", stroke=ink("block"),
            stroke_width=1.6,
        ),
        id="dogs-plank",
    )  # fmt: skip
    planks = (group(*_plank(way), id=f"dogs-plank-{way}") for way in TURNED)
    rims = (group(*_stitches(way), id=f"dogs-rim-{way}") for way in TURNED)
    figures = (group(*_figure(kind, sign), id=_called(kind, sign)) for kind, signs in SIGNS.items() for sign in signs)
    return spot, plank, *planks, *rims, *figures


def _called(kind: str, sign: str) -> str:
    """Under which name an animal with a sign is defined."""
    return f"dogs-{kind}-{sign}" if sign else f"dogs-{kind}"


# -- the field ---------------------------------------------------------------------------------


@lru_cache(1024)
def _rulers(west: int, east: int, south: int, north: int) -> tuple[Shape, ...]:
    """Coordinates above every column and left of every row, for those who write their moves."""
    top, left = -north * S - MARGIN / 2, west * S - MARGIN / 2
    columns = [_ruler(f"column {x}", (x + 0.5) * S, top, x) for x in range(west, east + 1)]
    rows = [_ruler(f"row {y}", left, (0.5 - y) * S, y) for y in range(north, south - 1, -1)]
    return *columns, *rows


@lru_cache(4096)
def _ruler(key: str, x: float, y: float, number: int) -> Shape:
    return Shape(key, point(x, y), _numeral(number), more=(("aria-hidden", "true"),))


@lru_cache(1024)
def _numeral(number: int) -> tuple[Element, ...]:
    """All rulers move when the field grows; their drawings stay."""
    return (label(0, 0, str(number), 13, fill="ink-2"),)


@lru_cache(8192)
def _spot(x: int, y: int) -> Shape:
    """A cell of open ground."""
    return Shape(f"cell {x},{y}", (x * S, -y * S), drawn_as("dogs-spot"), cell=f"{x},{y}")


@lru_cache(8192)
def _covered(part: Part) -> tuple[Cell, ...]:
    """The cells of a tile's sheep, dog and wolf."""
    tile = tile_of(part)
    assert tile is not None
    return tuple(map(place_of, cells_of(tile)))


@lru_cache(8192)
def _animals(index: int, part: Part, sheep: str, wolf: str) -> tuple[Shape, ...]:
    """A tile's sheep, dog and wolf. Those that did not change are the same as before."""
    signs = zip(_covered(part), KINDS, (sheep, "", wolf), strict=True)
    return tuple(_animal(index, place, kind, sign) for place, kind, sign in signs)


@lru_cache(8192)
def _laid(index: int, part: Part) -> Shape:
    x, y = _covered(part)[1]
    at = ((x + 0.5) * S, (0.5 - y) * S)
    return Shape(f"tile {index}", at, drawn_as(f"dogs-plank-{part[-1]}"), more=(("data-tile", part),))


def _plank(way: str) -> tuple[Element, ...]:
    turned = f"rotate({TURNED[way]})" if TURNED[way] else None
    return (
        element("rect", **_edge(way, 3), fill=ink("pasture-edge")),
        element("use", href="#dogs-plank", transform=turned),
    )


def _edge(way: str, down: float = 0) -> dict[str, float]:
    """The outline of a tile about its middle."""
    long, short = 3 * S - 2 * GAP, S - 2 * GAP
    width, height = (long, short) if way in "EW" else (short, long)
    return {"x": -width / 2, "y": -height / 2 + down, "width": width, "height": height, "rx": ROUND}


def _rim(index: int, part: Part) -> Shape:
    """A stitched rim marks the tile laid last."""
    return Shape("rim", _laid(index, part).at, drawn_as(f"dogs-rim-{part[-1]}"))


def _stitches(way: str) -> tuple[Element, ...]:
    return (
        element("rect", **_edge(way), fill="none", stroke=ink("block"), stroke_width=5.5),
        element(
            "rect", **_edge(way), fill="none", stroke=ink("fleece"), stroke_width=2.2, stroke_dasharray="7 5",
            stroke_linecap="round",
        ),
    )  # fmt: skip


@lru_cache(8192)
def _animal(index: int, place: Cell, kind: str, sign: str) -> Shape:
    x, y = place
    return Shape(f"{kind} {index}", (x * S, -y * S), drawn_as(_called(kind, sign)), cell=f"{x},{y}")


def _figure(kind: str, sign: str) -> tuple[Element, ...]:
    """An animal, upright whatever the turn of its tile, with its sign at an upper corner."""
    size = 0.84 * S
    drawn = [
        element("rect", width=S, height=S, fill="none", pointer_events="all"),
        use(FIGURES.get(sign, kind), (S - size) / 2, (S - size) / 2 - 1, size),
    ]
    if sign:
        corner = 0.06 if sign == "scared" else 0.66
        drawn.append(use(MARKS[sign], corner * S, 0.05 * S, 0.29 * S))
    return tuple(drawn)


# -- the counters ------------------------------------------------------------------------------

STRIP: Final = 690.0
"""The width for which the strip of counters is laid out; it is scaled to the picture's."""


def _strip(view: View, left: float, top: float, width: float) -> tuple[tuple[Shape, ...], float]:
    """The score as it stands and what each sign counts, below the field; and how high that is."""
    goal, scale = aim(view), width / STRIP
    rows = [("standing", STRIP / 2, 14.0, _line(standing(view), 19, goal=False))]
    if goal:
        rows.append(("aim", STRIP / 2, 38.0, _line(goal, 14, goal=True)))
    base = 62.0 if goal else 40.0
    entries = (
        (14, "scared", view.scared, "wolf" if view.scared == 1 else "wolves", "scared"),
        (144, "safe", view.safe, "wolf" if view.safe == 1 else "wolves", "never scared"),
        (304, "danger", view.danger, "sheep", "in danger"),
        (446, "lost", view.lost, "sheep", "lost"),
        (568, "saved", view.saved, "sheep", "saved"),
    )
    rows += [(f"counter {sign}", x, base, _counter(sign, count, who, what)) for x, sign, count, who, what in entries]
    shapes = (Shape(key, point(left + x * scale, top + y * scale), body, scale=scale) for key, x, y, body in rows)
    return tuple(shapes), (base + 40) * scale


@lru_cache(1024)
def _line(words: str, size: int, goal: bool) -> tuple[Element, ...]:
    if goal:
        return (label(0, 0, words, size, fill="ink-2"),)
    return (label(0, 0, words, size, weight=700, face=DISPLAY),)


@lru_cache(1024)
def _counter(sign: str, count: int, who: str, what: str) -> tuple[Element, ...]:
    after = 39 + 14 * len(str(count))
    return (
        use(MARKS[sign], 0, 0, 26),
        label(33, 13, str(count), 24, anchor="start", weight=700, face=DISPLAY),
        label(after, 5.5, who, 12, anchor="start", fill="ink-2"),
        label(after, 20, what, 12, anchor="start", fill="ink-2"),
    )
