"""The OpenAPI 3.1 document, made from the routes themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from sheepfold import __version__
from sheepfold.core.results.scores import Scores
from sheepfold.web.api.route import Route
from sheepfold.web.problems import Problem

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


def document(routes: Sequence[Route], sockets: Mapping[str, str], sent: Any, taken: Any) -> dict[str, Any]:
    """The whole document. ``sockets`` maps each socket's path to its description; all send and take the same kinds."""
    kinds = [*_kinds(routes), Problem, sent, taken]
    schemas, components = msgspec.json.schema_components(kinds, schema_hook=_own_kind, ref_template=REF)
    by_kind = list(zip(kinds, schemas, strict=True))

    def schema(kind: Any) -> dict[str, Any]:
        return next(found for known, found in by_kind if known == kind)

    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
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
        "tags": [{"name": tag} for tag in dict.fromkeys(route.tag for route in routes)],
        "paths": paths,
        "x-sockets": [
            {"path": path, "description": text, "sends": schema(sent), "takes": schema(taken)}
            for path, text in sockets.items()
        ],
        "components": {"schemas": components, "securitySchemes": SECURITY},
    }


def _kinds(routes: Sequence[Route]) -> Iterable[Any]:
    for route in routes:
        yield from (kind for kind in (route.body, route.query) if kind is not None)
        yield from (kind for _, kind in route.parameters)
        if route.answer is not None and route.media == "application/json":
            yield route.answer


def _operation(route: Route, schema: Any, components: dict[str, Any]) -> dict[str, Any]:
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


def _parameters(route: Route, schema: Any, components: dict[str, Any]) -> Iterable[dict[str, Any]]:
    for name, kind in route.parameters:
        yield {"name": name, "in": "path", "required": True, "schema": schema(kind)}
    if route.query is not None:
        described = components[schema(route.query)["$ref"].rpartition("/")[2]]
        for name, kind in described["properties"].items():
            yield {"name": name, "in": "query", "required": name in described.get("required", ()), "schema": kind}


def _responses(route: Route, schema: Any) -> dict[str, Any]:
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
