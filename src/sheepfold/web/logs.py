"""The server's log: one JSON object per line, on stderr, with nothing in it that somebody may not know."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import structlog


def make_log(level: str) -> Any:
    """A log for every part of one application. Bodies, queries and secrets are never passed to it."""
    return structlog.wrap_logger(
        _Lines(),
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            _without_messages,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
    )


@contextmanager
def numbered(number: str) -> Iterator[None]:
    """Everything that is logged within, and in work begun within, carries the number of the request."""
    with structlog.contextvars.bound_contextvars(request=number):
        yield


class _Lines:
    """Writes to whatever stderr is at the moment. A terminal or a reader that went away must not hold up a game."""

    def write(self, line: str) -> None:
        if sys.stderr is not None:
            with suppress(OSError, ValueError):  # ValueError: it was closed
                print(line, file=sys.stderr, flush=True)

    debug = info = warning = error = critical = write


def _without_messages(_: Any, __: str, event: Any) -> Any:
    """What was logged with an exception keeps its kind and its place."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else sys.exc_info()[1]
    if given and error is not None:
        event["fault"] = trace(error)
    return event


def trace(error: BaseException) -> str:
    """Where a fault came from, innermost last: kinds and places only, since messages can quote secrets."""
    places = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{step.tb_lineno}:{code.co_name}")
        step = step.tb_next
    return f"{type(error).__name__} at " + " > ".join(places[-6:])
