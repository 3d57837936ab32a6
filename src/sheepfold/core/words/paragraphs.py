"""Texts as data: paragraphs of lines and diagrams, and the one function that writes them.

Whoever makes a text knows what of it is prose, what stands in columns and what is drawn. So a door that breaks, cuts or
paints it is told, and guesses nothing from its look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from textwrap import wrap
from typing import Any, Final, Literal, NamedTuple, TypeAlias

FURTHER: Final = "Further to the right:"
"""What stands between two parts of a diagram."""
LEAST: Final = 16
"""So much room a line has at least, whatever stands before it."""
MAIL: Final = 72
"""Columns of a mail."""
HANG: Final = 4
"""So much further right a line of a list goes on in a mail."""

_ONE_LINE: Final = str.maketrans("\t\n\v\f\r", "     ")

Tint: TypeAlias = Literal["own", "target", "last", "dead", "good", "bad", "open"]
"""What matters about a sign on a board, for those who paint it."""
Paint: TypeAlias = Callable[[str, tuple[Tint, ...]], str]
"""From some signs and their tints to the same as they are shown."""


class Line(NamedTuple):
    """Some words, broken at blanks where there is no room for all of them, and nowhere else: whatever people wrote
    stays within its line."""

    words: str
    first: str = ""
    """What stands before them: blanks, a bullet, the first columns of a table."""
    more: str | None = None
    """What stands before that which follows; None: it goes on below the words."""
    whole: bool = False
    """Whether it is never broken: a command to be typed."""
    most: int | None = None
    """The width at which it is broken even where there is more room."""
    link: str = ""
    """The web address in it that can be opened."""


class Glyph(NamedTuple):
    """Signs that stand together in a row of a diagram, from column ``at`` on."""

    at: int
    signs: str
    tints: tuple[Tint, ...] = ()

    @property
    def end(self) -> int:
        return self.at + len(self.signs)


class Diagram(NamedTuple):
    """A board in signs. Where it is too wide it is shown in parts; glyphs that touch are never cut apart."""

    rows: tuple[tuple[Glyph, ...], ...]
    margin: int = 0
    """What begins left of this column is the mark of its row, and stands in every part."""

    def lines(self) -> list[str]:
        """Its rows as they are written where there is room."""
        return [_row(row, self.margin) for row in self.rows]


Paragraph: TypeAlias = tuple[Line | Diagram, ...]
Text: TypeAlias = tuple[Paragraph, ...]


def paragraph(*sentences: str) -> tuple[Line, ...]:
    """Prose, each in a line of its own."""
    return tuple(Line(sentence, more="") for sentence in sentences)


def as_it_is(text: str) -> Text:
    """A text of which nobody knows what it is made of: nothing in it is broken."""
    return ((Diagram(tuple((Glyph(0, line),) for line in text.rstrip("\n").split("\n"))),),)


def reread(value: Iterable[Iterable[Any]]) -> Text:
    """A text that was kept as JSON, where all of it is lists."""
    return tuple(tuple(_reread(part) for part in paragraph) for paragraph in value)


def _reread(value: list[Any]) -> Line | Diagram:
    if isinstance(value[0], str):
        return Line(*value)
    rows, margin = value
    return Diagram(tuple(tuple(Glyph(at, signs, tuple(tints)) for at, signs, tints in row) for row in rows), margin)


def side_by_side(words: Iterable[str], at: int) -> Iterator[Glyph]:
    """Words with a blank after each, from a column on."""
    for word in words:
        yield Glyph(at, word)
        at += len(word) + 1


def _plain(signs: str, tints: tuple[Tint, ...]) -> str:
    return signs


def written(text: Text, width: int | None = None, *, hang: int = 0, paint: Paint = _plain) -> str:
    """The text in lines of that width, where there is one, and an empty line between paragraphs. ``hang``: so much
    further right a line goes on that is one of several."""
    paragraphs = (laid_out(paragraph, width, hang, paint) for paragraph in text)
    return "\n\n".join("\n".join(lines for _, lines in each) for each in paragraphs)


def as_mail(text: Text) -> str:
    """The text in lines of a mail."""
    return written(text, MAIL, hang=HANG) + "\n"


def in_columns(rows: Iterable[tuple[str, str]], width: int) -> tuple[Line, ...]:
    """Words, and of so many columns what stands before each."""
    return tuple(Line(words, f"{first:<{width}}") for first, words in rows)


def table_of(rows: Iterable[Sequence[str]]) -> tuple[Line, ...]:
    """Rows in columns; the last one takes what is left of the line."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    leads = ["".join(f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=False)) for row in rows]
    return tuple(Line(row[-1], lead, " " * len(lead)) for row, lead in zip(rows, leads, strict=True))


def laid_out(
    paragraph: Paragraph, width: int | None = MAIL, hang: int = HANG, paint: Paint = _plain
) -> Iterator[tuple[Line | Diagram, str]]:
    """What a paragraph is made of, each with the lines that are written of it."""
    for each in paragraph:
        if isinstance(each, Line):
            yield each, "\n".join(_broken(each, width, hang if len(paragraph) > 1 else 0))
        elif width is None or all(row[-1].end <= width for row in each.rows if row):
            yield each, "\n".join(_row(row, each.margin, 0, paint) for row in each.rows)
        else:
            yield each, "\n".join(_in_parts(each, width, paint))


def _broken(line: Line, width: int | None, hang: int) -> list[str]:
    words, first, more, most = line.words, line.first, line.more, line.most
    if not words.isprintable():
        words = words.translate(_ONE_LINE)
    width = most if width is None else width if most is None else min(width, most)
    if width is None or line.whole or len(first) + len(words) <= width:
        return [f"{first}{words}".rstrip()]
    if more is None and len(first) > width // 2:  # too much for a column
        first, words = "", f"{first}{words}"
    elif len(first) > width // 2:
        width = max(width, len(first) + LEAST)
    later = " " * (len(first) + hang) if more is None else more
    return wrap(words, width, initial_indent=first, subsequent_indent=later, break_long_words=False,
                break_on_hyphens=False)  # fmt: skip


def _row(glyphs: Iterable[Glyph], margin: int, shift: int = 0, paint: Paint = _plain) -> str:
    """A row, all of it but its mark moved to the left."""
    row, end = "", 0
    for glyph in glyphs:
        at = glyph.at if glyph.at < margin else glyph.at - shift
        row += " " * (at - end) + paint(glyph.signs, glyph.tints)
        end = at + len(glyph.signs)
    return row


def _in_parts(diagram: Diagram, width: int, paint: Paint) -> Iterator[str]:
    """As much of it at a time as there is room for. What is wider than that is shown where it begins."""
    margin, room = diagram.margin, max(LEAST, width - diagram.margin)
    marks = [[glyph for glyph in row if glyph.at < margin] for row in diagram.rows]
    rows = [_clusters(glyph for glyph in row if glyph.at >= margin) for row in diagram.rows]
    start = margin
    while True:
        ahead = [[cluster for cluster in row if cluster[0].at >= start] for row in rows]
        stop, left = start + room, []
        for mark, row in zip(marks, ahead, strict=True):
            shown = [cluster for cluster in row if _fits(cluster, stop, room)]
            left += [cluster[0].at for cluster in row if cluster not in shown]
            yield _row(chain(mark, *shown), margin, start - margin, paint)
        if not left:
            return
        start = min(left) - 1
        yield from ("", FURTHER, "")


def _fits(cluster: list[Glyph], stop: int, room: int) -> bool:
    begin, end = cluster[0].at, cluster[-1].end
    return begin < stop and (end <= stop or end - begin >= room)


def _clusters(glyphs: Iterable[Glyph]) -> list[list[Glyph]]:
    """Glyphs that touch, together."""
    found: list[list[Glyph]] = []
    for glyph in glyphs:
        if found and found[-1][-1].end == glyph.at:
            found[-1].append(glyph)
        else:
            found.append([glyph])
    return found
