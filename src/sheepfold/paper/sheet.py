"""A PDF of A4 or Letter pages in the house's own letters. Lengths are millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import files
from io import BytesIO
from typing import Final

from fpdf import FPDF
from fpdf.enums import XPos, YPos

WIDTH: Final = 210.0
HEIGHT: Final = 297.0
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
