"""A view of Mutton as SVG: the walled field with its animals, and the tracking sheet below."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from sheepfold.core.contract import Seat
from sheepfold.core.hexes import Hexagon, hexagon
from sheepfold.core.look.beasts import f, use
from sheepfold.core.look.svg import DISPLAY, attribute, document, hexagon_path, ink, label, playground
from sheepfold.games.mutton import text
from sheepfold.games.mutton.ledger import Ledger
from sheepfold.games.mutton.terms import FARMER, KILL, WOLF, Deed
from sheepfold.games.mutton.view import ALIVE, HOME, Animal, View

R: Final = 40.0
"""Radius of a cell."""
BEASTS: Final = ("sheep", "wolf-clothed", "corpse", "corpse-wolf", "h-wolf", "h-hunter", "m-ran", "m-stayed")


def picture(view: View, names: Mapping[Seat, str]) -> str:
    """Field, corners and sheet as one document. What is drawn depends on the view alone."""
    field = _Field(view)
    ledger = Ledger(view, field.width)
    top = -field.high - 14
    height = 2 * field.high + 28 + ledger.height
    wide = 2 * field.corner + 16
    ground = playground(-wide / 2, -field.high, wide, 2 * field.high, field.draw())
    body = ground + _corners(view, names, field) + ledger.draw(top=field.high + 14)
    return document(
        -field.width / 2,
        top,
        field.width,
        height,
        body,
        title=f"Mutton, {_when(view).lower()}",
        description=_description(view),
        beasts=BEASTS,
    )


def _when(view: View) -> str:
    if view.outcome:
        return "Game over"
    return f"Round {view.round}" if view.round else "Set-up"


def _description(view: View) -> str:
    if not view.animals:
        return f"An empty field of size {view.options.size}."
    living = ", ".join(f"{a.letter} {a.cell}" for a in view.animals if a.fate == ALIVE)
    return f"{text.score_line(view)} Alive: {living}."


# -- the field ---------------------------------------------------------------------------------


class _Field:
    """The hexagon of cells inside its wall, its middle at (0, 0)."""

    def __init__(self, view: View) -> None:
        self.view = view
        size = view.options.size
        self.board: Hexagon = hexagon(size)
        self.inner = (1.5 * (size - 1) + 1.48) * R
        self.corner = self.inner * 2 / sqrt(3)
        self.high = self.inner + 12
        self.width = max(2 * self.corner * 1.07 + 100, 560.0)
        self.flight = _last_flight(view)

    def at(self, name: str) -> tuple[float, float]:
        """The middle of a cell."""
        row, column = self.board.places[self.board.index[name]]
        size = self.view.options.size
        return (column - size - (row - size) / 2) * sqrt(3) * R, (row - size) * 1.5 * R

    def draw(self) -> str:
        drawn = [self._wall(), *(self._cell(name) for name in self.board.names)]
        drawn += [self._trail(run.origin, run.goal) for run in self.flight.runs] if self.flight else []
        drawn += [self._fresh(letter, cell) for letter, cell in self.view.fresh]
        drawn += [self._animal(a) for a in sorted(self.view.animals, key=self._reading)]
        return "".join(drawn)

    def _reading(self, animal: Animal) -> int:
        return -1 if animal.cell is None else self.board.index[animal.cell]

    def _wall(self) -> str:
        """Grass within a ring of stones, each a little different."""
        corners = [(self.corner * cos(pi / 3 * i), self.corner * sin(pi / 3 * i)) for i in range(6)]
        grass = "M" + "L".join(f"{f(x)} {f(y)}" for x, y in corners) + "Z"
        stones = []
        count = max(4, round(self.corner / 21))
        for side, ((x0, y0), (x1, y1)) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
            for i in range(count):
                odd = (side * 31 + i * 17) * 7 % 13
                t = (i + 0.5) / count
                x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
                stones.append(
                    f'<ellipse cx="{f(x)}" cy="{f(y)}" rx="{f(self.corner / count / 2 + 0.3)}" ry="{f(6.4 + odd / 8)}"'
                    f' transform="rotate({f(60 * side + 120 + odd / 1.6 - 4)} {f(x)} {f(y)})"'
                    f' fill="{ink("stone-2" if odd % 3 == 0 else "stone")}"/>'
                )
        line = f'stroke="{ink("paper")}" stroke-width="1"'
        return f'<path d="{grass}" fill="{ink("hill")}"/><g {line}>{"".join(stones)}</g>'

    def _cell(self, name: str) -> str:
        x, y = self.at(name)
        row, column = self.board.places[self.board.index[name]]
        ground = ink("pasture-2" if (column - row) % 3 == 0 else "pasture")
        if self.view.log and self._struck(name):
            ground = ink("raddle-wash")
        empty = all(animal.cell != name for animal in self.view.animals)
        return (
            f'<g data-part="{name}" data-cell="{name}"><path d="{hexagon_path(x, y, R - 0.5)}" fill="{ground}"'
            f' stroke="{ink("pasture-edge")}" stroke-width="1.2"/>'
            + (label(x, y, name, 13, fill="cell-name") if empty else "")
            + "</g>"
        )

    def _struck(self, name: str) -> bool:
        """Whether a victim of the last deed lies or lay here."""
        victims = self.view.log[-1].letters
        lying = {a.cell for a in self.view.animals if a.letter in victims and a.fate not in (ALIVE, HOME)}
        return name in lying or any(cell == name for _, cell in self.view.fresh)

    def _trail(self, origin: str, goal: str) -> str:
        """A dotted line, slightly bent, that stops short of the runner."""
        (x0, y0), (x1, y1) = self.at(origin), self.at(goal)
        length = hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        mx, my = (x0 + x1) / 2 - uy * length * 0.12, (y0 + y1) / 2 + ux * length * 0.12
        start, end = f"{f(x0 + ux * 6)} {f(y0 + uy * 6)}", f"{f(x1 - ux * 26)} {f(y1 - uy * 26)}"
        return (
            f'<path d="M{start}Q{f(mx)} {f(my)} {end}" fill="none"'
            f' stroke="{ink("block")}" stroke-width="2.2" stroke-linecap="round" stroke-dasharray="0.1 5"/>'
        )

    def _fresh(self, letter: str, cell: str) -> str:
        """A corpse that was just carried off."""
        animal = next(a for a in self.view.animals if a.letter == letter)
        return f'<g opacity=".5">{self._drawing(animal, cell)}</g>'

    def _animal(self, animal: Animal) -> str:
        if animal.cell is None:
            return ""
        drawing = self._drawing(animal, animal.cell)
        if animal.fate != ALIVE:
            return f'<g data-animal="{animal.letter}" data-cell="{animal.cell}">{drawing}</g>'
        name = f"{animal.letter}, {animal.cell}" + (", wolf" if animal.wolf else "")
        return (
            f'<g data-animal="{animal.letter}" data-cell="{animal.cell}" data-part="{self._part(animal)}"'
            f" aria-label={attribute(name)}>{drawing}{self._badge(animal)}</g>"
        )

    def _part(self, animal: Animal) -> str:
        """What clicking on a living animal says in this phase."""
        options = self.view.options
        if self.view.phase == "wolf" and not (options.escape and animal.wolf and self._alone(animal)):
            return f"{animal.letter}:"
        return animal.letter + (":" if self.view.phase == "farmer" and options.shotgun else "")

    def _alone(self, animal: Animal) -> bool:
        standing = {a.cell for a in self.view.animals if a.fate == ALIVE}
        near = self.board.near[self.board.index[animal.cell or ""]]
        return not any(self.board.names[cell] in standing for cell in near)

    def _drawing(self, animal: Animal, cell: str) -> str:
        """The beast with its letter on the fleece."""
        x, y = self.at(cell)
        side = R * 1.46
        if animal.fate == ALIVE:
            kind = "wolf-clothed" if animal.wolf else "sheep"
            dx, dy = (42 / 64 - 0.5, 30 / 64 - 0.5) if animal.wolf else (35.5 / 64 - 0.5, 29.5 / 64 - 0.5)
            letter = label(x + dx * side, y - 1 + dy * side, animal.letter, R * 0.56, fill="block", weight=700)
            return use(kind, x - side / 2, y - side / 2 - 1, side) + letter
        kind = "corpse-wolf" if animal.wolf else "corpse"
        letter = label(x + side * 0.06, y - 2 + side * 0.125, animal.letter, R * 0.42, fill="block", weight=700)
        return use(kind, x - side / 2, y - side / 2 - 2, side) + f'<g opacity=".78">{letter}</g>'

    def _badge(self, animal: Animal) -> str:
        """Ran or had to stay in the last flight."""
        if self.flight is None or animal.cell is None:
            return ""
        x, y = self.at(animal.cell)
        if any(run.letter == animal.letter for run in self.flight.runs):
            return use("m-ran", x + R * 0.3, y + R * 0.22, R * 0.44)
        return use("m-stayed", x + R * 0.3, y + R * 0.22, R * 0.44) if animal.letter in self.flight.stayed else ""


def _last_flight(view: View) -> Deed | None:
    """The flight to show: of the last deed, or of the kill that the Farmer has just answered."""
    for deed in view.log[-1:] + view.log[-2:-1]:
        if deed.runs or deed.stayed:
            return deed
        if deed.kind == KILL:
            return None
    return None


# -- the corners -------------------------------------------------------------------------------


def _corners(view: View, names: Mapping[Seat, str], field: _Field) -> str:
    """Round and options at the left, score at the right, the players below."""
    unit = max(1.0, field.width / 640)
    left, top = -field.width / 2 + 16, -field.high + 2
    options = view.options
    gun = "Shotgun" if options.shotgun else "Rifle, berserk allowed" if options.berserk else "Rifle, no berserk"
    told = "Deaths are announced" if options.reveal else "Deaths are kept dark"
    drawn = _stack(left, top, unit, "start", _when(view), [gun, told])
    if view.animals:
        big, _, _ = text.score_line(view).removesuffix(".").replace(":", "").partition(" (")
        small = [text.goal(view).strip(" ()")] if view.target is not None else []
        if options.reveal or view.outcome:
            living = options.num_wolves - sum(bool(a.wolf) for a in view.animals if a.fate != ALIVE)
            small.append(f"{living} {'wolf' if living == 1 else 'wolves'} left")
        drawn += _stack(-left, top, unit, "end", big, small)
    low = field.high - 20 * unit
    side = 30 * unit
    for role, x, anchor, head in ((WOLF, left, "start", "h-wolf"), (FARMER, -left, "end", "h-hunter")):
        inward = 1 if anchor == "start" else -1
        drawn += use(head, x if inward > 0 else x - side, low - side * 0.6, side)
        drawn += label(
            x + inward * (side + 8), low - 8 * unit, _short(names[role]), 15 * unit, anchor=anchor, weight=700
        )
        drawn += label(
            x + inward * (side + 8),
            low + 9 * unit,
            ("Wolf", "Farmer")[role - 1],
            12.5 * unit,
            anchor=anchor,
            fill="ink-2",
        )
    return drawn


def _stack(x: float, y: float, unit: float, anchor: str, big: str, small: list[str]) -> str:
    drawn = label(x, y + 14 * unit, big, 24 * unit, anchor=anchor, weight=700, face=DISPLAY)
    for line, words in enumerate(small):
        drawn += label(x, y + (38 + 17 * line) * unit, words, 13 * unit, anchor=anchor, fill="ink-2")
    return drawn


def _short(name: str) -> str:
    return name if len(name) <= 12 else name[:11] + "…"
