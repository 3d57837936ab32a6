"""The view as a scene: a map that grows, white rails, hatched folds, hunted herds, the tile in hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import Final

from sheepfold.core.contract import Seat
from sheepfold.core.drawing.pen import DISPLAY, element, f, hexagon_path, ink, label, moved, point, use
from sheepfold.core.drawing.scene import Box, Element, Layer, Lettering, Point, Scene, Shape, Sprite, Symbol
from sheepfold.core.words.prose import plural
from sheepfold.games.wolf_in_the_fold.board import (
    ARMS,
    KIND,
    KINDS,
    LINES,
    NUMBER,
    SHEEP,
    STEPS,
    TURN,
    Cell,
    cell_at,
    met,
)
from sheepfold.games.wolf_in_the_fold.score import Flock
from sheepfold.games.wolf_in_the_fold.terms import MOST_SEATS, NAMES, TOGETHER, cell_part, part_of, turn_parts
from sheepfold.games.wolf_in_the_fold.text import ending, herd_line, name_of, prompt, score_line, sentence
from sheepfold.games.wolf_in_the_fold.view import Fold, Tile, View

BEASTS: Final = ("sheep", "lambs", "black", "shepherd", "wolf", "h-sheep", "h-wolf")

R: Final = 46.0
"""The radius of a tile."""
APOTHEM: Final = R * sqrt(3) / 2
GRID: Final = ((2 * APOTHEM, 0.0), (APOTHEM, 1.5 * R))
"""One column on, and one row down."""
HATCH: Final = (6, 8)
"""So many stripes lie between a tile and the next of its row, and the next of its column: whole numbers, so that the
stripes of neighbours run on into each other. They lie 9.6 apart, at 44 degrees."""
UNDER: Final = {kind: "turf" if kind in ARMS else f"{kind}0" for kind in KINDS}
"""The lowest symbol of every tile: a fence stands on turf; who is no fence is drawn with the ground below. (The house's
drawings of beasts are called by their kinds.)"""
CHIP: Final = 0.86 * R
"""How far from the middle of a tile a number stands."""
MINUS: Final = "\u2212"
"""A minus sign as wide as the digits beside it."""


def picture(view: View, names: Mapping[Seat, str]) -> Scene:
    """The score above, the map, below it the tile in hand and what is left in the bag."""
    scene = board(view, names)
    left, top, bottom = scene.window.left, scene.window.top, scene.window.top + scene.window.height
    width = max(scene.window.width, 760.0)
    left = (left + left + scene.window.width - width) / 2
    return replace(
        scene,
        frame=Box(left, top - 58, width, bottom - top + 176),
        margin=(
            Layer("score", tuple(_score(view, names, left + width / 2, top - 28))),
            Layer("hand", tuple(_hand(view, names, left + 14, bottom + 58))),
            Layer("bag", tuple(_bag(view, left + width - 14, bottom + 58))),
        ),
    )


def board(view: View, names: Mapping[Seat, str]) -> Scene:
    """The map alone."""
    window = _window([*[(tile.q, tile.r) for tile in view.tiles], *view.legal] or [(0, 0)])
    told = [score_line(view, names), prompt(replace(view, seat=None), names).text]
    told += [sentence(herd_line(view, flock, names)) for flock in view.flocks if flock.herd]
    return Scene(
        title=f"Wolf in the Fold, {plural(len(view.tiles), 'tile')} on the table",
        description=" ".join(told),
        frame=window,
        window=window,
        board=_map(view),
        margin=(),
        beasts=BEASTS,
        symbols=symbols(),
        grid=GRID,
    )


def _window(cells: Sequence[Cell]) -> Box:
    """What the tiles and the open cells take up."""
    columns, rows = [q + r / 2 for q, r in cells], [r for _, r in cells]
    (left, top), (right, bottom) = _seen(min(columns), min(rows)), _seen(max(columns), max(rows))
    left, right = left - APOTHEM - 8, right + APOTHEM + 8
    top, bottom = top - R - 10, bottom + R + 14
    return Box(left, top, right - left, bottom - top)


def _seen(column: float, row: int) -> Point:
    """Where a cell lies by its row, and its column counted along the rows."""
    return point(column * 2 * APOTHEM, row * 1.5 * R)


# -- the map -----------------------------------------------------------------------------------


def _map(view: View) -> tuple[Layer, ...]:
    """Everything on the map is known by its cell: tiles stay where they are laid. Cells and faces are numbered as in
    ``board``: lower tiles come last, and lie on the shadows of higher ones."""
    laid = sorted(view.laid())
    faces = defaultdict(int, laid)
    fences = [(cell, face) for cell, face in laid if LINES[face]]
    hunted = [flock for flock in view.flocks if flock.hunted]
    return (
        Layer("open", cells=_by_symbol((cell_part(cell), "open") for cell in view.legal)),
        Layer("tiles", cells=_by_symbol((part_of(cell), UNDER[KIND[face]]) for cell, face in laid)),
        Layer("folds", cells=_by_symbol(enclosed(view.tiles, view.folds))),
        Layer("fences", cells=_by_symbol((part_of(cell), _rails(face, met(faces, cell))) for cell, face in fences)),
        Layer("hunts", cells=_by_symbol(edge for flock in hunted for edge in _hunt(flock))),
        Layer("last", cells=_by_symbol((cell_part(tile.cell), "last") for tile in view.tiles[-1:])),
        Layer("worths", tuple([_worth(view, fold) for fold in view.folds if fold.sheep])),
        Layer("tolls", tuple([_toll(flock) for flock in hunted if flock.wolves])),
    )


def lone_tile(kind: str, move: str) -> tuple[Sprite, ...]:
    """A tile where a move would lay it, as if nothing met it."""
    cell, _, turn = move.partition("/")
    ground = Sprite(cell, UNDER[kind])
    return (ground, Sprite(cell, _rails(NUMBER[kind, int(turn)], 0))) if turn else (ground,)


def enclosed(tiles: Iterable[Tile], folds: Iterable[Fold]) -> list[tuple[str, str]]:
    """The cell and the symbol for every tile with ground in one of these folds."""
    sectors: dict[Cell, int] = defaultdict(int)
    for fold in folds:
        for q, r, sector in fold.patches:
            sectors[q, r] |= 1 << sector
    found = [tile for tile in tiles if tile.cell in sectors] if sectors else []
    return [(cell_part(tile.cell), _inside(tile.kind, tile.turn, sectors[tile.cell])) for tile in found]


def _by_symbol(drawn: Iterable[tuple[str, str]]) -> Mapping[str, Sequence[str]]:
    """Cells and symbols as a layer has them."""
    found: dict[str, list[str]] = defaultdict(list)
    for cell, symbol in drawn:
        found[symbol].append(cell)
    return found


def _hunt(flock: Flock) -> Iterator[tuple[str, str]]:
    """Round a herd that a wolf touches."""
    herd = dict.fromkeys([cell_at(*cell) for cell in flock.cells])
    for cell in herd:
        outer = sum([1 << edge for edge, step in enumerate(STEPS) if cell + step not in herd])
        if outer:
            yield part_of(cell), f"hunt-{outer}"


def _worth(view: View, fold: Fold) -> Sprite:
    """What a fold brings; against each other also whose it is."""
    sheep = {tile.cell for tile in view.tiles if tile.kind in SHEEP}
    cell = next(cell for cell in fold.cells if cell in sheep)
    return Sprite(cell_part(cell), "worth" if view.mode == TOGETHER else f"worth-{fold.by}", words=str(fold.points))


def _toll(flock: Flock) -> Sprite:
    """What a hunted herd gives the wolves, at the herd's foot so that it hides no fold's worth."""
    return Sprite(cell_part(flock.cells[-1]), "toll", words=f"{MINUS}{flock.wolves}")


# -- the symbols -------------------------------------------------------------------------------


@cache  # every picture refers to them
def symbols() -> Mapping[str, Symbol]:
    """Tiles with who stands on them and the turf below a fence, fences by turn and joined ends, enclosed ground by
    sectors, the rim of a herd by outer edges, numbers."""
    rim = hexagon_path(0, 0, R - 4)
    beasts = [kind for kind in KINDS if kind not in ARMS]
    fences = [(kind, turn, arms) for kind, ways in ARMS.items() for turn, arms in enumerate(ways)]
    found = [
        Symbol("open", _dotted(rim), Lettering(0, 0, 13, "ink-2"), outline=rim, on_cell=True, part=True),
        Symbol("turf", _soil("pasture-2"), on_cell=True),
        Symbol("last", _ring(), on_cell=True),
        Symbol("worth", _chip("fleece", -CHIP), Lettering(0, -CHIP, 15, "block", 700), on_cell=True),
        *(_owned(seat) for seat in range(1, MOST_SEATS + 1)),
        Symbol("toll", _chip("mark-red", CHIP), Lettering(0, CHIP, 15, "fleece", 700), on_cell=True),
        *(Symbol(f"hunt-{outer}", _dashes(outer), on_cell=True) for outer in range(1, 1 << 6)),
        *(Symbol(UNDER[kind], _tile(kind), on_cell=True, title=kind) for kind in beasts),
        *(Symbol(_inside(kind, 0, 1), (*_hatched((), 1), *_standing(kind)), on_cell=True) for kind in beasts),
    ]
    for kind, turn, arms in fences:
        face = NUMBER[kind, turn]
        found += [
            Symbol(_rails(face, joined), _fenced(arms, joined), on_cell=True, title=kind)
            for joined in range(1 << 6)
            if joined & LINES[face] == joined
        ]
        found += [
            Symbol(_inside(kind, turn, sectors), _hatched(arms, sectors), on_cell=True)
            for sectors in range(1, 1 << len(arms))
        ]
    return {symbol.name: symbol for symbol in found}


def _rails(face: int, joined: int) -> str:
    """The symbol of a fence of which these edges are joined to others."""
    return f"{KIND[face]}{TURN[face]}-{joined}"


def _inside(kind: str, turn: int, sectors: int) -> str:
    """The symbol of a tile's enclosed ground."""
    return f"in-{kind}{turn}-{sectors}"


def whole(kind: str, turn: int) -> tuple[str, ...]:
    """The symbols that a tile by itself is drawn with, one above the other."""
    face = NUMBER[kind, turn]
    return UNDER[kind], *([_rails(face, LINES[face])] if LINES[face] else [])


def _spot(angle: float, length: float) -> Point:
    """A point seen from the middle, the angle in sixths of a turn, counter-clockwise from east."""
    return length * cos(pi / 3 * angle), -length * sin(pi / 3 * angle)


def _line(*points: Point) -> str:
    return "M" + "L".join([f"{f(x)} {f(y)}" for x, y in points])


def _dotted(rim: str) -> tuple[Element, ...]:
    """Where the tile in hand may lie, whoever lays it: all see the same."""
    return (
        element(
            "path", d=rim, fill=ink("paper-up"), fill_opacity=".55", stroke=ink("edge"), stroke_width=1.8,
            stroke_dasharray="1 4.6", stroke_linecap="round",
        ),
    )  # fmt: skip


def _soil(colour: str) -> tuple[Element, ...]:
    """A tile's ground with the shadow below it."""
    return (
        element("path", d=hexagon_path(0, 4, R - 0.6), fill=ink("pasture-edge")),
        element("path", d=hexagon_path(0, 0, R - 0.6), fill=ink(colour)),
    )


def _seam() -> Element:
    return element("path", d=hexagon_path(0, 0, R - 0.6), fill="none", stroke=ink("pasture-edge"), stroke_width=1.2)


def _tile(kind: str) -> tuple[Element, ...]:
    return *_soil("bare" if kind == "wolf" else "pasture"), *_standing(kind)


def _standing(kind: str) -> tuple[Element, ...]:
    """The seam round a tile and who stands on it."""
    size = R * (1.32 if kind == "lambs" else 1.42)
    return _seam(), use(kind, -size / 2, -size / 2 - R * (0.06 if kind == "shepherd" else 0.02), size)


def _fenced(arms: Sequence[int], joined: int) -> tuple[Element, ...]:
    """The seam round a tile and its fence: a dark line, white rails, posts as dots with round ends. Where lines meet it
    runs on; a loose end stops short."""
    lines = posts = ""
    for edge in arms:
        meets = joined >> edge & 1
        lines += _line((0, 0), _spot(edge, APOTHEM + 0.6 if meets else APOTHEM * 0.72))
        for along in (0.5,) if meets else (0.36, 0.72):
            posts += _line(_spot(edge, APOTHEM * along)) + "h.1"
    return (
        _seam(),
        element("path", d=lines, fill="none", stroke=ink("block"), stroke_width=R * 0.23),
        element("path", d=lines, fill="none", stroke=ink("fleece"), stroke_width=R * 0.14),
        element("path", d=posts, fill="none", stroke=ink("block"), stroke_width=R * 0.205, stroke_linecap="round"),
        element("path", d=posts, fill="none", stroke=ink("fleece"), stroke_width=R * 0.135, stroke_linecap="round"),
        element("circle", r=R * 0.11, fill=ink("fleece"), stroke=ink("block"), stroke_width=R * 0.035),
    )


def _hatched(arms: Sequence[int], sectors: int) -> tuple[Element, ...]:
    """Enclosed ground, exactly as far as the fences reach: tinted, and hatched for those who see no tint."""
    parts = [_sector(arms, sector) for sector in range(max(1, len(arms))) if sectors >> sector & 1]
    tint = "".join([f"{_line(*corners)}Z" for corners in parts])
    stripes = "".join([_line(*ends) for corners in parts for ends in _stripes(corners)])
    return (
        element("path", d=tint, fill=ink("enclosed")),
        element("path", d=stripes, fill="none", stroke=ink("enclosed-hatch"), stroke_width=2, opacity=".55"),
    )


def _sector(arms: Sequence[int], sector: int) -> list[Point]:
    """The corners of a tile's ground between two arms, or of all of it."""
    if not arms:
        return [_spot(corner + 0.5, R) for corner in range(6)]
    first, after = arms[sector], arms[(sector + 1) % len(arms)]
    corners = [_spot(first + step + 0.5, R) for step in range((after - first) % 6)]
    return [(0.0, 0.0), _spot(first, APOTHEM), *corners, _spot(after, APOTHEM)]


def _stripes(corners: Sequence[Point]) -> Iterator[list[Point]]:
    """The stripes of the hatching, each from one side of the ground to the other. It has no dents, and none of its
    corners lies on a stripe."""
    (ax, _), (bx, by) = GRID
    across, down = HATCH[0] / ax, (HATCH[1] - HATCH[0] * bx / ax) / by
    sides = list(pairwise([(x * across + y * down, x, y) for x, y in (*corners, corners[0])]))
    for stripe in (n + 0.5 for n in range(-HATCH[0], HATCH[0])):
        cut = [((stripe - a) / (b - a), x, y, u, v) for (a, x, y), (b, u, v) in sides if (a < stripe) != (b < stripe)]
        if cut:
            yield [(x + share * (u - x), y + share * (v - y)) for share, x, y, u, v in cut]


def _dashes(outer: int) -> tuple[Element, ...]:
    """Red dashes on white along these edges of a tile."""
    edges = [(_spot(edge - 0.5, R - 4), _spot(edge + 0.5, R - 4)) for edge in range(6) if outer >> edge & 1]
    d = "".join([_line(*ends) for ends in edges])
    return (
        element("path", d=d, fill="none", stroke_linecap="round", stroke=ink("fleece"), stroke_width=5.5),
        element(
            "path", d=d, fill="none", stroke_linecap="round", stroke=ink("mark-red"), stroke_width=3.2,
            stroke_dasharray="7 5.5",
        ),
    )  # fmt: skip


def _ring() -> tuple[Element, ...]:
    """A quiet ring in the tile laid last."""
    d = hexagon_path(0, 0, R - 5)
    return (
        element("path", d=d, fill="none", stroke=ink("block"), stroke_width=4.4),
        element("path", d=d, fill="none", stroke=ink("fleece"), stroke_width=2),
    )


def _chip(fill: str, y: float) -> tuple[Element, ...]:
    """What a number on the map is written on."""
    size = {"x": -17, "y": y - 12, "width": 34, "height": 24, "rx": 12}
    return (element("rect", **size, fill=ink(fill), stroke=ink("block"), stroke_width=1.6),)


def _owned(seat: Seat) -> Symbol:
    """What a fold brings to a seat."""
    body = (*_chip("fleece", -CHIP), moved(24, -CHIP, *_badge(seat, 10)))
    return Symbol(f"worth-{seat}", body, Lettering(0, -CHIP, 15, "block", 700), on_cell=True)


def _badge(seat: Seat, radius: float) -> tuple[Element, ...]:
    """A seat by colour and number."""
    return (
        element("circle", r=radius, fill=ink("fleece"), stroke=ink(f"p{seat}"), stroke_width=3),
        label(0, 0, str(seat), radius * 1.3, fill="block", weight=700),
    )


# -- above and below the map -------------------------------------------------------------------


def _score(view: View, names: Mapping[Seat, str], x: float, y: float) -> Iterable[Shape]:
    if view.mode == TOGETHER:
        sides = (("players", "h-sheep", "in the fold"), ("wolves", "h-wolf", "for the wolves"))
        for n, (side, icon, words) in enumerate(sides):
            body = (use(icon, -40, -17, 34), *_points(str(view.scores[side]), 0, words))
            yield Shape(f"score {icon}", point(x + 190 * n - 150, y), body)
        return
    step = 176.0
    start = x - step * view.seats / 2
    for seat in range(1, view.seats + 1):
        name = name_of(names, seat)
        badge = moved(18, 0, *_badge(seat, 13))
        short = name if len(name) <= 14 else name[:13] + "…"
        body = (badge, *_points(str(view.scores[seat]), 40, short))
        yield Shape(f"score {seat}", point(start + step * (seat - 1), y), body)


def _points(points: str, x: float, words: str) -> tuple[Element, Element]:
    return (
        label(x, 0, points, 25, anchor="start", weight=700, face=DISPLAY),
        label(x + 14 * len(points) + 8, 2, words, 15, anchor="start", fill="ink-2"),
    )


def _small(kind: str, turn: int, radius: float) -> Element:
    """A tile off the map: in hand, where it may stand for a part, or in the bag."""
    body = [each for name in whole(kind, turn) for each in symbols()[name].body]
    return moved(0, 0, *body, scale=radius / R)


def tile_sign(kind: str) -> Scene:
    """One tile by itself, for a line of text."""
    frame = Box(-23, -24, 46, 50)
    shape = Shape("tile", (0.0, 0.0), (_small(kind, 0, 22),))
    return Scene(NAMES[kind], "", frame, frame, (Layer("tile", (shape,)),), (), BEASTS)


def _hand(view: View, names: Mapping[Seat, str], x: float, y: float) -> Iterable[Shape]:
    """The tile to be laid, a fence in every turn it can have; at the end, how it ended."""
    words = ending(view, names) if view.hand is None else NAMES[view.hand].capitalize()
    if words:
        line = label(0, 0, words, 16, anchor="start", weight=700, face=DISPLAY)
        yield Shape("hand", point(x, y - 46), (line,))
    if view.hand is None:
        return
    for turn, part in enumerate(turn_parts(view.hand) or ("",)):
        body = _small(view.hand, turn, 32)
        under = (label(0, 44, part, 13, fill="ink-2"),) if part else ()
        yield Shape(f"hand {turn}", point(x + 34 + 74 * turn, y), (body, *under), part=part or None)


def _bag(view: View, right: float, y: float) -> Iterable[Shape]:
    """What is still to come, kind by kind."""
    left = label(0, 0, f"{plural(view.left(), 'tile')} in the bag", 15, anchor="end", fill="ink-2")
    yield Shape("bag", point(right, y - 46), (left,))
    for n, (kind, count) in enumerate(view.bag, -len(view.bag)):
        body = _small(kind, 0, 22), label(0, 38, str(count), 15, weight=700)
        faint = () if count else (("opacity", ".45"),)
        yield Shape(f"bag {kind}", point(right + 58 * n + 29, y - 6), body, more=faint)
