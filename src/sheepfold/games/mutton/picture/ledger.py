"""The tracking sheet as part of Mutton's picture: a ruled ledger with a column per animal."""

from __future__ import annotations

from typing import Final

from sheepfold.core.drawing.pen import DISPLAY, element, f, ink, label, point
from sheepfold.core.drawing.scene import Element, Shape
from sheepfold.games.mutton import text
from sheepfold.games.mutton.view import ALIVE, DEAD, View

MARGIN: Final = 16.0
HEAD: Final = 40.0
"""Height of the title."""


class Ledger:
    """The sheet below the field, as wide as the picture."""

    def __init__(self, view: View, width: float) -> None:
        self.view = view
        self.rows = text.sheet_rows(view)
        self.width = width - 2 * MARGIN
        self.columns = len(view.animals)
        self.unit = max(1.0, width / 640)
        self.column = min(34 * self.unit, (self.width - 58 * self.unit) / max(1, self.columns))

    @property
    def height(self) -> float:
        if not self.columns:
            return MARGIN
        return (HEAD + ROW * (len(self.rows) + 2)) * self.unit + 2 * MARGIN

    def shapes(self, top: float) -> tuple[Shape, ...]:
        """The paper, then a column for each animal."""
        if not self.columns:
            return ()
        left, unit = -self.width / 2, self.unit
        rounds = tuple(number for number, _ in self.rows)
        sheet = _sheet(rounds, self.columns, self.width, self.height - MARGIN, unit, self.column)
        size = min(13.5 * unit, self.column * 0.72)
        found = [Shape("sheet", point(left, top), sheet)]
        marks = self._marks()
        x, y = left + 46 * unit + self.column / 2, top + HEAD * unit
        for animal in self.view.animals:
            letter = animal.letter
            found.append(_column(letter, animal.fate, bool(animal.wolf), tuple(marks[letter]), unit, size, x, y))
            x += self.column
        return tuple(found)

    def _marks(self) -> dict[str, list[str]]:
        """Each animal's mark at every kill."""
        marks = {animal.letter: [""] * len(self.rows) for animal in self.view.animals}
        for n, (_, row) in enumerate(self.rows):
            for letter, mark in row.items():
                marks[letter][n] = mark
        return marks


ROW: Final = 21.0
"""Height of a row."""


def _sheet(
    rounds: tuple[int, ...], columns: int, width: float, height: float, unit: float, column: float
) -> tuple[Element, ...]:
    """Ruled paper: the title, the lines, and the number of each round."""
    paper = element(
        "rect", width=width, height=height, rx=8, fill=ink("paper-up"), stroke=ink("rule"), stroke_width=1.5
    )
    start, body, row, rows = 12 * unit, HEAD * unit, ROW * unit, len(rounds) + 2
    right = 46 * unit + column * columns
    lines = "".join(f"M{f(start)} {f(body + row * n)}H{f(right)}" for n in range(2, rows))
    lines += "".join(f"M{f(46 * unit + column * n)} {f(body)}V{f(body + row * rows)}" for n in range(columns))
    first = f"M{f(start)} {f(body + row)}H{f(right)}"
    words = [*map(str, rounds), "ran"]
    return (
        paper,
        label(start, body / 2, "Who ran", 18 * unit, anchor="start", weight=700, face=DISPLAY),
        label(
            width - start, body / 2, "+ ran   = had to stay   × dead   ringed: wolf", 12 * unit, anchor="end",
            fill="ink-2", more=(("xml:space", "preserve"),),
        ),
        element("path", d=lines, fill="none", stroke=ink("rule"), stroke_width=1),
        element("path", d=first, fill="none", stroke=ink("edge"), stroke_width=1.5),
        *(
            label(14 * unit, body + row * (n + 0.5), word, 12 * unit, anchor="start", fill="ink-2")
            for n, word in enumerate(words, 1)
        ),
    )  # fmt: skip


def _column(
    letter: str, fate: str, wolf: bool, marks: tuple[str, ...], unit: float, size: float, x: float, y: float
) -> Shape:
    """An animal's column, its head at the top: what it did at every kill, and how often it ran or stayed."""
    row = ROW * unit
    drawn = _head(letter, fate, wolf, row / 2, size)
    for n, mark in enumerate(marks, 1):
        if mark:
            sign, fill = "×" if mark == "x" else mark, "raddle" if mark in ("x", "w") else "ink"
            drawn.append(label(0, row * (n + 0.5), sign, size, weight=700, fill=fill))
    total = marks.count("+") + marks.count("=")
    if total and fate == ALIVE:
        drawn.append(label(0, row * (len(marks) + 1.5), str(total), size * 0.9))
    return Shape(f"column {letter}", point(x, y), tuple(drawn), more=(("data-column", letter),))


def _head(letter: str, fate: str, wolf: bool, y: float, size: float) -> list[Element]:
    """The letter: struck out when dead, ringed when a known wolf."""
    alive = fate == ALIVE
    drawn = [label(0, y, letter, size, weight=700 if alive else 400, fill="ink" if alive else "ink-2")]
    reach = size * 0.62
    if wolf:
        drawn.append(element("circle", cx=0, cy=y, r=reach, fill="none", stroke=ink("raddle"), stroke_width=1.6))
    if fate == DEAD:
        line = f"M{f(-reach)} {f(y)}h{f(2 * reach)}"
        drawn.append(element("path", d=line, stroke=ink("ink-2"), stroke_width=1.4))
    return drawn
