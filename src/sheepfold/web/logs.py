"""The server's log: one JSON object per line, on stderr, with nothing in it that somebody may not know."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def make_log(level: str) -> Any:
    """A logger for this server. Query strings, bodies, cookies and tokens are never passed to it."""
    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        cache_logger_on_first_use=True,
    )


def trace(error: BaseException) -> str:
    """Where a fault came from, innermost last: kinds and places only, since messages can quote secrets."""
    places = []
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        places.append(f"{code.co_filename.rpartition('/')[2]}:{step.tb_lineno}:{code.co_name}")
        step = step.tb_next
    return f"{type(error).__name__} at " + " > ".join(places[-6:])
