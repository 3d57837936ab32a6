"""Positions drawn in text, as ``text.py`` draws them: four letters to a cell, two lines to a row, links along tiles.

S---D---W~
        |
"""

from __future__ import annotations

from textwrap import dedent

from sheepfold.games.sheep_dogs_wolves import DogsRound
from sheepfold.games.sheep_dogs_wolves.board import SQUARE_WAYS, Cell, tile_at
from sheepfold.games.sheep_dogs_wolves.state import State
from sheepfold.games.sheep_dogs_wolves.terms import Options
from sheepfold.games.sheep_dogs_wolves.text import MARKS
from sheepfold.games.sheep_dogs_wolves.view import View, view

ROUND = DogsRound()
BY_MARK = {mark or " ": sign for sign, mark in MARKS.items()} | {"-": ""}


def position(drawing: str, left: int) -> State:
    """The drawn tiles with so many left to lay; the drawing's lower left corner is 0,0."""
    lines = _lines(drawing)
    at = {(x, y): letter for x, y, letter, _ in _letters(lines)}
    tiles = []
    for (x, y), letter in at.items():
        if letter != "S":
            continue
        for way, (dx, dy) in enumerate(((1, 0), (0, 1), (-1, 0), (0, -1))):
            run = [at.get((x + dx * n, y + dy * n)) for n in range(3)]
            if run == ["S", "D", "W"] and all(_linked(lines, x + dx * n, y + dy * n, dx, dy) for n in range(2)):
                tiles.append(tile_at(x, y, way))
    assert 3 * len(tiles) == len(at), "every letter belongs to one tile"
    return State.made(Options(tiles=len(tiles) + left), None, tuple(tiles))


def drawn_signs(drawing: str) -> dict[tuple[int, int], str]:
    """The signs in a drawing, by cell."""
    return {(x, y): BY_MARK[mark] for x, y, _, mark in _letters(_lines(drawing))}


def judged(drawing: str, left: int) -> View:
    """The view of the drawn position, after a check that the game puts exactly the drawn signs."""
    found = view(position(drawing, left), None)
    assert {(a.x, a.y): a.sign for a in found.animals} == drawn_signs(drawing)
    return found


def _lines(drawing: str) -> list[str]:
    lines = dedent(drawing).strip("\n").split("\n")
    width = max(map(len, lines)) + 4
    return [line.ljust(width) for line in lines]


def _letters(lines: list[str]) -> list[tuple[int, int, str, str]]:
    return [
        (column // 4, (len(lines) - 1 - row) // 2, line[column], line[column + 1])
        for row, line in enumerate(lines)
        for column in range(0, len(line) - 1, 4)
        if line[column] in "SDW"
    ]


def _linked(lines: list[str], x: int, y: int, dx: int, dy: int) -> bool:
    row, column = len(lines) - 1 - 2 * y, 4 * x
    if dy:
        return lines[row - dy][column] == "|"
    return lines[row][column + 2 if dx > 0 else column - 2] == "-"


def ahead(cell: Cell, way: str, steps: int = 1) -> Cell:
    """The cell so many steps away."""
    dx, dy = SQUARE_WAYS[way]
    return cell[0] + steps * dx, cell[1] + steps * dy


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells that share an edge with this one: east, north, west, south."""
    return tuple(ahead(cell, way) for way in SQUARE_WAYS)
