"""The JSON API as Starlette serves it: all routes, the sockets, and what describes them."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from sheepfold.web.api import daily, games, looking_back, openapi, people, tables
from sheepfold.web.api.endpoint import Endpoint
from sheepfold.web.api.endpoint import Route as ApiRoute
from sheepfold.web.updates.messages import Sent, Taken
from sheepfold.web.updates.socket import SOCKETS, SocketDoor

PREFIX: Final = "/api/v1"
MODULES: Final = (tables, looking_back, daily, people, games)
"""The busiest first, since routes are tried in order."""
ROUTES: Final = tuple(route for module in MODULES for route in vars(module).values() if isinstance(route, ApiRoute))


def api_routes() -> Sequence[BaseRoute]:
    """Everything under /api/v1: the declared routes, the sockets, and what describes them."""
    by_path = groupby(sorted(ROUTES, key=lambda route: [r.path for r in ROUTES].index(route.path)), lambda r: r.path)
    endpoints = [(path, Endpoint(tuple(routes))) for path, routes in by_path]
    style = files("sheepfold.web.api").joinpath("docs.css").read_text("utf-8")
    return [
        *(WebSocketRoute(path, SocketDoor(path, kind)) for path, kind in SOCKETS),
        *(Route(path, endpoint, methods=None) for path, endpoint in endpoints),
        Route("/openapi.json", when_asked(openapi_json)),
        Route("/docs", when_asked(docs_page)),
        Route("/docs.css", fixed(style.encode(), "text/css")),
    ]


def api_document() -> dict[str, Any]:
    """The OpenAPI document of this version."""
    return openapi.document(ROUTES, {path: inspect.getdoc(kind) or "" for path, kind in SOCKETS}, Sent, Taken)


@cache
def openapi_json() -> Response:
    """Kept, as the page below: it is made from all routes, and always the same."""
    return fixed(msgspec.json.encode(api_document()), "application/json")


@cache
def docs_page() -> Response:
    return fixed(openapi.page(api_document()).encode(), "text/html")


def fixed(content: bytes, media: str) -> Response:
    """An answer that is always the same."""
    return Response(content, media_type=media, headers={"cache-control": "max-age=600"})


def when_asked(make: Callable[[], Response]) -> Callable[[Request], Awaitable[Response]]:
    """Made when somebody first asks for it: few do, and no start of a server should wait for it."""

    async def answer(request: Request) -> Response:
        return await asyncio.to_thread(make)

    return answer
