"""The page that shows the API: drawn from the OpenAPI document, without a line of script."""

from __future__ import annotations

import re
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape


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
