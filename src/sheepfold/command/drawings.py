"""Drawings in a letter: one that is wider than a mail is shown in parts, from left to right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

FURTHER: Final = "Further to the right:"
_BEGINS: Final = re.compile(r"\s|-?\d+ \|")
"""How a line of a drawing begins."""
_MARK: Final = re.compile(r" *-?\d+(?: \|)?")
"""A number that marks a row."""
_SIGN: Final = re.compile(r"\S+")


def is_drawn(line: str, width: int) -> bool:
    """Whether a line is, or may be, one of a drawing. Those have gaps; of narrow ones it need not be known."""
    inside = line.strip()
    gaps = "  " in inside or len(inside) <= len(line) // 2
    return not line or (_BEGINS.match(line) is not None and (len(line) <= width or gaps))


def in_parts(lines: Sequence[str], width: int) -> list[str]:
    """A drawing, as much of it at a time as there is room for. No sign is cut in two, and in every part each row has
    its mark. Empty lines around it stay."""
    drawn = [at for at, line in enumerate(lines) if line]
    first, last = drawn[0], drawn[-1] + 1
    parts = _parts(lines[first:last], width)
    between = ["", FURTHER, ""]
    return [*lines[:first], *chain(parts[0], *([*between, *part] for part in parts[1:])), *lines[last:]]


def _parts(rows: Sequence[str], width: int) -> list[list[str]]:
    marked = [_MARK.match(row) for row in rows]
    (end, _), *_ = Counter(found.end() for found in marked if found).most_common(1) or [(0, 0)]
    marks = [found[0] if found and found.end() == end else "" for found in marked]
    signs = [list(_SIGN.finditer(row, len(mark))) for row, mark in zip(rows, marks, strict=True)]
    parts: list[list[str]] = []
    start = end
    while True:
        stop = start + width - end
        shown = [[sign for sign in row if start <= sign.start() and sign.end() <= stop] for row in signs]
        parts.append([_row(mark, row, start - end) for mark, row in zip(marks, shown, strict=True)])
        hidden = [sign.start() - 1 for row in signs for sign in row if sign.end() > stop]
        if not hidden or min(hidden) <= start:
            return parts
        start = min(hidden)


def _row(mark: str, signs: Iterable[re.Match[str]], shift: int) -> str:
    row = mark
    for sign in signs:
        row = row.ljust(sign.start() - shift) + sign[0]
    return row
