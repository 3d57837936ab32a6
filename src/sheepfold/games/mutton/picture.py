"""A view of Mutton as a scene: the walled field with its animals, and the tracking sheet below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import cos, hypot, pi, sin, sqrt
from typing import Final, TypeAlias

from sheepfold.core.contract import Seat
from sheepfold.core.drawing.pen import DISPLAY, element, f, group, hexagon_path, ink, label, point, use
from sheepfold.core.drawing.scene import Attributes, Box, Element, Layer, Lettering, Point, Scene, Shape, Sprite, Symbol
from sheepfold.games.mutton import text
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.terms import FARMER, KILL, WOLF, Deed
from sheepfold.games.mutton.view import ALIVE, DEAD, HOME, Animal, View, neighbours

R: Final = 40.0
"""Radius of a cell."""
SIDE: Final = R * 1.46
"""Side of an animal's drawing."""
SIZES: Final = range(2, 9)
GROUNDS: Final = {"light": "pasture", "dark": "pasture-2", "struck": "raddle-wash"}
DOTS: Final[Attributes] = (
    ("fill", "none"), ("stroke", ink("cell-name")), ("stroke-width", "2.4"), ("stroke-linecap", "round"),
    ("stroke-dasharray", "0.1 5"), ("pointer-events", "none"),
)  # fmt: skip
"""How a trail is drawn."""
Places: TypeAlias = Mapping[str, Point]
"""The middles of the cells."""
BEASTS: Final = ("sheep", "wolf-clothed", "corpse", "corpse-wolf", "h-wolf", "h-hunter", "m-ran", "m-stayed")


def picture(view: View, names: Mapping[Seat, str]) -> Scene:
    """Field, corners and sheet. What is drawn depends on the view alone."""
    field = _field(view.options.size)
    sheet = _Sheet(view, field.width)
    return replace(
        board(view, names),
        frame=Box(-field.width / 2, -field.high - 14, field.width, 2 * field.high + 28 + sheet.height + SHEET_MARGIN),
        margin=(Layer("corners", _corners(view, names, field)), Layer("sheet", tuple(sheet.shapes(field.high + 14)))),
    )


def board(view: View, names: Mapping[Seat, str]) -> Scene:
    """The field alone."""
    field, flight = _field(view.options.size), _last_flight(view)
    return Scene(
        title=f"Mutton, {_when(view).lower()}",
        description=_description(view),
        frame=field.window,
        window=field.window,
        board=(
            Layer("struck", _struck(view, field.places)),
            Layer("trails", () if flight is None else _trails(flight, field.places)),
            Layer("animals", _animals(view, field.places)),
            Layer("badges", () if flight is None else _badges(view, flight, field.places)),
        ),
        margin=(),
        beasts=BEASTS,
        symbols=symbols(),
        ground=field.ground,
    )


def _when(view: View) -> str:
    if view.outcome:
        return "Game over"
    return f"Round {view.round}" if view.round else "Set-up"


def _description(view: View) -> str:
    if not view.animals:
        return f"An empty field of size {view.options.size}."
    living = ", ".join([f"{a.letter} {a.cell}" for a in view.animals if a.fate == ALIVE])
    return f"{text.score_line(view)} Alive: {living}."


# -- the symbols -------------------------------------------------------------------------------


@cache  # every picture refers to them
def symbols() -> Mapping[str, Symbol]:
    """The wall of every size, three kinds of ground, all animals alive, dead and carried off, trails and badges."""
    badge = R * 0.3, R * 0.22, R * 0.44
    found = [
        *(Symbol(f"wall-{size}", _wall(_corner(size))) for size in SIZES),
        *(_cell(name, colour) for name, colour in GROUNDS.items()),
        *_beasts("ewe", "sheep", "corpse", (35.5 / 64 - 0.5, 29.5 / 64 - 0.5)),
        *_beasts("wolf-ewe", "wolf-clothed", "corpse-wolf", (42 / 64 - 0.5, 30 / 64 - 0.5)),
        Symbol("trail", strokes=(DOTS,)),
        # the animal below is meant
        *(Symbol(sign, (group(use(f"m-{sign}", *badge), pointer_events="none"),)) for sign in ("ran", "stayed")),
    ]
    return {symbol.name: symbol for symbol in found}


def _cell(name: str, colour: str) -> Symbol:
    d = hexagon_path(0, 0, R - 0.5)
    body = element("path", d=d, fill=ink(colour), stroke=ink("pasture-edge"), stroke_width=1.2)
    return Symbol(name, (body,), words=Lettering(0, 0, 13, "cell-name"), outline=d, part=True)


def _beasts(kind: str, alive: str, dead: str, letter: Point) -> tuple[Symbol, ...]:
    """An animal with its letter on the fleece, as a corpse, and faint where a corpse was carried off just now."""
    half, outline = SIDE / 2, hexagon_path(0, 0, R - 5)
    standing, lying = use(alive, -half, -half - 1, SIDE), use(dead, -half, -half - 2, SIDE)
    written = Lettering(letter[0] * SIDE, letter[1] * SIDE - 1, R * 0.56, "block", 700)
    faint = Lettering(SIDE * 0.06, SIDE * 0.125 - 2, R * 0.42, "block", 700, ".78")
    return (
        Symbol(kind, (standing,), words=written, outline=outline, animal=True),
        Symbol(f"{kind}-dead", (lying,), words=faint, animal=True),
        Symbol(f"{kind}-gone", (group(lying, opacity=".5"),), words=replace(faint, opacity=".39")),
    )


def _wall(corner: float) -> tuple[Element, ...]:
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
    return element("path", d=grass, fill=ink("hill")), group(*stones, stroke=ink("paper"), stroke_width=1)


# -- the field ---------------------------------------------------------------------------------


def empty_field(size: int) -> Scene:
    """The field with its wall and nobody on it."""
    field = _field(size)
    title = f"An empty field of size {size}"
    return Scene(title, title, field.window, field.window, (), (), BEASTS, symbols=symbols(), ground=field.ground)


@dataclass(frozen=True, slots=True)
class _Field:
    """The hexagon of cells inside its wall, its middle at (0, 0): what all games of one size share."""

    high: float
    width: float
    window: Box
    places: Places
    ground: tuple[Layer, ...]


@cache
def _field(size: int) -> _Field:
    """Kept: every picture of a game lies on the same cells."""
    cells, corner = hexagon(size), _corner(size)
    places = {
        name: point((column - size - (row - size) / 2) * sqrt(3) * R, (row - size) * 1.5 * R)
        for name, (row, column) in zip(cells.names, cells.places, strict=True)
    }
    grounds = ["dark" if (column - row) % 3 == 0 else "light" for row, column in cells.places]
    named = zip(cells.names, grounds, strict=True)
    ground = (
        Layer("wall", (Sprite("wall", f"wall-{size}"),)),
        Layer("cells", tuple(Sprite(name, kind, places[name], cell=name) for name, kind in named)),
    )
    wide, high = 2 * corner + 16, corner * sqrt(3) / 2 + 12
    window = Box(-wide / 2, -high, wide, 2 * high)
    return _Field(high, max(2 * corner * 1.07 + 100, 560.0), window, places, ground)


def _corner(size: int) -> float:
    """How far a corner of the wall is from the middle."""
    return (1.5 * (size - 1) + 1.48) * R * 2 / sqrt(3)


def _struck(view: View, places: Places) -> tuple[Sprite, ...]:
    """The cells where a victim of the last deed lies or lay."""
    if not view.log:
        return ()
    victims = view.log[-1].letters
    lying = [a.cell for a in view.animals if a.letter in victims and a.fate not in (ALIVE, HOME) and a.cell]
    bare = [cell for _, cell in view.fresh]
    return (
        *(Sprite(cell, "struck", places[cell], words="", cell=cell) for cell in lying),
        *(Sprite(cell, "struck", places[cell], cell=cell) for cell in bare),
    )


# -- the animals -------------------------------------------------------------------------------


def _trails(flight: Deed, places: Places) -> tuple[Sprite, ...]:
    return tuple([
        Sprite(run.letter, "trail", places[run.origin], path=_bent(places[run.origin], places[run.goal]))
        for run in flight.runs
    ])  # fmt: skip


def _bent(start: Point, end: Point) -> str:
    """A line from the first point, slightly bent, that stops short of the runner."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length
    mx, my = dx / 2 - uy * length * 0.12, dy / 2 + ux * length * 0.12
    return f"M{f(ux * 6)} {f(uy * 6)}Q{f(mx)} {f(my)} {f(dx - ux * 26)} {f(dy - uy * 26)}"


def _animals(view: View, places: Places) -> tuple[Sprite, ...]:
    """All that stand or lie in the field, and those that were just carried off."""
    fresh = dict(view.fresh)
    found = []
    for animal in view.animals:
        letter, cell, kind = animal.letter, animal.cell, "wolf-ewe" if animal.wolf else "ewe"
        if cell is None:
            if letter in fresh:
                found.append(Sprite(letter, f"{kind}-gone", places[fresh[letter]]))
        elif animal.fate == ALIVE:
            found.append(Sprite(letter, kind, places[cell], part=_part(view, animal), cell=cell))
        else:
            found.append(Sprite(letter, f"{kind}-dead", places[cell], cell=cell))
    return tuple(found)


def _badges(view: View, flight: Deed, places: Places) -> tuple[Sprite, ...]:
    """Who ran or had to stay in the last flight. They lie apart: the animals stay as they are when the badges go."""
    signs = dict.fromkeys(flight.stayed, "stayed") | {run.letter: "ran" for run in flight.runs}
    return tuple([
        Sprite(animal.letter, signs[animal.letter], places[animal.cell])
        for animal in view.animals
        if animal.letter in signs and animal.fate == ALIVE and animal.cell is not None
    ])  # fmt: skip


def _part(view: View, animal: Animal) -> str:
    """What clicking on a living animal says when the viewer is to move; it stays while others are."""
    options = view.options
    if view.seat == WOLF and view.phase != "choose":
        home = options.escape and view.phase == "wolf" and animal.wolf and not neighbours(view)[animal.letter]
        return animal.letter if home else f"{animal.letter}:"
    return f"{animal.letter}:" if view.seat == FARMER and options.shotgun else animal.letter


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
    told = "Deaths are announced" if options.reveal else "Deaths are not announced"
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
        label(x, -8 * unit, name if len(name) <= 12 else name[:11] + "…", 15 * unit, anchor=anchor, weight=700),
        label(x, 9 * unit, role, 12.5 * unit, anchor=anchor, fill="ink-2"),
    )


# -- the sheet ---------------------------------------------------------------------------------

SHEET_MARGIN: Final = 16.0
HEAD: Final = 40.0
"""Height of the title."""
ROW: Final = 21.0
"""Height of a row."""


class _Sheet:
    """The tracking sheet below the field, as wide as the picture: a column for each animal, a row for each kill."""

    def __init__(self, view: View, width: float) -> None:
        self.view, self.rows, columns = view, text.sheet_rows(view), len(view.animals)
        self.width, self.unit = width - 2 * SHEET_MARGIN, max(1.0, width / 640)
        self.column = min(34 * self.unit, (self.width - 58 * self.unit) / max(1, columns))
        self.height = (HEAD + ROW * (len(self.rows) + 2)) * self.unit + SHEET_MARGIN if columns else 0.0

    def shapes(self, top: float) -> Iterator[Shape]:
        """The paper, then a column for each animal."""
        if not self.view.animals:
            return
        left, unit = -self.width / 2, self.unit
        yield Shape("sheet", point(left, top), self._paper())
        x, y = left + 46 * unit + self.column / 2, top + HEAD * unit
        for n, animal in enumerate(self.view.animals):
            yield Shape(f"column {animal.letter}", point(x + n * self.column, y), tuple(self._column(animal)))

    def _paper(self) -> tuple[Element, ...]:
        """The title, the lines, and the number of each round."""
        unit, columns, rows = self.unit, len(self.view.animals), len(self.rows) + 2
        start, body, row = 12 * unit, HEAD * unit, ROW * unit
        right = 46 * unit + self.column * columns
        lines = "".join(f"M{f(start)} {f(body + row * n)}H{f(right)}" for n in range(2, rows))
        lines += "".join(f"M{f(46 * unit + self.column * n)} {f(body)}V{f(body + row * rows)}" for n in range(columns))
        words = [*(str(number) for number, _ in self.rows), "ran"]
        return (
            element(
                "rect", width=self.width, height=self.height, rx=8, fill=ink("paper-up"), stroke=ink("rule"),
                stroke_width=1.5,
            ),
            label(start, body / 2, "Who ran", 18 * unit, anchor="start", weight=700, face=DISPLAY),
            label(
                self.width - start, body / 2, "+ ran   = had to stay   × dead   ringed: wolf", 12 * unit, anchor="end",
                fill="ink-2", more=(("xml:space", "preserve"),),
            ),
            element("path", d=lines, fill="none", stroke=ink("rule"), stroke_width=1),
            element(
                "path", d=f"M{f(start)} {f(body + row)}H{f(right)}", fill="none", stroke=ink("edge"), stroke_width=1.5
            ),
            *(
                label(14 * unit, body + row * (n + 0.5), word, 12 * unit, anchor="start", fill="ink-2")
                for n, word in enumerate(words, 1)
            ),
        )  # fmt: skip

    def _column(self, animal: Animal) -> Iterator[Element]:
        """The letter, struck out when dead, ringed when a known wolf; what the animal did at every kill, and how often
        it ran or stayed."""
        row, size = ROW * self.unit, min(13.5 * self.unit, self.column * 0.72)
        alive, reach, y = animal.fate == ALIVE, size * 0.62, row / 2
        yield label(0, y, animal.letter, size, weight=700 if alive else 400, fill="ink" if alive else "ink-2")
        if animal.wolf:
            yield element("circle", cx=0, cy=y, r=reach, fill="none", stroke=ink("raddle"), stroke_width=1.6)
        if animal.fate == DEAD:
            line = f"M{f(-reach)} {f(y)}h{f(2 * reach)}"
            yield element("path", d=line, stroke=ink("ink-2"), stroke_width=1.4)
        marks = [marks.get(animal.letter, "") for _, marks in self.rows]
        for n, mark in enumerate(marks, 1):
            if mark:
                sign, fill = "×" if mark == "x" else mark, "raddle" if mark in ("x", "w") else "ink"
                yield label(0, row * (n + 0.5), sign, size, weight=700, fill=fill)
        total = marks.count("+") + marks.count("=")
        if total and alive:
            yield label(0, row * (len(marks) + 1.5), str(total), size * 0.9)
