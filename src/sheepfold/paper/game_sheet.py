"""A game to print and play: boards, tiles and cards to scale, side by side to be cut out, and sheets to write on."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from sheepfold.core.contract.printed import PAPERS, Piece, Printed
from sheepfold.core.drawing.svg import plain, png, svg
from sheepfold.core.errors import SheepfoldError
from sheepfold.games import SHELF, Shelf
from sheepfold.paper.sheet import MARGIN, Sheet

GAP: Final = 2.0
"""Millimetres between two pieces: room for the scissors."""
DOTS: Final = 9.0
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
        raise NotPrinted(f"There is nothing to print of {game.title}.")
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
    x, y, row = MARGIN, sheet.below + GAP, 0.0
    for piece in printed.pieces():
        frame = piece.scene.frame
        width, height = piece.millimetres, piece.millimetres * frame.height / frame.width
        image = _image(piece)
        for _ in range(piece.copies):
            if x > MARGIN and x + width > MARGIN + sheet.width:
                x, y, row = MARGIN, y + row + GAP, 0.0
            if y + height > sheet.bottom:
                sheet.page()
                x, y, row = MARGIN, MARGIN, 0.0
            sheet.picture(image, x, y, width, height)
            x, row = x + width + GAP, max(row, height)


def _image(piece: Piece) -> BytesIO:
    return BytesIO(png(plain(svg(piece.scene)), round(piece.millimetres * DOTS)))
