"""Colour at the terminal: what matters on a board is painted, where there are colours and nobody said NO_COLOR."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from typing import IO, Final

CODES: Final = {"own": "1;31", "target": "4", "last": "1", "dead": "2", "good": "1;34", "bad": "1;31", "open": "2"}
"""How each tint of a face is painted."""


def has_colours(stream: IO[str] | None = None, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a person looks at it on a terminal with colours and wants them."""
    wanted = not environ.get("NO_COLOR") and environ.get("TERM", "dumb") != "dumb"
    return wanted and (stream or sys.stdout).isatty()


def painted(text: str, rows: str, tints: Mapping[str, str]) -> str:
    """The text with its words painted in those lines that are the board; the pattern ``rows`` knows them."""
    if not rows or not tints:
        return text
    longest_first = sorted(tints, key=len, reverse=True)
    words = re.compile(
        "|".join(rf"(?<!\w){word}(?!\w)" if word.isalnum() else re.escape(word) for word in longest_first)
    )

    def paint(found: re.Match[str]) -> str:
        codes = ";".join(CODES[tint] for tint in tints[found[0]].split())
        return f"\x1b[{codes}m{found[0]}\x1b[0m"

    lines = text.split("\n")
    return "\n".join(words.sub(paint, line) if re.match(rows, line) else line for line in lines)
