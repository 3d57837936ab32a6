"""One declaration per route: its handler's signature says what is checked, what is answered and what is documented.

    @get("/tables/{table}", "Tables", cost=2)
    async def show(call: Call, table: TableId) -> Table:
        '''A table as you see it.'''

Path parameters are arguments of their own name; ``query`` and ``body`` are msgspec structs. ``cost`` is what a request
takes of the server's time, in milliseconds: rate limits go by it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, get_type_hints

from sheepfold.web.updates.wire import Plain, Svg

Handler: TypeAlias = Callable[..., Awaitable[Any]]

MEDIA: Final = {Svg: "image/svg+xml", Plain: "text/plain; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Route:
    """A door of the API. ``needs`` is the scope that a token must have; ``anonymous`` lets in nameless callers too;
    ``counts`` names the allowance that it is counted against."""

    method: str
    path: str
    tag: str
    handler: Handler
    needs: str
    anonymous: bool
    cost: float
    counts: str | None
    status: int
    parameters: tuple[tuple[str, Any], ...]
    query: Any
    body: Any
    answer: Any

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


Declare: TypeAlias = Callable[[Handler], Route]


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

    def made(handler: Handler) -> Route:
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
        )

    return made


def get(
    path: str, tag: str, *, cost: float, needs: str = "read", anonymous: bool = True, counts: str | None = None
) -> Declare:
    """Something to look at; anybody may, unless the handler refuses."""
    return declare("GET", path, tag, needs=needs, cost=cost, anonymous=anonymous, counts=counts)


def post(
    path: str,
    tag: str,
    *,
    cost: float,
    needs: str = "play",
    anonymous: bool = False,
    counts: str | None = None,
    status: int | None = None,
) -> Declare:
    """A change; it needs somebody who is known."""
    return declare("POST", path, tag, needs=needs, cost=cost, anonymous=anonymous, counts=counts, status=status)


def put(path: str, tag: str, *, cost: float, needs: str = "play", counts: str | None = None) -> Declare:
    return declare("PUT", path, tag, needs=needs, cost=cost, counts=counts)


def delete(path: str, tag: str, *, cost: float, needs: str = "play") -> Declare:
    return declare("DELETE", path, tag, needs=needs, cost=cost)
