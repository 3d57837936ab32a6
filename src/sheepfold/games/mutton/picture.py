"""A view of Mutton as a scene: the walled field with its animals, and the tracking sheet below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from sheepfold.core.contract import Seat
from sheepfold.core.hexes import hexagon
from sheepfold.core.look.pen import DISPLAY, drawn_as, element, f, group, hexagon_path, ink, label, point, use
from sheepfold.core.look.scene import Box, Element, Layer, Point, Scene, Shape
from sheepfold.games.mutton import text
from sheepfold.games.mutton.ledger import Ledger
from sheepfold.games.mutton.terms import FARMER, KILL, WOLF, Deed
from sheepfold.games.mutton.view import ALIVE, HOME, Animal, View

R: Final = 40.0
"""Radius of a cell."""
SIDE: Final = R * 1.46
"""Side of an animal's drawing."""
BEASTS: Final = ("sheep", "wolf-clothed", "corpse", "corpse-wolf", "h-wolf", "h-hunter", "m-ran", "m-stayed")


def picture(view: View, names: Mapping[Seat, str]) -> Scene:
    """Field, corners and sheet. What is drawn depends on the view alone."""
    field = _field(view.options.size)
    ledger = Ledger(view, field.width)
    return replace(
        board(view, names),
        frame=Box(-field.width / 2, -field.high - 14, field.width, 2 * field.high + 28 + ledger.height),
        margin=(Layer("corners", _corners(view, names, field)), Layer("sheet", ledger.shapes(field.high + 14))),
    )


def board(view: View, names: Mapping[Seat, str]) -> Scene:
    """The field alone."""
    field = _field(view.options.size)
    return Scene(
        title=f"Mutton, {_when(view).lower()}",
        description=_description(view),
        frame=field.window,
        window=field.window,
        board=(
            Layer("wall", (field.wall,)),
            Layer("cells", _cells(view)),
            Layer("trails", _trails(view)),
            Layer("animals", _animals(view)),
            Layer("badges", _badges(view)),
        ),
        margin=(),
        beasts=BEASTS,
        definitions=_definitions(),
    )


@cache
def _definitions() -> tuple[Element, ...]:
    """Drawn once, used by every cell and animal: the grounds, the beasts without their letters, the badges."""
    half = SIDE / 2
    standing = (group(use(name, -half, -half - 1, SIDE), id=f"mutton-{name}") for name in ("sheep", "wolf-clothed"))
    lying = (group(use(name, -half, -half - 2, SIDE), id=f"mutton-{name}") for name in ("corpse", "corpse-wolf"))
    badges = (
        group(use(name, R * 0.3, R * 0.22, R * 0.44), id=f"mutton-{name}", pointer_events="none")  # the animal is meant
        for name in ("m-ran", "m-stayed")
    )
    return *map(_ground, ("pasture", "pasture-2", "raddle-wash")), *standing, *lying, *badges


def _ground(colour: str) -> Element:
    d = hexagon_path(0, 0, R - 0.5)
    drawn = element("path", d=d, fill=ink(colour), stroke=ink("pasture-edge"), stroke_width=1.2)
    return group(drawn, id=f"mutton-{colour}")


def _when(view: View) -> str:
    if view.outcome:
        return "Game over"
    return f"Round {view.round}" if view.round else "Set-up"


def _description(view: View) -> str:
    if not view.animals:
        return f"An empty field of size {view.options.size}."
    living = ", ".join([f"{a.letter} {a.cell}" for a in view.animals if a.fate == ALIVE])
    return f"{text.score_line(view)} Alive: {living}."


# -- the field ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Field:
    """The hexagon of cells inside its wall, its middle at (0, 0): what all games of one size share."""

    high: float
    width: float
    window: Box
    places: Mapping[str, Point]
    """The middles of the cells."""
    wall: Shape


@cache
def _field(size: int) -> _Field:
    cells = hexagon(size)
    inner = (1.5 * (size - 1) + 1.48) * R
    corner = inner * 2 / sqrt(3)
    places = {
        name: point((column - size - (row - size) / 2) * sqrt(3) * R, (row - size) * 1.5 * R)
        for name, (row, column) in zip(cells.names, cells.places, strict=True)
    }
    wide, high = 2 * corner + 16, inner + 12
    window = Box(-wide / 2, -high, wide, 2 * high)
    return _Field(high, max(2 * corner * 1.07 + 100, 560.0), window, places, _wall(corner))


def _wall(corner: float) -> Shape:
    """Grass within a ring of stones, each a little different."""
    corners = [(corner * cos(pi / 3 * i), corner * sin(pi / 3 * i)) for i in range(6)]
    grass = "M" + "L".join(f"{f(x)} {f(y)}" for x, y in corners) + "Z"
    stones = []
    count = max(4, round(corner / 21))
    for side, ((x0, y0), (x1, y1)) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
        for i in range(count):
            odd = (side * 31 + i * 17) * 7 % 13
            t = (i + 0.5) / count
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            stones.append(
                element(
                    "ellipse", cx=x, cy=y, rx=corner / count / 2 + 0.3, ry=6.4 + odd / 8,
                    transform=f"rotate({f(60 * side + 120 + odd / 1.6 - 4)} {f(x)} {f(y)})",
                    fill=ink("stone-2" if odd % 3 == 0 else "stone"),
                )
            )  # fmt: skip
    ring = group(*stones, stroke=ink("paper"), stroke_width=1)
    return Shape("wall", (0.0, 0.0), (element("path", d=grass, fill=ink("hill")), ring))


def _cells(view: View) -> tuple[Shape, ...]:
    size, struck = view.options.size, _struck(view)
    shapes, index, taken = [*_bare(size)], hexagon(size).index, {animal.cell for animal in view.animals}
    for cell in taken | struck:
        if cell is not None:
            shapes[index[cell]] = _cell(size, cell, cell in struck, cell not in taken)
    return tuple(shapes)


@cache
def _bare(size: int) -> tuple[Shape, ...]:
    """The cells of an empty field: most of a field is."""
    return tuple(_cell(size, name, False, True) for name in hexagon(size).names)


@cache
def _cell(size: int, name: str, struck: bool, empty: bool) -> Shape:
    cells = hexagon(size)
    row, column = cells.places[cells.index[name]]
    ground = "raddle-wash" if struck else "pasture-2" if (column - row) % 3 == 0 else "pasture"
    written = (label(0, 0, name, 13, fill="cell-name"),) if empty else ()
    return Shape(
        f"cell {name}", _field(size).places[name], (*drawn_as(f"mutton-{ground}"), *written), part=name, cell=name
    )


def _struck(view: View) -> set[str | None]:
    """The cells where a victim of the last deed lies or lay."""
    if not view.log:
        return set()
    victims = view.log[-1].letters
    lying = {a.cell for a in view.animals if a.letter in victims and a.fate not in (ALIVE, HOME)}
    return lying.union(cell for _, cell in view.fresh)


# -- the animals -------------------------------------------------------------------------------


def _trails(view: View) -> tuple[Shape, ...]:
    flight, size = _last_flight(view), view.options.size
    return tuple(_trail(size, run.letter, run.origin, run.goal) for run in flight.runs) if flight else ()


@lru_cache(4096)
def _trail(size: int, letter: str, origin: str, goal: str) -> Shape:
    """A dotted line, slightly bent, that stops short of the runner."""
    places = _field(size).places
    (x0, y0), (x1, y1) = places[origin], places[goal]
    dx, dy = x1 - x0, y1 - y0
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length
    mx, my = dx / 2 - uy * length * 0.12, dy / 2 + ux * length * 0.12
    start, end = f"{f(ux * 6)} {f(uy * 6)}", f"{f(dx - ux * 26)} {f(dy - uy * 26)}"
    line = element(
        "path", d=f"M{start}Q{f(mx)} {f(my)} {end}", fill="none", stroke=ink("cell-name"), stroke_width=2.4,
        stroke_linecap="round", stroke_dasharray="0.1 5",
    )  # fmt: skip
    return Shape(f"trail {letter}", (x0, y0), (line,))


def _animals(view: View) -> tuple[Shape, ...]:
    """All that stand or lie in the field, and those that were just carried off."""
    size, fresh = view.options.size, dict(view.fresh)
    shapes = []
    for animal in view.animals:
        letter, cell = animal.letter, animal.cell
        if animal.fate == ALIVE:
            shapes.append(_living(size, letter, cell or "", bool(animal.wolf), _part(view, animal)))
        elif cell is not None:
            shapes.append(_corpse(size, letter, cell, bool(animal.wolf)))
        elif letter in fresh:
            shapes.append(_carried_off(size, letter, fresh[letter], bool(animal.wolf)))
    return tuple(shapes)


@lru_cache(8192)
def _living(size: int, letter: str, cell: str, wolf: bool, part: str) -> Shape:
    return Shape(
        f"animal {letter}", _field(size).places[cell], _beast(letter, wolf), part=part, cell=cell,
        label=f"{letter}, {cell}" + (", wolf" if wolf else ""), more=(("data-animal", letter),),
    )  # fmt: skip


@lru_cache(4096)
def _corpse(size: int, letter: str, cell: str, wolf: bool) -> Shape:
    body = _dead(letter, wolf)
    return Shape(f"animal {letter}", _field(size).places[cell], body, cell=cell, more=(("data-animal", letter),))


@lru_cache(1024)
def _carried_off(size: int, letter: str, cell: str, wolf: bool) -> Shape:
    return Shape(f"animal {letter}", _field(size).places[cell], _dead(letter, wolf), more=(("opacity", ".5"),))


@cache
def _beast(letter: str, wolf: bool) -> tuple[Element, ...]:
    """The beast with its letter on the fleece."""
    dx, dy = (42 / 64 - 0.5, 30 / 64 - 0.5) if wolf else (35.5 / 64 - 0.5, 29.5 / 64 - 0.5)
    return (
        *drawn_as("mutton-wolf-clothed" if wolf else "mutton-sheep"),
        label(dx * SIDE, dy * SIDE - 1, letter, R * 0.56, fill="block", weight=700),
    )


@cache
def _dead(letter: str, wolf: bool) -> tuple[Element, ...]:
    written = label(SIDE * 0.06, SIDE * 0.125 - 2, letter, R * 0.42, fill="block", weight=700)
    return (
        *drawn_as("mutton-corpse-wolf" if wolf else "mutton-corpse"),
        group(written, opacity=".78"),
    )


def _badges(view: View) -> tuple[Shape, ...]:
    """Who ran or had to stay in the last flight. They lie apart: the animals stay as they are when the badges go."""
    flight, size = _last_flight(view), view.options.size
    if flight is None:
        return ()
    signs = dict.fromkeys(flight.stayed, "m-stayed") | dict.fromkeys((run.letter for run in flight.runs), "m-ran")
    return tuple(
        _badge(size, animal.letter, animal.cell, signs[animal.letter])
        for animal in view.animals
        if animal.letter in signs and animal.fate == ALIVE and animal.cell is not None
    )


@lru_cache(4096)
def _badge(size: int, letter: str, cell: str, kind: str) -> Shape:
    return Shape(f"badge {letter}", _field(size).places[cell], drawn_as(f"mutton-{kind}"))


def _part(view: View, animal: Animal) -> str:
    """What clicking on a living animal says when the viewer is to move; it stays while others are."""
    options = view.options
    if view.seat == WOLF and view.phase != "choose":
        home = options.escape and view.phase == "wolf" and animal.wolf and _alone(view, animal)
        return animal.letter if home else f"{animal.letter}:"
    return f"{animal.letter}:" if view.seat == FARMER and options.shotgun else animal.letter


def _alone(view: View, animal: Animal) -> bool:
    cells = hexagon(view.options.size)
    standing = {a.cell for a in view.animals if a.fate == ALIVE}
    return not any(cells.names[cell] in standing for cell in cells.near[cells.index[animal.cell or ""]])


def _last_flight(view: View) -> Deed | None:
    """The flight to show: of the last deed, or of the kill that the Farmer has just answered."""
    for deed in view.log[-1:] + view.log[-2:-1]:
        if deed.runs or deed.stayed:
            return deed
        if deed.kind == KILL:
            return None
    return None


# -- the corners -------------------------------------------------------------------------------


def _corners(view: View, names: Mapping[Seat, str], field: _Field) -> tuple[Shape, ...]:
    """Round and options at the left, score at the right, the players below."""
    unit = max(1.0, field.width / 640)
    left, top, low = -field.width / 2 + 16, -field.high + 2, field.high - 20 * unit
    options = view.options
    gun = "Shotgun" if options.shotgun else "Rifle, berserk allowed" if options.berserk else "Rifle, no berserk"
    told = "Deaths are announced" if options.reveal else "Deaths are kept dark"
    shapes = [Shape("round", point(left, top), _stack(unit, "start", _when(view), (gun, told)))]
    if view.animals:
        big = " ".join(map(str, text.score(view)))
        small = [text.goal(view).strip(" ()")] if view.target is not None else []
        if options.reveal or view.outcome:
            living = options.num_wolves - sum(bool(a.wolf) for a in view.animals if a.fate != ALIVE)
            small.append(f"{living} {'wolf' if living == 1 else 'wolves'} left")
        shapes.append(Shape("score", point(-left, top), _stack(unit, "end", big, tuple(small))))
    shapes.append(Shape("wolf", point(left, low), _player(unit, 1, "h-wolf", names[WOLF], "Wolf")))
    shapes.append(Shape("farmer", point(-left, low), _player(unit, -1, "h-hunter", names[FARMER], "Farmer")))
    return tuple(shapes)


@lru_cache(1024)
def _stack(unit: float, anchor: str, big: str, small: tuple[str, ...]) -> tuple[Element, ...]:
    lines = (
        label(0, (38 + 17 * line) * unit, words, 13 * unit, anchor=anchor, fill="ink-2")
        for line, words in enumerate(small)
    )
    return label(0, 14 * unit, big, 24 * unit, anchor=anchor, weight=700, face=DISPLAY), *lines


def _player(unit: float, inward: int, head: str, name: str, role: str) -> tuple[Element, ...]:
    side, anchor = 30 * unit, "start" if inward > 0 else "end"
    x = inward * (side + 8)
    return (
        use(head, 0 if inward > 0 else -side, -side * 0.6, side),
        label(x, -8 * unit, _short(name), 15 * unit, anchor=anchor, weight=700),
        label(x, 9 * unit, role, 12.5 * unit, anchor=anchor, fill="ink-2"),
    )


def _short(name: str) -> str:
    return name if len(name) <= 12 else name[:11] + "…"
