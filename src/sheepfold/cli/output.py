"""What the command prints: streams that take any character, one-line complaints, colour where it is wanted."""

from __future__ import annotations

import io
import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Final

from sheepfold.core.words.paragraphs import Tint


def forgiving_streams() -> None:
    """Let the standard streams show ``?`` for what they cannot show, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def safe(text: str) -> str:
    """Text from a stranger without characters that would steer the terminal."""
    return "".join("?" if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t" else c for c in text)


def complain(sentence: str) -> None:
    """One line on stderr."""
    sys.stderr.write(f"sheepfold: {' '.join(safe(sentence).split())}\n")


@contextmanager
def at_work(words: str) -> Iterator[None]:
    """While something takes its time: what it is and for how long it has been, if somebody is watching."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn(words), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        shown.add_task("")
        yield


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
