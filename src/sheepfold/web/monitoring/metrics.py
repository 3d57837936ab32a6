"""What a host can ask for: whether the server is well, and its metrics in Prometheus' text form.

Figures are for the host alone: how many moves were made tells when a secret one was. Whoever asks must know the
token of the settings; without one there are no metrics at all.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from hmac import compare_digest
from typing import TypeAlias

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from sheepfold.core.errors import SheepfoldError
from sheepfold.web.connections.connection import connection_of
from sheepfold.web.limits.admission import NOTHING, payers
from sheepfold.web.problems import NothingThere, answer, problem_of
from sheepfold.web.site import address_of

Figured: TypeAlias = Callable[[Request], Awaitable[Response]]


def paid(route: str) -> Callable[[Figured], Figured]:
    """The door at that address, which costs its caller something, as every door does."""

    def door(handler: Figured) -> Figured:
        @wraps(handler)
        async def answered(request: Request) -> Response:
            request.scope["sheepfold.route"] = route
            limits = request.app.state.site.limits
            try:
                await limits.check(NOTHING, address_of(request))
                await limits.spend(NOTHING, *payers(None, request))
                return await handler(request)
            except SheepfoldError as error:
                return answer(problem_of(error))

        return answered

    return door


@paid("/healthz")
async def healthz(request: Request) -> Response:
    """Whether the server can serve: 200, or 503 when its store does not answer."""
    await request.app.state.site.service.alive()
    return JSONResponse({"status": "ok"}, headers={"cache-control": "no-store"})


@paid("/metrics")
async def metrics(request: Request) -> Response:
    """The metrics, for whoever has the host's token. Raises NotFound for everybody else."""
    site = request.app.state.site
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    wanted = site.settings.metrics_token
    if not wanted or scheme.lower() != "bearer" or not compare_digest(token.strip().encode(), wanted.encode()):
        raise NothingThere("There is nothing at this address.")
    found, measured = site.metrics, site.service.metrics()
    connection = connection_of(request.scope)
    found.connections.set(0 if connection is None else len(connection.all))
    found.moves.set(measured.moves)
    found.tables.set(measured.tables)
    found.writes.set(measured.writes_waiting)
    found.bots.set(measured.bots_waiting)
    return Response(
        generate_latest(found.registry), headers={"cache-control": "no-store"}, media_type=CONTENT_TYPE_LATEST
    )
