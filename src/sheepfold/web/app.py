"""The whole web application, put together from its settings."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from sheepfold.core.errors import SheepfoldError
from sheepfold.play.host.background import background
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.web.api import docs, openapi
from sheepfold.web.api.endpoint import Endpoint
from sheepfold.web.api.routes import PREFIX, ROUTES
from sheepfold.web.limits.admission import NOTHING, admitted
from sheepfold.web.limits.rate_limits import Limits
from sheepfold.web.limits.work_queue import WorkQueue
from sheepfold.web.middleware.requests import RequestMiddleware
from sheepfold.web.monitoring.counters import Metrics
from sheepfold.web.monitoring.logs import make_log, trace
from sheepfold.web.monitoring.metrics import healthz
from sheepfold.web.monitoring.metrics import metrics as show_metrics
from sheepfold.web.pages.routes import page_routes
from sheepfold.web.pages.visit import lost
from sheepfold.web.problems import BROKEN, NothingThere, answer, later, problem_of
from sheepfold.web.push import open_push
from sheepfold.web.settings import Settings
from sheepfold.web.site import Site
from sheepfold.web.updates.faces import Faces
from sheepfold.web.updates.messages import Sent, Taken
from sheepfold.web.updates.scenes import Scenes
from sheepfold.web.updates.socket import SOCKETS, SocketDoor


def make_app(settings: Settings, setup: Setup | None = None) -> ASGIApp:
    """An ASGI application. ``setup`` replaces what follows from the settings: tests bring their own clock."""
    log, metrics = make_log(settings.log_level), Metrics()
    made = replace(setup or setup_of(settings), log=log, serving=True)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            try:
                service = await stack.enter_async_context(Service.open(made))
                limits = Limits(service.budgets, on=settings.rate_limits)
                faces, drawing = Faces(made.shelf, log), WorkQueue("drawing")
                scenes = Scenes(service, faces, drawing)
                site = Site(settings, service, limits, log, faces, metrics, scenes, drawing=drawing)
                app.state.site = site
                stack.callback(site.drawing.close)
                stack.callback(site.leafing.close)
                stack.push_async_callback(site.printer.close)
                if settings.mail is not None:
                    from sheepfold.mail.office import open_mail  # what few servers need, none waits for

                    await stack.enter_async_context(open_mail(service, settings.mail, log))
                if made.tick:  # else nothing happens by itself
                    await stack.enter_async_context(open_push(service, settings, log))
            except Exception as error:
                reason = str(error) if isinstance(error, SheepfoldError) else "Check the database and the bus."
                log.error("cannot start", reason=reason, fault=trace(error))
                raise
            async with background(limits.run()):
                yield

    app = Starlette(
        routes=[
            Mount(PREFIX, app=Router(api_routes(), redirect_slashes=False)),
            Route("/healthz", healthz),
            Route("/metrics", show_metrics),
            *page_routes(),
        ],
        lifespan=lifespan,
        exception_handlers={404: nothing_here, 405: nothing_here, Exception: broken},
    )
    app.router.redirect_slashes = False
    return RequestMiddleware(app, settings, log, metrics)


def setup_of(settings: Settings) -> Setup:
    """How the service is built, as far as the settings say."""
    return Setup(
        database=settings.database,
        bus=settings.bus,
        workers=settings.bot_workers,
        effort=settings.bot_effort / 100,
        bot_pace=settings.bot_pace / 1000,
        audit_log_days=settings.trail_days,
        retention=settings.retention,
        mail=settings.mail is not None,
    )


def api_routes() -> Sequence[BaseRoute]:
    """Everything under /api/v1: the declared routes, the sockets, and what describes them."""
    by_path = groupby(sorted(ROUTES, key=lambda route: [r.path for r in ROUTES].index(route.path)), lambda r: r.path)
    endpoints = [(path, Endpoint(tuple(routes))) for path, routes in by_path]
    style = files("sheepfold.web.api").joinpath("docs.css").read_text("utf-8")
    return [
        *(WebSocketRoute(path, SocketDoor(path, kind)) for path, kind in SOCKETS),
        *(Route(path, endpoint, methods=None) for path, endpoint in endpoints),
        Route("/openapi.json", WhenAsked(openapi_json, "application/json")),
        Route("/docs", WhenAsked(docs_page, HTMLResponse.media_type or "text/html")),
        Route("/docs.css", fixed(style.encode(), "text/css")),
    ]


def api_document() -> dict[str, Any]:
    """The OpenAPI document of this version."""
    return openapi.document(ROUTES, {path: inspect.getdoc(kind) or "" for path, kind in SOCKETS}, Sent, Taken)


@cache
def openapi_json() -> bytes:
    """Kept, as the page below: it is made from all routes, and always the same."""
    return msgspec.json.encode(api_document())


@cache
def docs_page() -> bytes:
    return docs.page(api_document()).encode()


def fixed(content: bytes, media: str) -> Response:
    """An answer that is always the same."""
    return Response(content, media_type=media, headers={"cache-control": "max-age=600"})


class WhenAsked:
    """The same, made when somebody first asks for it: few do, and no start of a server should wait for it."""

    def __init__(self, make: Callable[[], bytes], media: str) -> None:
        self._make, self._media = make, media
        self._made: Response | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._made is None:
            self._made = fixed(await asyncio.to_thread(self._make), self._media)
        await self._made(scope, receive, send)


async def broken(request: Request, error: Exception) -> Response:
    """What a caller hears of a fault of ours; the middleware logs the rest."""
    return answer(BROKEN)


async def nothing_here(request: Request, error: Exception) -> Response:
    """A problem for programs, a page for people."""
    if not request.scope["path"].startswith(PREFIX):
        return await lost(request)
    try:
        await admitted(request.app.state.site, request, NOTHING)
    except SheepfoldError as error:
        return answer(problem_of(error), later(error))
    return answer(problem_of(NothingThere("There is nothing at this address.")))
