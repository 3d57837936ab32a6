"""The OpenAPI 3.1 document, made from the routes themselves, and the page that shows it, without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from sheepfold import __version__
from sheepfold.core.scores import Scores
from sheepfold.web.api.endpoint import Route
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


def page(document: dict[str, Any]) -> str:
    """The whole page as HTML."""
    environment = Environment(
        loader=PackageLoader("sheepfold.web.api", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters.update(kind=linked, prose=prose, needs=needs)
    operations: dict[str, list[dict[str, Any]]] = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            operations[operation["tags"][0]].append({"method": method.upper(), "path": path, **operation})
    return environment.get_template("docs.html").render(
        info=document["info"],
        groups=operations,
        sockets=document["x-sockets"],
        schemas=document["components"]["schemas"],
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
