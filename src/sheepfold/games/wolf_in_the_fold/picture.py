"""The view as a scene: a map that grows, white rails, hatched folds, hunted herds, the tile in hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from math import cos, pi, sin, sqrt
from typing import Final, NamedTuple, TypeAlias

from sheepfold.core.contract import Part, Seat
from sheepfold.core.look.pen import DISPLAY, element, f, group, hexagon_path, ink, label, moved, point, use
from sheepfold.core.look.scene import Box, Element, Layer, Point, Scene, Shape
from sheepfold.core.memory import Memory
from sheepfold.games.wolf_in_the_fold.board import ARMS, FACES, SHEEP, Cell, TileFace, around
from sheepfold.games.wolf_in_the_fold.terms import NAMES, TOGETHER, cell_part, placing, turn_parts
from sheepfold.games.wolf_in_the_fold.text import ending, herd_line, name_of, prompt, score_line, sentence, some
from sheepfold.games.wolf_in_the_fold.view import Fold, Tile, View

BEASTS: Final = ("sheep", "lambs", "black", "shepherd", "wolf", "h-sheep", "h-wolf")

R: Final = 46.0
"""The radius of a tile."""
APOTHEM: Final = R * sqrt(3) / 2
MINUS: Final = "\u2212"
"""A minus sign as wide as the digits beside it."""

DEFINITIONS: Final = (
    element(
        "pattern",
        element("rect", width=2, height=9, fill=ink("enclosed-hatch"), opacity=".55"),
        id="fold-hatch", width=9, height=9, patternUnits="userSpaceOnUse", patternTransform="rotate(45)",
    ),
)  # fmt: skip


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
        title=f"Wolf in the Fold, {some(len(view.tiles), 'tile')} on the table",
        description=" ".join(told),
        frame=window,
        window=window,
        board=_map(view),
        margin=(),
        beasts=BEASTS,
        definitions=DEFINITIONS,
    )


def _window(cells: Sequence[Cell]) -> Box:
    """What the tiles and the open cells take up."""
    columns, rows = [2 * q + r for q, r in cells], [r for _, r in cells]
    (left, top), (right, bottom) = _seen(min(columns), min(rows)), _seen(max(columns), max(rows))
    left, right = left - APOTHEM - 8, right + APOTHEM + 8
    top, bottom = top - R - 10, bottom + R + 14
    return Box(left, top, right - left, bottom - top)


@lru_cache(4096)
def _at(cell: Cell) -> Point:
    """The middle of a cell."""
    q, r = cell
    return _seen(2 * q + r, r)


def _seen(column: int, row: int) -> Point:
    """A point by half columns and rows."""
    return point(column / 2 * APOTHEM * 2, row * 1.5 * R)


@lru_cache(16384)
def _spot(x: float, y: float, angle: float, length: float) -> str:
    """A point seen from (x, y), the angle in sixths of a turn, counter-clockwise from east."""
    return f"{f(x + length * cos(pi / 3 * angle))} {f(y - length * sin(pi / 3 * angle))}"


# -- the map -----------------------------------------------------------------------------------


def _map(view: View) -> tuple[Layer, ...]:
    laid = _laid(view.tiles)
    tiles = sorted([tile for tile, *_ in laid.drawn], key=_height)
    fences = [drawn for drawn in laid.drawn if len(drawn) == FENCED]
    hunted = [(min([laid.numbers[cell] for cell in flock.cells]), flock) for flock in view.flocks if flock.hunted]
    return (
        Layer("open", tuple([_legal(cell) for cell in view.legal])),
        Layer("tiles", tuple(tiles)),
        Layer("folds", tuple(_ground(n, _patches(laid, fold)) for n, fold in enumerate(view.folds))),
        Layer("seams", tuple([drawn[1] for drawn in laid.drawn])),
        Layer("fences", tuple([drawn[2] for drawn in fences])),
        Layer("rails", tuple([drawn[3] for drawn in fences])),
        Layer("beasts", tuple([drawn[2] for drawn in laid.drawn if len(drawn) != FENCED])),
        Layer("hunts", tuple(_hunt(number, flock.cells) for number, flock in hunted)),
        Layer("last", (_last(view.tiles[-1].cell),) if view.tiles else ()),
        Layer("worths", tuple(_worth(view, laid, n, fold) for n, fold in enumerate(view.folds) if fold.sheep)),
        Layer("tolls", tuple(_toll(n, flock.cells[-1], flock.wolves) for n, flock in hunted if flock.wolves)),
    )


class _Laid(NamedTuple):
    """The tiles on the table as they are drawn."""

    tiles: tuple[Tile, ...]
    numbers: Mapping[Cell, int]
    """The number of the tile on each cell."""
    drawn: tuple[tuple[Shape, ...], ...]
    """What is drawn of each tile: its ground and its seam, then what lies below the rails and these, or a beast."""


FENCED: Final = 4
"""So many shapes has a tile with a fence."""


def _laid(tiles: tuple[Tile, ...]) -> _Laid:
    """One more tile changes only the fences round it: the rest is carried on. It is found by which tiles they are:
    comparing them takes as long as drawing them. What is kept holds them, so that no others can have their numbers.
    """
    marks = tuple(map(id, tiles))
    found = _KEPT.get(marks)
    if found is None:
        before = _KEPT.get(marks[:-1])
        found = _KEPT.keep(marks, _drawn_anew(tiles) if before is None else _carried(before, tiles))
    return found


def _drawn_anew(tiles: tuple[Tile, ...]) -> _Laid:
    numbers = {tile.cell: number for number, tile in enumerate(tiles)}
    return _Laid(tiles, numbers, tuple(_drawn(number, tiles, numbers) for number in range(len(tiles))))


def _carried(before: _Laid, tiles: tuple[Tile, ...]) -> _Laid:
    """What lay there before, with the last tile and those round it drawn again."""
    last = len(tiles) - 1
    numbers = {**before.numbers, tiles[last].cell: last}
    drawn = [*before.drawn, ()]
    for number in (last, *[numbers[near] for near in around(tiles[last].cell) if near in numbers]):
        drawn[number] = _drawn(number, tiles, numbers)
    return _Laid(tiles, numbers, tuple(drawn))


def _drawn(number: int, tiles: Sequence[Tile], numbers: Mapping[Cell, int]) -> tuple[Shape, ...]:
    tile = tiles[number]
    if tile.kind not in ARMS:
        return _beast(number, tile.cell, tile.kind)
    beyond = [tiles[numbers[near]].face.lines if near in numbers else 0 for near in around(tile.cell)]
    joined = sum(1 << edge for edge in ARMS[tile.kind][tile.turn] if beyond[edge] >> (edge + 3) % 6 & 1)
    return _fence(number, tile.cell, tile.kind, tile.turn, joined)


_KEPT: Final[Memory[tuple[int, ...], _Laid]] = Memory(256)


def _height(shape: Shape) -> float:
    """Lower tiles lie on the shadows of higher ones."""
    return shape.at[1]


def _soil(face: TileFace) -> str:
    return "bare" if face.kind == "wolf" else "pasture-2" if face.lines else "pasture"


@lru_cache(4096)
def _legal(cell: Cell) -> Shape:
    """Where the tile in hand may lie, whoever lays it: all see the same."""
    part = cell_part(cell)
    return Shape(f"open {part}", _at(cell), (_dotted(), _name(part)), part=part)


@cache
def _dotted() -> Element:
    return element(
        "path", d=hexagon_path(0, 0, R - 4), fill=ink("paper-up"), fill_opacity=".55", stroke=ink("edge"),
        stroke_width=1.8, stroke_dasharray="1 4.6", stroke_linecap="round",
    )  # fmt: skip


def _name(part: Part) -> Element:
    return label(0, 0, part.replace("-", MINUS), 13, fill="ink-2")


def _tile(number: int, cell: Cell, kind: str, turn: int) -> tuple[Shape, Shape]:
    """A tile's ground with the shadow below it, and the seam round it; what stands on it lies in other layers."""
    says = element("title", f"{kind} {placing(cell, kind, turn)}")
    ground = element("path", says, d=hexagon_path(0, 0, R - 0.6), fill=ink(_soil(FACES[kind, turn])))
    at = _at(cell)
    return Shape(f"tile {number}", at, (_shadow(), ground)), Shape(f"seam {number}", at, _outline())


@cache
def _shadow() -> Element:
    return element("path", d=hexagon_path(0, 4, R - 0.6), fill=ink("pasture-edge"))


@cache
def _outline() -> tuple[Element, ...]:
    d = hexagon_path(0, 0, R - 0.6)
    return (element("path", d=d, fill="none", stroke=ink("pasture-edge"), stroke_width=1.2),)


Patches: TypeAlias = tuple[tuple[int, int, int, str, int], ...]
"""Pieces of ground: a cell's q and r, the sector of its tile, and that tile's kind and turn."""


def _patches(laid: _Laid, fold: Fold) -> Patches:
    found = [(patch, laid.tiles[laid.numbers[patch[:2]]]) for patch in fold.patches]
    return tuple([(*patch, tile.kind, tile.turn) for patch, tile in found])


@lru_cache(512)
def _ground(number: int, patches: Patches) -> Shape:
    """Enclosed ground, exactly as far as the fences reach: tinted, and hatched for those who see no tint."""
    outline = "".join(_sector(FACES[kind, turn], *_at((q, r)), sector) for q, r, sector, kind, turn in patches)
    tint, hatch = element("path", d=outline, fill=ink("enclosed")), element("path", d=outline, fill="url(#fold-hatch)")
    return Shape(f"fold {number}", (0.0, 0.0), (tint, hatch))


def _sector(face: TileFace, x: float, y: float, sector: int) -> str:
    arms = ARMS[face.kind][face.turn] if face.lines else ()
    if not arms:
        return hexagon_path(x, y, R)
    first, after = arms[sector], arms[(sector + 1) % len(arms)]
    corners = [first + step + 0.5 for step in range((after - first) % 6 or 6)]
    points = [f"{f(x)} {f(y)}", _spot(x, y, first, APOTHEM), *(_spot(x, y, c, R) for c in corners)]
    return "M" + "L".join([*points, _spot(x, y, after, APOTHEM)]) + "Z"


@lru_cache(8192)
def _fence(number: int, cell: Cell, kind: str, turn: int, joined: int) -> tuple[Shape, Shape, Shape, Shape]:
    """A tile with its fence: what lies below the rails of all tiles, and the rails."""
    under, over = _rails(kind, turn, joined, R)
    fence, rails = Shape(f"fence {number}", _at(cell), under), Shape(f"rails {number}", _at(cell), over)
    return *_tile(number, cell, kind, turn), fence, rails


@cache
def _rails(kind: str, turn: int, joined: int, radius: float) -> tuple[tuple[Element, ...], tuple[Element, ...]]:
    """A fence as dark under-line and white rails with posts. Where lines meet it runs on; a loose end stops short."""
    reach = radius * sqrt(3) / 2
    lines, posts = "", []
    for edge in ARMS[kind][turn]:
        meets = joined >> edge & 1
        lines += f"M0 0L{_spot(0, 0, edge, reach + 0.6 if meets else reach * 0.72)}"
        for along in (0.5,) if meets else (0.36, 0.72):
            cx, cy = _spot(0, 0, edge, reach * along).split()
            posts.append(element("circle", cx=cx, cy=cy, r=radius * 0.085))
    posts.append(element("circle", r=radius * 0.11))
    line = element("path", d=lines, fill="none", stroke=ink("block"), stroke_width=radius * 0.23)
    return (line,), (
        element("path", d=lines, fill="none", stroke=ink("fleece"), stroke_width=radius * 0.14),
        group(*posts, fill=ink("fleece"), stroke=ink("block"), stroke_width=radius * 0.035),
    )


@lru_cache(8192)
def _beast(number: int, cell: Cell, kind: str) -> tuple[Shape, Shape, Shape]:
    """A tile with who stands on it."""
    return *_tile(number, cell, kind, 0), Shape(f"beast {number}", _at(cell), (_figure(kind, R),))


@cache
def _figure(kind: str, radius: float) -> Element:
    size = radius * (1.32 if kind == "lambs" else 1.42)
    return use(kind, -size / 2, -size / 2 - radius * (0.06 if kind == "shepherd" else 0.02), size)


@lru_cache(1024)
def _hunt(number: int, cells: tuple[Cell, ...]) -> Shape:
    """Red dashes on white round a herd that a wolf touches; known by the herd's first tile."""
    line = ""
    for cell in cells:
        x, y = _at(cell)
        for edge, near in enumerate(around(cell)):
            if near not in cells:
                line += f"M{_spot(x, y, edge - 0.5, R - 4)}L{_spot(x, y, edge + 0.5, R - 4)}"
    white = element("path", d=line, fill="none", stroke_linecap="round", stroke=ink("fleece"), stroke_width=5.5)
    red = element(
        "path", d=line, fill="none", stroke_linecap="round", stroke=ink("mark-red"), stroke_width=3.2,
        stroke_dasharray="7 5.5",
    )  # fmt: skip
    return Shape(f"hunt {number}", (0.0, 0.0), (white, red))


@lru_cache(4096)
def _last(cell: Cell) -> Shape:
    """A quiet ring in the tile laid last."""
    return Shape("last", _at(cell), _ring())


@cache
def _ring() -> tuple[Element, ...]:
    d = hexagon_path(0, 0, R - 5)
    return (
        element("path", d=d, fill="none", stroke=ink("block"), stroke_width=4.4),
        element("path", d=d, fill="none", stroke=ink("fleece"), stroke_width=2),
    )


# -- numbers on the map ------------------------------------------------------------------------


@lru_cache(1024)
def _chip(text: str, fill: str, colour: str) -> tuple[Element, ...]:
    return (
        element(
            "rect", x=-17, y=-12, width=34, height=24, rx=12, fill=ink(fill), stroke=ink("block"), stroke_width=1.6
        ),
        label(0, 0, text, 15, fill=colour, weight=700),
    )


def _worth(view: View, laid: _Laid, number: int, fold: Fold) -> Shape:
    """What a fold brings; against each other also whose it is."""
    x, y = _at(next(cell for cell in fold.cells if laid.tiles[laid.numbers[cell]].kind in SHEEP))
    chip = _chip(str(fold.points), "fleece", "block")
    body = chip if view.mode == TOGETHER else (*chip, moved(24, 0, *_badge(fold.by, 10)))
    return Shape(f"worth {number}", point(x, y - R * 0.86), body)


def _toll(number: int, cell: Cell, wolves: int) -> Shape:
    """What a hunted herd gives the wolves, at the herd's foot so that it hides no fold's worth."""
    x, y = _at(cell)
    return Shape(f"toll {number}", point(x, y + R * 0.86), _chip(f"{MINUS}{wolves}", "mark-red", "fleece"))


@cache
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


@cache
def _small(kind: str, turn: int, radius: float) -> tuple[Element, ...]:
    """A tile off the map: in hand, where it may stand for a part, or in the bag."""
    face = FACES[kind, turn]
    under, over = _rails(kind, turn, face.lines, radius) if face.lines else ((_figure(kind, radius),), ())
    return (
        element("path", d=hexagon_path(0, radius * 0.09, radius), fill=ink("pasture-edge")),
        element("path", d=hexagon_path(0, 0, radius), fill=ink(_soil(face))),
        *under,
        *over,
    )


def tile_sign(kind: str) -> Scene:
    """One tile by itself, for a line of text."""
    frame = Box(-23, -24, 46, 50)
    shape = Shape("tile", (0.0, 0.0), _small(kind, 0, 22))
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
        yield Shape(f"hand {turn}", point(x + 34 + 74 * turn, y), (*body, *under), part=part or None)


def _bag(view: View, right: float, y: float) -> Iterable[Shape]:
    """What is still to come, kind by kind."""
    left = label(0, 0, f"{some(view.left(), 'tile')} in the bag", 15, anchor="end", fill="ink-2")
    yield Shape("bag", point(right, y - 46), (left,))
    for n, (kind, count) in enumerate(view.bag, -len(view.bag)):
        yield _kept(kind, count, right + 58 * n + 29, y - 6)


@lru_cache(1024)
def _kept(kind: str, count: int, x: float, y: float) -> Shape:
    body = (*_small(kind, 0, 22), label(0, 38, str(count), 15, weight=700))
    return Shape(f"bag {kind}", point(x, y), body, more=() if count else (("opacity", ".45"),))
