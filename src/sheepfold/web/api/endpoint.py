"""Routes: declared by decorators, run by endpoints, which find the caller, check rights and values, word refusals."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias, get_type_hints
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sheepfold.core.errors import SheepfoldError
from sheepfold.play.cursors import Rows
from sheepfold.web import security
from sheepfold.web.admission import NOTHING, Exchange, admitted
from sheepfold.web.api.shapes import Plain, Svg, encode
from sheepfold.web.problems import NotSignedIn, WrongMedia, WrongMethod, readable, refused
from sheepfold.web.site import Caller, Site

RouteFunction: TypeAlias = Callable[..., Awaitable[Any]]

MEDIA: Final = {Svg: "image/svg+xml", Plain: "text/plain; charset=utf-8"}


SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A drawing opened on its own may use its own style attributes and nothing else."""


@dataclass(slots=True)
class Call(Exchange):
    """One request on its way through a handler."""

    @property
    def me(self) -> Caller:
        """Who acts. Raises NotSignedIn."""
        if self.caller is None:
            raise NotSignedIn("Log in first, or start as a guest with POST /guests.")
        return self.caller


@dataclass(frozen=True, slots=True)
class Route:
    """A door of the API. ``needs`` is the scope that a token must have; ``anonymous`` lets in nameless callers too;
    ``counts`` names the allowance that it is counted against."""

    method: str
    path: str
    tag: str
    handler: RouteFunction
    needs: str
    anonymous: bool
    cost: float
    counts: str | None
    status: int
    parameters: tuple[tuple[str, Any], ...]
    query: Any
    body: Any
    answer: Any
    many: frozenset[str]
    """The query's fields that may be given several times."""

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def summary(self) -> str:
        """The first sentence of the handler's docstring."""
        return self.description.partition("\n")[0].rstrip(".")

    @property
    def description(self) -> str:
        return inspect.getdoc(self.handler) or ""

    @property
    def media(self) -> str:
        return MEDIA.get(self.answer, "application/json")

    async def open(self, request: Request, site: Site) -> Response:
        call = Call(request, site, await admitted(site, request, self.cost))
        self._check_rights(call)
        given = self._path_and_query(request)
        if self.counts is not None:
            await call.count(self.counts)
        if self.body is not None:
            given["body"] = self._body(request, await request.body())
        found = await self.handler(call, **given)
        return self._response(call, found)

    def _check_rights(self, call: Call) -> None:
        request, caller = call.request, call.caller if self.anonymous else call.me
        if caller is not None:
            caller.check(self.needs)
        if request.method in ("GET", "HEAD") or (caller is not None and caller.csrf is None):
            return
        security.check_origin(call.site.settings, request)
        if caller is not None:
            why = "This change needs the session's token in the header X-CSRF-Token; GET /me tells it."
            security.check_csrf(caller.csrf, request.headers.get(security.CSRF_HEADER), why)

    def _path_and_query(self, request: Request) -> dict[str, Any]:
        given, words = dict[str, Any](), request.query_params
        with readable("The address"):
            for name, kind in self.parameters:
                given[name] = msgspec.convert(request.path_params[name], kind, strict=False)
            if self.query is not None:
                values = {name: words.getlist(name) if name in self.many else words[name] for name in words}
                given["query"] = msgspec.convert(values, self.query, strict=False)
        return given

    def _body(self, request: Request, raw: bytes) -> Any:
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise WrongMedia("Send the body as JSON, with Content-Type: application/json.")
        with readable("The body"):
            return msgspec.json.decode(raw, type=self.body)  # decoders kept in a module crash Python as it exits

    def _response(self, call: Call, found: Any) -> Response:
        if self.answer is None:
            response = Response(status_code=self.status)
        else:
            content = found if isinstance(found, str) else encode(found)
            response = Response(content, self.status, media_type=self.media)
        response.headers["cache-control"] = "no-store"
        if isinstance(found, Rows) and found.next is not None:
            response.headers["link"] = f'<{_address_after(call.request, found.next)}>; rel="next"'
        if self.media == "image/svg+xml":
            response.headers["content-security-policy"] = SVG_POLICY
        return call.with_cookies(response)


Declare: TypeAlias = Callable[[RouteFunction], Route]


def declare(
    method: str,
    path: str,
    tag: str,
    *,
    needs: str,
    cost: float,
    anonymous: bool = False,
    counts: str | None = None,
    status: int | None = None,
) -> Declare:
    """A decorator that turns a handler into its route."""

    def made(handler: RouteFunction) -> Route:
        hints = get_type_hints(handler, include_extras=True)
        answer = hints.pop("return")
        in_path = re.findall(r"\{(\w+)\}", path)
        assert set(hints) - {"call", "query", "body"} == set(in_path), f"{method} {path} disagrees with its handler"
        return Route(
            method=method,
            path=path,
            tag=tag,
            handler=handler,
            needs=needs,
            anonymous=anonymous,
            cost=cost,
            counts=counts,
            status=status or (204 if answer is type(None) else 200),
            parameters=tuple((name, hints[name]) for name in in_path),
            query=hints.get("query"),
            body=hints.get("body"),
            answer=None if answer is type(None) else answer,
            many=_lists(hints["query"]) if "query" in hints else frozenset(),
        )

    return made


get = partial(declare, "GET", needs="read", anonymous=True)
"""Something to look at; anybody may, unless the handler refuses."""
post = partial(declare, "POST", needs="play")
"""A change, as are the next two; they need somebody who is known."""
put = partial(declare, "PUT", needs="play")
delete = partial(declare, "DELETE", needs="play")


class Endpoint:
    """All methods of one path, as an ASGI application."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self.path = routes[0].path
        self.doors = {route.method: route for route in routes}
        if "GET" in self.doors:
            self.doors["HEAD"] = self.doors["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["sheepfold.route"] = self.path
        request = Request(scope, receive)
        site: Site = scope["app"].state.site
        try:
            door = self.doors.get(request.method)
            if door is None:
                await admitted(site, request, NOTHING)
                raise WrongMethod(f"{self.path} takes {', '.join(self.doors)}.")
            response = await door.open(request, site)
        except SheepfoldError as error:
            response = refused(error, self._headers(error))
        await response(scope, receive, send)

    def _headers(self, error: SheepfoldError) -> dict[str, str]:
        if isinstance(error, WrongMethod):
            return {"allow": ", ".join(self.doors)}
        return {"www-authenticate": "Bearer"} if isinstance(error, NotSignedIn) else {}


def _address_after(request: Request, cursor: str) -> str:
    """Where a list goes on: the same question, after the last row of this answer."""
    asked = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    return f"{request.scope['raw_path'].decode('latin-1')}?{urlencode([*asked, ('cursor', cursor)])}"


def _lists(query: Any) -> frozenset[str]:
    return frozenset(field.name for field in msgspec.structs.fields(query) if "list" in str(field.type))
