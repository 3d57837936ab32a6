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
    """A schema in a few words, with a link to each shape that it names."""
    return Markup(re.sub(r"\b([A-Z]\w+)", r'<a href="#shape-\1">\1</a>', str(escape(kind(schema)))))


def kind(schema: dict[str, Any]) -> str:
    """A schema in a few words: ``list of Seat``, ``text or null``, ``number from 1 to 64``."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(kind(choice) for choice in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    match schema.get("type"):
        case "array":
            return f"list of {kind(schema['items'])}" if schema.get("items") else "list"
        case "integer":
            low, high = schema.get("minimum"), schema.get("maximum")
            return "number" + (f" from {low} to {high}" if high is not None else "")
        case "string":
            return "text" + (f" up to {schema['maxLength']}" if "maxLength" in schema else "")
        case "object":
            return (
                f"object of {kind(schema['additionalProperties'])}" if schema.get("additionalProperties") else "object"
            )
        case None:
            return "anything"
        case other:
            return {"boolean": "yes or no"}.get(other, str(other))
