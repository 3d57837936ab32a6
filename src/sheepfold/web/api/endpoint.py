"""Runs a route: finds the caller, checks rights and values, calls the handler, and words every refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sheepfold.core.errors import SheepfoldError
from sheepfold.play.people.client_info import ClientInfo
from sheepfold.play.tables.cursors import Rows
from sheepfold.play.terms import UserId
from sheepfold.web.api.route import Route
from sheepfold.web.limits.admission import NOTHING, admitted, count
from sheepfold.web.middleware import bodies, security
from sheepfold.web.problems import Invalid, NotSignedIn, Unreadable, WrongMethod, answer, later, problem_of
from sheepfold.web.site import Caller, Site, client
from sheepfold.web.updates.wire import encode

SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A drawing opened on its own may use its own style attributes and nothing else."""


@dataclass(slots=True)
class Call:
    """One request on its way through a handler."""

    request: Request
    site: Site
    caller: Caller | None
    new_session: str | None = None
    """A session's secret to put into the browser's cookie; "" takes the cookie away."""
    new_device: str | None = None
    """The secret by which the browser will be known again."""

    @property
    def user(self) -> UserId | None:
        """Who looks; None: a nameless visitor."""
        return None if self.caller is None else self.caller.user.id

    @property
    def client(self) -> ClientInfo:
        return client(self.request)

    @property
    def me(self) -> Caller:
        """Who acts. Raises NotSignedIn."""
        if self.caller is None:
            raise NotSignedIn("Sign in first, or start as a guest with POST /guests.")
        return self.caller

    async def count(self, what: str) -> None:
        """Takes one token of a rate limit, whoever calls. Raises TooOften."""
        await count(self.site, what, self.request, self.caller)


class Endpoint:
    """All methods of one path, as an ASGI application."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self.path = routes[0].path
        self.doors = {route.method: Handler(route) for route in routes}
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
            response = answer(problem_of(error), self._headers(error))
        await response(scope, receive, send)

    def _headers(self, error: SheepfoldError) -> dict[str, str]:
        if isinstance(error, WrongMethod):
            return {"allow": ", ".join(self.doors)}
        if isinstance(error, NotSignedIn):
            return {"www-authenticate": "Bearer"}
        return later(error)


class Handler:
    """One route with its decoder made ready."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self.decoder = None if route.body is None else msgspec.json.Decoder(route.body)
        self.many = frozenset() if route.query is None else _lists(route.query)

    async def open(self, request: Request, site: Site) -> Response:
        route = self.route
        caller = await admitted(site, request, route.cost)
        self._check_rights(request, site, caller)
        given = self._path_and_query(request)
        if route.counts is not None:
            await count(site, route.counts, request, caller)
        if self.decoder is not None:
            given["body"] = self._body(await bodies.read_json(request, site.settings.body_bytes))
        call = Call(request, site, caller)
        found = await route.handler(call, **given)
        return self._response(call, found)

    def _check_rights(self, request: Request, site: Site, caller: Caller | None) -> None:
        if caller is None:
            if not self.route.anonymous:
                raise NotSignedIn("Sign in first, or start as a guest with POST /guests.")
        else:
            caller.check(self.route.needs)
        if request.method in ("GET", "HEAD") or (caller is not None and caller.csrf is None):
            return
        security.check_origin(site.settings, request)
        if caller is not None and caller.csrf is not None:
            security.check_csrf(caller.csrf, request.headers.get(security.CSRF_HEADER))

    def _path_and_query(self, request: Request) -> dict[str, Any]:
        route, given = self.route, {}
        try:
            for name, kind in route.parameters:
                given[name] = msgspec.convert(request.path_params[name], kind, strict=False)
            if route.query is not None:
                words = request.query_params
                values: Mapping[str, Any] = {
                    name: words.getlist(name) if name in self.many else words[name] for name in words
                }
                given["query"] = msgspec.convert(values, route.query, strict=False)
        except msgspec.ValidationError as error:
            raise Invalid(worded(error)) from None
        return given

    def _body(self, raw: bytes) -> Any:
        assert self.decoder is not None
        try:
            return self.decoder.decode(raw)
        except msgspec.ValidationError as error:
            raise Invalid(worded(error)) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Unreadable("The body is not valid JSON.") from None

    def _response(self, call: Call, found: Any) -> Response:
        route = self.route
        if route.answer is None:
            response = Response(status_code=route.status)
        else:
            content = found if isinstance(found, str) else encode(found)
            response = Response(content, route.status, media_type=route.media)
        response.headers["cache-control"] = "no-store"
        if isinstance(found, Rows) and found.next is not None:
            response.headers["link"] = f'<{_address_after(call.request, found.next)}>; rel="next"'
        if route.media == "image/svg+xml":
            response.headers["content-security-policy"] = SVG_POLICY
        settings = call.site.settings
        if call.new_session:
            security.set_session(settings, call.request, response, call.new_session)
        elif call.new_session == "":
            security.clear_session(settings, call.request, response)
        if call.new_device:
            security.set_device(settings, call.request, response, call.new_device)
        return response


def _address_after(request: Request, cursor: str) -> str:
    """Where a list goes on: the same question, after the last row of this answer."""
    asked = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
    return f"{request.scope['raw_path'].decode('latin-1')}?{urlencode([*asked, ('cursor', cursor)])}"


def _lists(query: Any) -> frozenset[str]:
    """The query's fields that may be given several times."""
    return frozenset(
        field.name for field in msgspec.structs.fields(query) if "list" in str(field.type) or "tuple" in str(field.type)
    )


def worded(error: msgspec.ValidationError) -> str:
    """msgspec's complaint as a sentence; it names places and kinds, never values."""
    text = str(error)
    return f"{text[:200]}." if len(text) <= 200 else f"{text[:197]}..."
