"""The tracking sheet as part of Mutton's picture: a ruled ledger with a column per animal."""

from __future__ import annotations

from typing import Final

from sheepfold.core.look.beasts import f
from sheepfold.core.look.svg import DISPLAY, ink, label
from sheepfold.games.mutton import text
from sheepfold.games.mutton.terms import KILL
from sheepfold.games.mutton.view import ALIVE, DEAD, Animal, View

MARGIN: Final = 16.0
HEAD: Final = 40.0
"""Height of the title."""


class Ledger:
    """The sheet below the field, as wide as the picture."""

    def __init__(self, view: View, width: float) -> None:
        self.view = view
        self.kills = [deed for deed in view.log if deed.kind == KILL]
        self.width = width - 2 * MARGIN
        self.columns = len(view.animals)
        self.unit = max(1.0, width / 640)
        self.column = min(34 * self.unit, (self.width - 58 * self.unit) / max(1, self.columns))
        self.row = 21 * self.unit
        self.size = min(13.5 * self.unit, self.column * 0.72)

    @property
    def height(self) -> float:
        if not self.columns:
            return MARGIN
        return HEAD * self.unit + self.row * (len(self.kills) + 2) + 2 * MARGIN

    def draw(self, top: float) -> str:
        if not self.columns:
            return ""
        self.left, self.top = -self.width / 2, top
        self.body = top + HEAD * self.unit
        sheet = (
            f'<rect x="{f(self.left)}" y="{f(top)}" width="{f(self.width)}" height="{f(self.height - MARGIN)}" rx="8"'
            f' fill="{ink("paper-up")}" stroke="{ink("rule")}" stroke-width="1.5"/>'
        )
        columns = "".join(self._column(i, animal) for i, animal in enumerate(self.view.animals))
        return f'<g data-sheet="">{sheet}{self._title()}{self._lines()}{columns}{self._labels()}</g>'

    def _x(self, column: float) -> float:
        """The middle of a column."""
        return self.left + 46 * self.unit + self.column * (column + 0.5)

    def _y(self, row: float) -> float:
        """The middle of a row; row 0 holds the letters."""
        return self.body + self.row * (row + 0.5)

    def _title(self) -> str:
        y = self.top + HEAD * self.unit / 2
        title = label(
            self.left + 12 * self.unit, y, "Who ran", 18 * self.unit, anchor="start", weight=700, face=DISPLAY
        )
        legend = "+ ran   = had to stay   × dead   ringed: wolf"
        return title + label(
            -self.left - 12 * self.unit,
            y,
            legend,
            12 * self.unit,
            anchor="end",
            fill="ink-2",
            more='xml:space="preserve"',
        )

    def _lines(self) -> str:
        rows = len(self.kills) + 2
        right = self._x(self.columns - 0.5)
        start = self.left + 12 * self.unit
        lines = "".join(f"M{f(start)} {f(self.body + self.row * n)}H{f(right)}" for n in range(2, rows))
        lines += "".join(
            f"M{f(self._x(n - 0.5))} {f(self.body)}V{f(self.body + self.row * rows)}" for n in range(self.columns)
        )
        first = f"M{f(start)} {f(self.body + self.row)}H{f(right)}"
        return (
            f'<path d="{lines}" fill="none" stroke="{ink("rule")}" stroke-width="1"/>'
            f'<path d="{first}" fill="none" stroke="{ink("edge")}" stroke-width="1.5"/>'
        )

    def _labels(self) -> str:
        x = self.left + 14 * self.unit
        words = [(n, str(deed.round)) for n, deed in enumerate(self.kills, 1)] + [(len(self.kills) + 1, "ran")]
        return "".join(label(x, self._y(n), word, 12 * self.unit, anchor="start", fill="ink-2") for n, word in words)

    def _column(self, i: int, animal: Animal) -> str:
        x = self._x(i)
        drawn = self._head(x, animal)
        total = 0
        for n, deed in enumerate(self.kills, 1):
            mark = text.sheet_row(self.view, deed).get(animal.letter, "")
            total += mark in ("+", "=")
            if mark:
                dead = mark in ("x", "w")
                sign = "×" if mark == "x" else mark
                drawn += label(x, self._y(n), sign, self.size, weight=700, fill="raddle" if dead else "ink")
        if total and animal.fate == ALIVE:
            drawn += label(x, self._y(len(self.kills) + 1), str(total), self.size * 0.9)
        return f'<g data-column="{animal.letter}">{drawn}</g>'

    def _head(self, x: float, animal: Animal) -> str:
        """The letter: struck out when dead, ringed when a known wolf."""
        y, alive = self._y(0), animal.fate == ALIVE
        drawn = label(x, y, animal.letter, self.size, weight=700 if alive else 400, fill="ink" if alive else "ink-2")
        reach = self.size * 0.62
        if animal.wolf:
            ring = f'fill="none" stroke="{ink("raddle")}" stroke-width="1.6"'
            drawn += f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(reach)}" {ring}/>'
        if animal.fate == DEAD:
            drawn += f'<path d="M{f(x - reach)} {f(y)}h{f(2 * reach)}" stroke="{ink("ink-2")}" stroke-width="1.4"/>'
        return drawn
