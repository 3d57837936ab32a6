"""The counters of one application, as Prometheus understands them."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Gauge, Histogram

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
"""Seconds, up to what a request may wait for a database that is away."""


class Metrics:
    """The counters of one application. What the service counts is asked for when somebody looks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "sheepfold_request_seconds", "How long requests took, by route.", ["method", "route", "status"],
            buckets=BUCKETS, registry=self.registry,
        )  # fmt: skip
        self.connections = Gauge("sheepfold_connections", "Connections that are open.", registry=self.registry)
        self.sockets = Gauge("sheepfold_sockets", "Sockets that are open.", registry=self.registry)
        self.moves = Gauge("sheepfold_moves_total", "Moves stored by this process.", registry=self.registry)
        self.tables = Gauge("sheepfold_tables_in_memory", "Tables held in memory.", registry=self.registry)
        self.writes = Gauge("sheepfold_writes_waiting", "Changes that wait for the store.", registry=self.registry)
        self.bots = Gauge("sheepfold_bots_waiting", "Bots that wait for a worker.", registry=self.registry)

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered. ``route`` is a pattern, so there are only as many as we have."""
        self.requests.labels(method if method in METHODS else "other", route, f"{status // 100}xx").observe(seconds)


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
