"""The counters of one application, as Prometheus understands them."""

from __future__ import annotations

from hmac import compare_digest

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from sheepfold.core.errors import SheepfoldError
from sheepfold.web.admission import NOTHING, admitted
from sheepfold.web.problems import NothingThere, answer, problem_of
from sheepfold.web.site import Site

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
        ProcessCollector(registry=self.registry)
        self.sockets = Gauge("sheepfold_sockets", "Sockets that are open.", registry=self.registry)
        self.moves = Gauge("sheepfold_moves_total", "Moves stored by this process.", registry=self.registry)
        self.tables = Gauge("sheepfold_tables_in_memory", "Tables held in memory.", registry=self.registry)
        self.writes = Gauge("sheepfold_writes_waiting", "Changes that wait for the store.", registry=self.registry)
        self.bots = Gauge("sheepfold_bots_waiting", "Bots that wait for a worker.", registry=self.registry)

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered. ``route`` is a pattern, so there are only as many as we have."""
        self.requests.labels(method if method in METHODS else "other", route, f"{status // 100}xx").observe(seconds)


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


async def healthz(request: Request) -> Response:
    """Whether the server can serve: 200, or 503 when its store does not answer."""
    request.scope["sheepfold.route"] = "/healthz"
    try:
        await admitted(request.app.state.site, request, NOTHING, nobody)
        await request.app.state.site.service.alive()
    except SheepfoldError as error:
        return answer(problem_of(error))
    return JSONResponse({"status": "ok"}, headers={"cache-control": "no-store"})


async def nobody(site: Site, connection: HTTPConnection) -> None:
    """Who calls is not asked here: the host's token is no caller's."""


async def metrics(request: Request) -> Response:
    """The metrics, for whoever has the host's token."""
    request.scope["sheepfold.route"] = "/metrics"
    site = request.app.state.site
    try:
        await admitted(site, request, NOTHING, nobody)
    except SheepfoldError as error:
        return answer(problem_of(error))
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    wanted = site.settings.metrics_token
    if not wanted or scheme.lower() != "bearer" or not compare_digest(token.strip().encode(), wanted.encode()):
        return answer(problem_of(NothingThere("There is nothing at this address.")))
    found, measured = site.metrics, site.service.metrics()
    found.moves.set(measured.moves)
    found.tables.set(measured.tables)
    found.writes.set(measured.writes_waiting)
    found.bots.set(measured.bots_waiting)
    return Response(
        generate_latest(found.registry), headers={"cache-control": "no-store"}, media_type=CONTENT_TYPE_LATEST
    )
