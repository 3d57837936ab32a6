"""The JSON API as Starlette serves it: routes, sockets, the OpenAPI 3.1 document that is made from them, and a page of
it."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from sheepfold import __version__
from sheepfold.core.scores import Scores
from sheepfold.web.api import daily, games, looking_back, people, tables
from sheepfold.web.api.endpoint import Endpoint
from sheepfold.web.api.endpoint import Route as ApiRoute
from sheepfold.web.problems import Problem
from sheepfold.web.updates.messages import Sent, Taken
from sheepfold.web.updates.socket import SOCKETS, SocketDoor

PREFIX: Final = "/api/v1"
MODULES: Final = (tables, looking_back, daily, people, games)
"""The busiest first, since routes are tried in order."""
ROUTES: Final = tuple(route for module in MODULES for route in vars(module).values() if isinstance(route, ApiRoute))


def api_routes() -> Sequence[BaseRoute]:
    """Everything under /api/v1: the declared routes, the sockets, and what describes them."""
    by_path: dict[str, list[ApiRoute]] = {}
    for route in ROUTES:
        by_path.setdefault(route.path, []).append(route)
    style = files("sheepfold.web.api").joinpath("docs.css").read_text("utf-8")
    return [
        *(WebSocketRoute(path, SocketDoor(path, kind)) for path, kind in SOCKETS),
        *(Route(path, Endpoint(routes), methods=None) for path, routes in by_path.items()),
        Route("/openapi.json", when_asked(openapi_json)),
        Route("/docs", when_asked(docs_page)),
        Route("/docs.css", fixed(style.encode(), "text/css")),
    ]


@cache
def openapi_json() -> Response:
    """Kept, as the page below: it is made from all routes, and always the same."""
    return fixed(msgspec.json.encode(api_document()), "application/json")


@cache
def docs_page() -> Response:
    return fixed(docs().encode(), "text/html")


def fixed(content: bytes, media: str) -> Response:
    """An answer that is always the same."""
    return Response(content, media_type=media, headers={"cache-control": "max-age=600"})


def when_asked(make: Callable[[], Response]) -> Callable[[Request], Awaitable[Response]]:
    """Made when somebody first asks for it: few do, and no start of a server should wait for it."""

    async def answer(request: Request) -> Response:
        return await asyncio.to_thread(make)

    return answer


# -- the document, and its page ------------------------------------------------------------------


REF = "#/components/schemas/{name}"

SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": "A token from POST /tokens, with its scopes."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sheepfold",
        "description": "The cookie of a browser, __Host-sheepfold over https; changes need X-CSRF-Token too "
        "(GET /me tells it).",
    },
}

NEXT_PAGE = {
    "description": 'Where the list goes on, as <address>; rel="next". It is missing on the last page.',
    "schema": {"type": "string"},
}


def _own_kind(kind: type) -> dict[str, Any]:
    """How a class looks that ``core.records.to_json`` writes in a form of its own."""
    if kind is Scores:
        return {"type": "object", "additionalProperties": {"type": "integer"}}
    raise NotImplementedError(kind)


def api_document() -> dict[str, Any]:
    """The OpenAPI document of this version. All sockets send and take the same kinds."""
    kinds = [*_kinds(), Problem, Sent, Taken]
    schemas, components = msgspec.json.schema_components(kinds, schema_hook=_own_kind, ref_template=REF)
    by_kind = list(zip(kinds, schemas, strict=True))

    def schema(kind: Any) -> dict[str, Any]:
        return next(found for known, found in by_kind if known == kind)

    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schema, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sheepfold",
            "version": __version__,
            "description": "Tabletop games of wolves and sheep, for programs.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/api/v1"}],
        "tags": [{"name": tag} for tag in dict.fromkeys(route.tag for route in ROUTES)],
        "paths": paths,
        "x-sockets": [
            {"path": path, "description": inspect.getdoc(kind), "sends": schema(Sent), "takes": schema(Taken)}
            for path, kind in SOCKETS
        ],
        "components": {"schemas": components, "securitySchemes": SECURITY},
    }


def _kinds() -> Iterable[Any]:
    for route in ROUTES:
        yield from (kind for kind in (route.body, route.query) if kind is not None)
        yield from (kind for _, kind in route.parameters)
        if route.answer is not None and route.media == "application/json":
            yield route.answer


def _operation(route: ApiRoute, schema: Any, components: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "tags": [route.tag],
        "summary": route.summary,
        "description": route.description,
        "parameters": list(_parameters(route, schema, components)),
        "responses": _responses(route, schema),
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema(route.body)}}}
    if route.needs:
        operation["security"] = [
            *([{}] if route.anonymous else []),
            *([] if route.needs == "account" else [{"token": [route.needs]}]),
            {"session": []},
        ]
    return operation


def _parameters(route: ApiRoute, schema: Any, components: dict[str, Any]) -> Iterable[dict[str, Any]]:
    for name, kind in route.parameters:
        yield {"name": name, "in": "path", "required": True, "schema": schema(kind)}
    if route.query is not None:
        described = components[schema(route.query)["$ref"].rpartition("/")[2]]
        for name, kind in described["properties"].items():
            yield {"name": name, "in": "query", "required": name in described.get("required", ()), "schema": kind}


def _responses(route: ApiRoute, schema: Any) -> dict[str, Any]:
    done: dict[str, Any] = {"description": "Done."}
    if route.answer is not None:
        kind = schema(route.answer) if route.media == "application/json" else {"type": "string"}
        done["content"] = {route.media.partition(";")[0]: {"schema": kind}}
    if route.query is not None and "cursor" in route.query.__struct_fields__:
        done["headers"] = {"Link": NEXT_PAGE}
    problem = {"application/problem+json": {"schema": schema(Problem)}}
    return {
        str(route.status): done,
        "4XX": {
            "description": "Refused, with a reason; nothing was changed. 429 says in Retry-After when to come back.",
            "content": problem,
        },
        "503": {"description": "The database is away; the same request may be sent again.", "content": problem},
    }


def docs() -> str:
    """The page that shows the document, without scripts."""
    described = api_document()
    environment = Environment(
        loader=PackageLoader("sheepfold.web.api", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters.update(kind=linked, prose=prose, needs=needs)
    operations: dict[str, list[dict[str, Any]]] = {tag["name"]: [] for tag in described["tags"]}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            operations[operation["tags"][0]].append({"method": method.upper(), "path": path, **operation})
    return environment.get_template("docs.html").render(
        info=described["info"],
        groups=operations,
        sockets=described["x-sockets"],
        schemas=described["components"]["schemas"],
    )


def prose(text: str) -> Markup:
    """A docstring's paragraph with its code marked."""
    return Markup(re.sub(r"``(.+?)``", r"<code>\1</code>", str(escape(text))))


def needs(operation: dict[str, Any]) -> str:
    """Who may ask for it."""
    ways = operation.get("security", [{}])
    scopes = [scope for way in ways for scope in way.get("token", ())]
    if {} in ways:
        return f"For anybody; a token needs the scope {scopes[0]}." if scopes else "For anybody."
    return f"Needs the scope {scopes[0]}." if scopes else "Needs the session of a browser."


def linked(schema: dict[str, Any]) -> Markup:
    """A schema in a few words: ``list of Seat``, ``text or null``, ``number from 1 to 64``; with a link to each shape
    that it names."""
    if "$ref" in schema:
        return Markup('<a href="#shape-{0}">{0}</a>').format(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return Markup(" or ").join(linked(choice) for choice in schema["anyOf"])
    if "enum" in schema:
        return escape(" | ".join(map(str, schema["enum"])))
    if "const" in schema:
        return escape(schema["const"])
    match schema.get("type"):
        case "array":
            return Markup("list of ") + linked(schema["items"]) if schema.get("items") else Markup("list")
        case "integer":
            low, high = schema.get("minimum"), schema.get("maximum")
            return Markup("number") + (f" from {low} to {high}" if high is not None else "")
        case "string":
            return Markup("text") + (f" up to {schema['maxLength']}" if "maxLength" in schema else "")
        case "object":
            inside = schema.get("additionalProperties")
            return Markup("object of ") + linked(inside) if inside else Markup("object")
        case None:
            return Markup("anything")
        case other:
            return escape({"boolean": "yes or no"}.get(other, other))
