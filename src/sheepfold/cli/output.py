"""What the command prints: streams that take any character, one-line complaints, colour where it is wanted."""

from __future__ import annotations

import io
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Final, TypeVar

from sheepfold.core.words.paragraphs import Tint

T = TypeVar("T")


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
def at_work(words: str, *, measured: bool = False) -> Iterator[Callable[[float], None]]:
    """While something takes its time: what it is and for how long it has been, if somebody is watching. ``measured``:
    with a bar of how much is done, which what is yielded is told, from 0 to 1."""
    if not sys.stderr.isatty():
        yield lambda part: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    bar = [BarColumn()] if measured else []
    columns = (SpinnerColumn(), TextColumn(words), *bar, TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=1.0)
        yield lambda part: shown.update(task, completed=part)


def with_progress(games: Iterable[T], total: int, before: int = 0) -> Iterable[T]:
    """The games, with a bar and the time that is left, if somebody is watching; ``before``: how many there were."""
    if not sys.stderr.isatty():
        return games
    from rich.console import Console
    from rich.progress import track

    return track(games, "Playing", total, completed=min(before, total), console=Console(stderr=True))


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
