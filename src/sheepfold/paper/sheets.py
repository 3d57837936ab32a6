"""Sheets to print, as PDF: a game's boards, tiles and cards; puzzles with their solutions. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import files
from io import BytesIO
from typing import Final

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from sheepfold.core.contract.face import PAPERS, Piece, Printed
from sheepfold.core.drawing.svg import plain, png, svg
from sheepfold.core.errors import SheepfoldError
from sheepfold.games import SHELF, Shelf
from sheepfold.puzzles import Puzzle, Shown, shown
from sheepfold.puzzles.written import choices, picture, solution_letter

WIDTH: Final = 210.0
MARGIN: Final = 12.0
BODY: Final = 11.0
SMALL: Final = 9.0
TITLE: Final = 16.0
FAMILY: Final = "source"
MADE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The same sheet is the same bytes, whenever it is made."""


class Sheet:
    """Pages that are filled from top to bottom, or at given places."""

    def __init__(self, title: str, paper: str = "A4") -> None:
        """``paper``: A4 or Letter."""
        self._pdf = FPDF(format=paper)
        self._pdf.set_title(title)
        self._pdf.set_creation_date(MADE)
        self._pdf.set_margin(MARGIN)
        self._pdf.set_auto_page_break(True, MARGIN)
        folder = files("font_source_sans_pro") / "files"
        for style, weight in (("", "Regular"), ("B", "Bold")):
            self._pdf.add_font(FAMILY, style, str(folder / f"SourceSansPro-{weight}.ttf"))

    def page(self, title: str = "") -> None:
        """A new page, perhaps with a heading."""
        self._pdf.add_page()
        if title:
            self._pdf.set_font(FAMILY, "B", TITLE)
            self._pdf.cell(0, 8, title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def words(self, x: float, y: float, text: str, size: float, *, bold: bool = False) -> None:
        """One line at a place."""
        self._pdf.set_font(FAMILY, "B" if bold else "", size)
        self._pdf.set_xy(x, y)
        self._pdf.cell(0, size * 0.45, text)

    def block(self, x: float, y: float, width: float, text: str, size: float) -> None:
        """Lines that are broken to a width, at a place."""
        self._pdf.set_font(FAMILY, "", size)
        self._pdf.set_xy(x, y)
        self._pdf.multi_cell(width, size * 0.42, text, align="L")

    def paragraph(self, text: str) -> None:
        """Lines across the page, below what was written last."""
        self._pdf.set_font(FAMILY, "", BODY)
        self._pdf.multi_cell(0, BODY * 0.45, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self._pdf.ln(2)

    def link(self, address: str) -> None:
        """An address by itself, below what was written last."""
        self._pdf.set_font(FAMILY, "", BODY)
        self._pdf.cell(0, BODY * 0.45, address, link=address, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self._pdf.ln(2)

    @property
    def width(self) -> float:
        """Of a page within its margins,"""
        return float(self._pdf.epw)

    @property
    def bottom(self) -> float:
        """and down to where it may be filled."""
        return float(self._pdf.h) - MARGIN

    @property
    def below(self) -> float:
        """Where what comes next may begin."""
        return float(self._pdf.get_y())

    def ruled(self, columns: Sequence[str], rows: Sequence[str], top: float, height: float) -> None:
        """Empty cells with words at the head of every column and row."""
        first = 10.0
        wide = (self.width - first) / max(1, len(columns) - 1)
        lefts = [MARGIN, *[MARGIN + first + n * wide for n in range(len(columns) - 1)]]
        self._pdf.set_font(FAMILY, "", SMALL)
        for n, row in enumerate(("", *rows)):
            for left, column, width in zip(lefts, columns, [first, *[wide] * (len(columns) - 1)], strict=True):
                words = column if n == 0 else row if left == MARGIN else ""
                self._pdf.set_xy(left, top + n * height)
                self._pdf.cell(width, height, words, border=1, align="C")

    def picture(self, image: BytesIO, x: float, y: float, width: float, height: float) -> None:
        """A PNG as large as fits the box, in its middle."""
        self._pdf.image(image, x, y, width, height, keep_aspect_ratio=True)

    def written(self) -> bytes:
        return bytes(self._pdf.output())


# -- games to print and play -------------------------------------------------------------------

PIECE_GAP: Final = 2.0
"""Millimetres between two pieces: room for the scissors."""
PIECE_DOTS: Final = 9.0
"""Pixels to a millimetre: 230 to an inch."""
RULED: Final = 8.0
"""The height of a row to write in."""


class NotPrinted(SheepfoldError):
    """There is nothing to print of a game, or no such paper."""


def game_sheet(name: str, paper: str = "a4", shelf: Shelf = SHELF) -> bytes:
    """The PDF. Raises UnknownGame, NotPrinted."""
    game = shelf.game(name)
    printed: Printed | None = getattr(shelf.room(name, "printed"), "PRINTED", None)
    if printed is None:
        raise NotPrinted(f"There is nothing to print for {game.title}.")
    if paper.lower() not in PAPERS:
        raise NotPrinted("Paper is a4 or letter.")
    sheet = Sheet(f"{game.title}, to print and play", PAPERS[paper.lower()])
    sheet.page(game.title)
    sheet.paragraph(
        f"A game by {game.credits}. Drawn by Sheepfold, for your own table and not for sale: if you like the game, buy "
        f"it from those who made it. {printed.hint} Print at full size (100 %)."
    )
    if printed.link:
        sheet.link(printed.link)
    _lay_out(sheet, printed)
    for ruled in printed.sheets:
        sheet.page(ruled.title)
        sheet.ruled(ruled.columns, ruled.rows, sheet.below + 2, RULED)
    return sheet.written()


def _lay_out(sheet: Sheet, printed: Printed) -> None:
    """Rows of pieces, as many as fit, and on to the next page."""
    x, y, row = MARGIN, sheet.below + PIECE_GAP, 0.0
    for piece in printed.pieces():
        frame = piece.scene.frame
        width, height = piece.millimetres, piece.millimetres * frame.height / frame.width
        image = _image(piece)
        for _ in range(piece.copies):
            if x > MARGIN and x + width > MARGIN + sheet.width:
                x, y, row = MARGIN, y + row + PIECE_GAP, 0.0
            if y + height > sheet.bottom:
                sheet.page()
                x, y, row = MARGIN, MARGIN, 0.0
            sheet.picture(image, x, y, width, height)
            x, row = x + width + PIECE_GAP, max(row, height)


def _image(piece: Piece) -> BytesIO:
    return BytesIO(png(plain(svg(piece.scene)), round(piece.millimetres * PIECE_DOTS)))


# -- puzzles -----------------------------------------------------------------------------------

COLUMNS: Final = 2
ROWS: Final = 3
PUZZLE_GAP: Final = 6.0
ROW_HEIGHT: Final = 86.0
PICTURE_HEIGHT: Final = 54.0
SHORT: Final = 120
"""So many characters fit below a picture."""
PUZZLE_DOTS: Final = 900
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
    width = (WIDTH - 2 * MARGIN - PUZZLE_GAP) / COLUMNS
    x, y = MARGIN + place % COLUMNS * (width + PUZZLE_GAP), 24 + place // COLUMNS * ROW_HEIGHT
    sheet.words(x, y, f"{number}. {found.game.title}", BODY, bold=True)
    sheet.block(x, y + 6, width, found.kind.question, SMALL)
    drawn = png(plain(svg(picture(found))), PUZZLE_DOTS)
    sheet.picture(BytesIO(drawn), x, y + 15, width, PICTURE_HEIGHT)
    sheet.block(x, y + 15 + PICTURE_HEIGHT + 1, width, _offered(found), SMALL)


def _offered(found: Shown) -> str:
    """What may be answered, in the few lines that there are for it."""
    offered = choices(found)
    if all(each.letter == each.words for each in offered):
        return "   ".join(each.letter for each in offered)
    short = sum(len(each.words) for each in offered) < SHORT
    return "   ".join(f"{each.letter} {each.words if short else each.answer}" for each in offered)
