"""The whole web application, put together from its settings."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from hmac import compare_digest
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp

from sheepfold.core.errors import SheepfoldError
from sheepfold.play.host.background import background
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.web.admission import NOTHING, admitted
from sheepfold.web.api.routes import PREFIX, api_routes
from sheepfold.web.logs import Metrics, make_log, trace
from sheepfold.web.middleware import RequestMiddleware
from sheepfold.web.pages import accounts, command, daily, home, rules, static
from sheepfold.web.pages import settings as settings_page
from sheepfold.web.pages.tables import lists, new, replay, table
from sheepfold.web.pages.visit import PageRoute, lost
from sheepfold.web.problems import BROKEN, NothingThere, answer, refused
from sheepfold.web.push import Pushing
from sheepfold.web.rate_limits import Limits, WorkQueue
from sheepfold.web.settings import Settings
from sheepfold.web.site import Site
from sheepfold.web.updates.scenes import Faces, Scenes

PAGE_MODULES: Final = (home, lists, new, table, replay, daily, rules, command, accounts, settings_page)
PAGES: Final = sorted(
    (page for module in PAGE_MODULES for page in vars(module).values() if isinstance(page, PageRoute)),
    key=lambda page: page.path,
)
"""What is shown, and what forms do; an address with a word in a place before one with any word there."""


def make_app(settings: Settings, setup: Setup | None = None, opened: Callable[[], None] = lambda: None) -> ASGIApp:
    """An ASGI application. ``setup`` replaces what follows from the settings: tests bring their own clock.

    ``opened`` is called when it can serve: not before its database can.
    """
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
                    from sheepfold.mail.server import open_mail  # what few servers need, none waits for

                    await stack.enter_async_context(open_mail(service, settings.mail, log))
                if made.tick:  # else nothing happens by itself
                    await stack.enter_async_context(background(Pushing(service, settings, log).run()))
            except Exception as error:
                reason = str(error) if isinstance(error, SheepfoldError) else "Check the database and the bus."
                log.error("cannot start", reason=reason, fault=trace(error))
                raise
            async with background(limits.run()):
                opened()
                yield

    app = Starlette(
        routes=[
            Mount(PREFIX, app=Router(api_routes(), redirect_slashes=False)),
            for_the_host("/healthz", healthz),
            for_the_host("/metrics", show_metrics),
            *page_routes(),
        ],
        lifespan=lifespan,
        exception_handlers={404: nothing_here, 405: nothing_here, Exception: broken},
    )
    app.router.redirect_slashes = False
    return RequestMiddleware(app, settings, log, metrics)


def page_routes() -> list[Route]:
    """Every page: one route for each address and method, static files last."""
    made = [Route(page.path, page.answer, methods=[page.method]) for page in PAGES]
    return [*made, Route("/static/{version}/{name:path}", static.serve, methods=["GET"])]


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


async def broken(request: Request, error: Exception) -> Response:
    """What a caller hears of a fault of ours; the middleware logs the rest."""
    return answer(BROKEN)


async def nothing_here(request: Request, error: Exception) -> Response:
    """A problem for programs, a page for people."""
    if not request.scope["path"].startswith(PREFIX):
        return await lost.answer(request)
    try:
        await admitted(request.app.state.site, request, NOTHING)
    except SheepfoldError as error:
        return refused(error)
    return refused(NothingThere())


def for_the_host(path: str, show: Callable[[Site, Request], Awaitable[Response]]) -> Route:
    """An address for whoever runs the server. Who calls is not asked there: the host's token is no caller's."""

    async def nobody(site: Site, connection: HTTPConnection) -> None:
        return None

    async def answered(request: Request) -> Response:
        request.scope["sheepfold.route"], site = path, request.app.state.site
        try:
            await admitted(site, request, NOTHING, nobody)
            return await show(site, request)
        except SheepfoldError as error:
            return refused(error)

    return Route(path, answered)


async def healthz(site: Site, request: Request) -> Response:
    """Whether the server can serve: 200, or 503 when its store does not answer."""
    await site.service.alive()
    return JSONResponse({"status": "ok"}, headers={"cache-control": "no-store"})


async def show_metrics(site: Site, request: Request) -> Response:
    """The metrics, for whoever has the host's token."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    wanted = site.settings.metrics_token
    if not wanted or scheme.lower() != "bearer" or not compare_digest(token.strip().encode(), wanted.encode()):
        raise NothingThere
    found = site.metrics.written(site.service.metrics())
    return Response(found, headers={"cache-control": "no-store"}, media_type=CONTENT_TYPE_LATEST)
