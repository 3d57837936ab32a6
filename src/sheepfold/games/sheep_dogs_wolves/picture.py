"""A view as a scene: planks of three grounds on a dotted table, animals upright, signs and counters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from sheepfold.core.contract import Part, Seat
from sheepfold.core.drawing.pen import DISPLAY, element, f, group, ink, label, point, use
from sheepfold.core.drawing.scene import Box, Element, Layer, Lettering, Scene, Shape, Sprite, Symbol
from sheepfold.games.sheep_dogs_wolves.board import Cell, cells_of, place_of
from sheepfold.games.sheep_dogs_wolves.terms import DRAWINGS, ROLES, tile_of
from sheepfold.games.sheep_dogs_wolves.text import aim, counters, standing
from sheepfold.games.sheep_dogs_wolves.view import KINDS, View

S: Final = 58.0
"""The side of a cell."""
MARGIN: Final = 28.0
"""Room around the field for the coordinates."""
NARROWEST: Final = 9 * S
"""A slender field gets room at both sides, or its counters would shrink with it."""
GAP: Final = 2.5
ROUND: Final = 9.0
SQUARE: Final = f"M2 2H{S - 2:g}V{S - 2:g}H2Z"
"""Along which a cell is ringed."""
TURNED: Final = {"E": 0, "N": -90, "W": 180, "S": 90}

BEASTS: Final = (
    "sheep", "dog", "wolf", "wolf-scared", "corpse", "m-scared", "m-fang", "m-risk", "m-lost", "m-cleared",
)  # fmt: skip
SIGNS: Final = {"sheep": ("", "danger", "lost", "saved"), "dog": ("",), "wolf": ("", "scared", "safe")}
"""The signs that each animal can have."""
FIGURES: Final = {"scared": "wolf-scared", "lost": "corpse"}


def picture(view: View, names: Mapping[Seat, str]) -> Scene:
    """The whole table, its counters below the field."""
    scene = board(view, names)
    field = scene.window
    strip, strip_height = _strip(view, field.left, field.top + field.height, field.width)
    frame = replace(field, height=field.height + strip_height)
    return replace(scene, frame=frame, margin=(Layer("strip", strip),))


def board(view: View, names: Mapping[Seat, str]) -> Scene:
    """The field alone. Every cell that matters carries its name, empty or not."""
    empty = view.open_cells
    xs, ys = zip(*empty, *[cell for part in view.tiles for cell in _covered(part)], strict=True)
    west, east, south, north = min(xs), max(xs), min(ys), max(ys)
    left, top = west * S - MARGIN, -north * S - MARGIN
    width, height = (east + 1 - west) * S + 2 * MARGIN, (north + 1 - south) * S + 2 * MARGIN
    spare = max(0.0, NARROWEST - width)
    left, width = left - spare / 2, width + spare
    window = Box(left, top, width, height)
    return Scene(
        title=f"Sheep, Dogs and Wolves: {len(view.tiles)} of {view.options.tiles} tiles laid",
        description=" ".join(filter(None, [_who(names), standing(view), aim(view), counters(view)])),
        frame=window,
        window=window,
        board=(
            Layer("columns", _columns(west, east, -north * S - MARGIN / 2)),
            Layer("rows", _rows(south, north, west * S - MARGIN / 2)),
            Layer("spots", cells={"spot": [f"{x},{y}" for x, y in empty]} if empty else {}),
            Layer("tiles", tuple([_tile(f"tile {n}", "plank", part) for n, part in enumerate(view.tiles)])),
            Layer("rim", (_tile("rim", "rim", view.tiles[-1]),) if len(view.tiles) > 1 else ()),
            Layer("animals", cells=_animals(view)),
        ),
        margin=(),
        beasts=BEASTS,
        symbols=symbols(),
        grid=((S, 0), (0, -S)),
    )


def _who(names: Mapping[Seat, str]) -> str:
    return " ".join(f"{names[role]} is the {word}." for role, word in enumerate(ROLES, 1) if role in names)


# -- the symbols -------------------------------------------------------------------------------


@cache  # every picture refers to them
def symbols() -> Mapping[str, Symbol]:
    """A dot of open ground, a plank with its shadow and its rim in all ways, every animal with every sign."""
    spot = (
        element("rect", width=S, height=S, fill="none", pointer_events="all"),
        element("circle", cx=S / 2, cy=S / 2, r=2.6, fill=ink("edge")),
    )
    found = [
        Symbol("ruler", words=Lettering(0, 0, 13, "ink-2")),
        Symbol("spot", spot, outline=SQUARE, middle=(S / 2, S / 2), on_cell=True),
        *(Symbol(f"plank-{way}", _plank(way)) for way in TURNED),
        *(Symbol(f"rim-{way}", _stitches(way)) for way in TURNED),
    ]
    for kind, signs in SIGNS.items():
        found += [
            Symbol(_called(kind, sign), _figure(kind, sign), outline=SQUARE, middle=(S / 2, S / 2), on_cell=True)
            for sign in signs
        ]
    return {symbol.name: symbol for symbol in found}


def _called(kind: str, sign: str) -> str:
    """The symbol of an animal with a sign."""
    return f"{sign or 'plain'}-{kind}"


def _plank(way: str) -> tuple[Element, ...]:
    """A plank about its middle, its shadow below it."""
    end, half, r = 1.5 * S - GAP, S / 2 - GAP, ROUND
    west = f"M{f(-S / 2)} {f(-half)}H{f(r - end)}a{f(r)} {f(r)} 0 0 0 {f(-r)} {f(r)}V{f(half - r)}"
    west += f"a{f(r)} {f(r)} 0 0 0 {f(r)} {f(r)}H{f(-S / 2)}Z"
    east = f"M{f(S / 2)} {f(-half)}H{f(end - r)}a{f(r)} {f(r)} 0 0 1 {f(r)} {f(r)}V{f(half - r)}"
    east += f"a{f(r)} {f(r)} 0 0 1 {f(-r)} {f(r)}H{f(S / 2)}Z"
    plank = group(
        element("path", d=west, fill=ink("pasture")),
        element("path", d=east, fill=ink("scrub")),
        element("rect", x=-S / 2, y=-half, width=S, height=2 * half, fill=ink("trodden")),
        element(
            "rect", x=-end, y=-half, width=2 * end, height=2 * half, rx=r, fill="none", stroke=ink("block"),
            stroke_width=1.6,
        ),
        transform=f"rotate({TURNED[way]})" if TURNED[way] else None,
    )  # fmt: skip
    return element("rect", **_edge(way, 3), fill=ink("pasture-edge")), plank


def _edge(way: str, down: float = 0) -> dict[str, float]:
    """The outline of a tile about its middle."""
    long, short = 3 * S - 2 * GAP, S - 2 * GAP
    width, height = (long, short) if way in "EW" else (short, long)
    return {"x": -width / 2, "y": -height / 2 + down, "width": width, "height": height, "rx": ROUND}


def _stitches(way: str) -> tuple[Element, ...]:
    """The rim of the tile laid last."""
    return (
        element("rect", **_edge(way), fill="none", stroke=ink("block"), stroke_width=5.5),
        element(
            "rect", **_edge(way), fill="none", stroke=ink("fleece"), stroke_width=2.2, stroke_dasharray="7 5",
            stroke_linecap="round",
        ),
    )  # fmt: skip


def _figure(kind: str, sign: str) -> tuple[Element, ...]:
    """An animal, upright whatever the turn of its tile, with its sign at an upper corner."""
    size = 0.84 * S
    drawn = [
        element("rect", width=S, height=S, fill="none", pointer_events="all"),
        use(FIGURES.get(sign, kind), (S - size) / 2, (S - size) / 2 - 1, size),
    ]
    if sign:
        corner = 0.06 if sign == "scared" else 0.66
        drawn.append(use(DRAWINGS[sign], corner * S, 0.05 * S, 0.29 * S))
    return tuple(drawn)


# -- the field ---------------------------------------------------------------------------------


def _columns(west: int, east: int, top: float) -> tuple[Sprite, ...]:
    """Coordinates above every column, for those who write their moves."""
    return tuple([Sprite(f"{x}", "ruler", (x * S + S / 2, top)) for x in range(west, east + 1)])


def _rows(south: int, north: int, left: float) -> tuple[Sprite, ...]:
    """The same left of every row."""
    return tuple([Sprite(f"{y}", "ruler", (left, S / 2 - y * S)) for y in range(north, south - 1, -1)])


@lru_cache(8192)
def _covered(part: Part) -> tuple[Cell, ...]:
    """The cells of a tile's sheep, dog and wolf. Kept: all tiles are drawn at every move
    (docs/measurements/instructions.md)."""
    tile = tile_of(part)
    assert tile is not None
    return tuple(map(place_of, cells_of(tile)))


def _tile(key: str, kind: str, part: Part) -> Sprite:
    """Something that lies about the middle of a tile."""
    x, y = _covered(part)[1]
    return Sprite(key, f"{kind}-{part[-1]}", (x * S + S / 2, S / 2 - y * S))


def lone_tile(part: Part) -> tuple[Sprite, ...]:
    """A tile with its animals, as if nothing lay beside it."""
    animals = zip(_covered(part), KINDS, strict=True)
    return (_tile(part, "plank", part), *[Sprite(f"{x},{y}", _called(kind, "")) for (x, y), kind in animals])


def _animals(view: View) -> Mapping[str, Sequence[str]]:
    """The sheep, dog and wolf of every tile, each known by its cell: animals stay where they are laid."""
    found: dict[str, list[str]] = defaultdict(list)
    for part, sheep, wolf in zip(view.tiles, view.sheep, view.wolves, strict=True):
        for (x, y), kind, sign in zip(_covered(part), KINDS, (sheep, "", wolf), strict=True):
            found[_called(kind, sign)].append(f"{x},{y}")
    return found


# -- the counters ------------------------------------------------------------------------------

STRIP: Final = 690.0
"""The width for which the strip of counters is laid out; it is scaled to the picture's."""


def _strip(view: View, left: float, top: float, width: float) -> tuple[tuple[Shape, ...], float]:
    """The score as it stands and what each sign counts, below the field; and how high that is."""
    goal, scale = aim(view), width / STRIP
    score = label(0, 0, standing(view), 19, weight=700, face=DISPLAY)
    rows: list[tuple[str, float, float, tuple[Element, ...]]] = [("standing", STRIP / 2, 14.0, (score,))]
    if goal:
        rows.append(("aim", STRIP / 2, 38.0, (label(0, 0, goal, 14, fill="ink-2"),)))
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


def _counter(sign: str, count: int, who: str, what: str) -> tuple[Element, ...]:
    after = 39 + 14 * len(str(count))
    return (
        use(DRAWINGS[sign], 0, 0, 26),
        label(33, 13, str(count), 24, anchor="start", weight=700, face=DISPLAY),
        label(after, 5.5, who, 12, anchor="start", fill="ink-2"),
        label(after, 20, what, 12, anchor="start", fill="ink-2"),
    )
