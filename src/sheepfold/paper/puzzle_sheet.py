"""Twelve puzzles on two pages, and their solutions on a third."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from sheepfold.core.drawing.svg import plain, png, svg
from sheepfold.paper.sheet import BODY, MARGIN, SMALL, WIDTH, Sheet
from sheepfold.puzzles import Puzzle, Shown, shown
from sheepfold.puzzles.written import choices, picture, solution_letter

COLUMNS: Final = 2
ROWS: Final = 3
GAP: Final = 6.0
ROW_HEIGHT: Final = 86.0
PICTURE_HEIGHT: Final = 54.0
SHORT: Final = 120
"""So many characters fit below a picture."""
DOTS: Final = 900
"""Pixels across a picture: about 250 to an inch."""


def puzzle_sheet(puzzles: Sequence[Puzzle]) -> bytes:
    """The PDF. Raises NoPuzzle if one of them does not hold."""
    sheet, found = Sheet("Sheepfold: puzzles"), [shown(puzzle) for puzzle in puzzles]
    for number, each in enumerate(found):
        place = number % (COLUMNS * ROWS)
        if place == 0:
            sheet.page("Puzzles")
        _puzzle(sheet, number + 1, each, place)
    sheet.page("Solutions")
    for number, each in enumerate(found, 1):
        sheet.paragraph(f"{number}. {solution_letter(each)}. {each.solution.reason}")
    return sheet.written()


def _puzzle(sheet: Sheet, number: int, found: Shown, place: int) -> None:
    width = (WIDTH - 2 * MARGIN - GAP) / COLUMNS
    x, y = MARGIN + place % COLUMNS * (width + GAP), 24 + place // COLUMNS * ROW_HEIGHT
    sheet.words(x, y, f"{number}. {found.game.title}", BODY, bold=True)
    sheet.block(x, y + 6, width, found.kind.question, SMALL)
    drawn = png(plain(svg(picture(found))), DOTS)
    sheet.picture(BytesIO(drawn), x, y + 15, width, PICTURE_HEIGHT)
    sheet.block(x, y + 15 + PICTURE_HEIGHT + 1, width, _offered(found), SMALL)


def _offered(found: Shown) -> str:
    """What may be answered, in the few lines that there are for it."""
    offered = choices(found)
    if all(each.letter == each.words for each in offered):
        return "   ".join(each.letter for each in offered)
    short = sum(len(each.words) for each in offered) < SHORT
    return "   ".join(f"{each.letter} {each.words if short else each.answer}" for each in offered)
