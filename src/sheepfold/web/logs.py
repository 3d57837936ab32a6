"""What a host reads of a server: its log, one JSON object per line on stderr, with nothing in it that somebody may not
know; and its metrics, as Prometheus understands them."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from traceback import walk_tb
from typing import Any

import structlog
from prometheus_client import CollectorRegistry, Gauge, Histogram, ProcessCollector, generate_latest

from sheepfold.play.service import ProcessMetrics


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
    codes = ((frame.f_code, line) for frame, line in walk_tb(error.__traceback__))
    places = [f"{code.co_filename.rpartition('/')[2]}:{line}:{code.co_name}" for code, line in codes]
    return f"{type(error).__name__} at " + " > ".join(places[-6:])


# -- metrics --------------------------------------------------------------------------------------

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
"""Seconds, up to what a request may wait for a database that is away."""

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    """The counters of one application. What the service counts is asked for when somebody looks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "sheepfold_request_seconds", "How long requests took, by route.", ["method", "route", "status"],
            buckets=BUCKETS, registry=self.registry,
        )  # fmt: skip
        ProcessCollector(registry=self.registry)
        self.sockets = Gauge("sheepfold_sockets", "Sockets that are open.", registry=self.registry)
        self.moves = Gauge("sheepfold_moves_total", "Moves stored by this process.", registry=self.registry)
        self.tables = Gauge("sheepfold_tables_in_memory", "Tables held in memory.", registry=self.registry)
        self.writes = Gauge("sheepfold_writes_waiting", "Changes that wait for the store.", registry=self.registry)
        self.bots = Gauge("sheepfold_bots_waiting", "Bots that wait for a worker.", registry=self.registry)

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered. ``route`` is a pattern, so there are only as many as we have."""
        self.requests.labels(method if method in METHODS else "other", route, f"{status // 100}xx").observe(seconds)

    def written(self, measured: ProcessMetrics) -> bytes:
        """All of them, with what the service has counted by now."""
        self.moves.set(measured.moves)
        self.tables.set(measured.tables)
        self.writes.set(measured.writes_waiting)
        self.bots.set(measured.bots_waiting)
        return generate_latest(self.registry)
