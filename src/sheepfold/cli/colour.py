"""Colour at the terminal: what matters on a board is painted, where there are colours and nobody said NO_COLOR."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import IO, Final

from sheepfold.core.paragraphs import Tint

CODES: Final[Mapping[Tint, str]] = {
    "own": "1;31", "target": "4", "last": "1", "dead": "2", "good": "1;34", "bad": "1;31", "open": "2",
}  # fmt: skip
"""How each tint is painted."""


def has_colours(stream: IO[str] | None = None, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a person looks at it on a terminal with colours and wants them."""
    wanted = not environ.get("NO_COLOR") and environ.get("TERM", "dumb") != "dumb"
    return wanted and (stream or sys.stdout).isatty()


def painted(signs: str, tints: tuple[Tint, ...]) -> str:
    """Signs of a board in the colours of their tints."""
    return f"\x1b[{';'.join(CODES[tint] for tint in tints)}m{signs}\x1b[0m" if tints else signs
