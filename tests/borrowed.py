"""Values that only others could have: taken from whatever they are sent, and sent by somebody else at every door.

A value can stand at many places of a request: in an address or its query, in a field of a body or a form, in a header,
in a command over a socket. The places are found in the application itself: in its routes and their shapes, in what it
looks up in a query, and in the forms that people are sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from typing import Any, TypeAlias, get_args

import msgspec
import pytest
from starlette.datastructures import QueryParams
from starlette.routing import BaseRoute, Mount

from observer import FORM_KEY, Entrance, Socket, Somebody
from sheepfold.web.updates.socket import TAKEN

VALUE = "*VALUE*"
"""Stands where a value goes."""
WORD = re.compile(r"[\w.:~-]{1,200}", re.ASCII)
OPAQUE = re.compile(r"(?=.*\d)[\w-]{8,}|[\w-]{20,}", re.ASCII)
"""What looks like a mark, a key, a token or a cursor."""
ANSWER = re.compile(r'\{"is":"(?!update|page)')
"""A frame that answers a command."""
ADDRESS = re.compile(r"/[\w/.?=&~-]*", re.ASCII)

Request: TypeAlias = tuple[str, str, Any]
"""Method, pattern of the address, body."""


# -- values ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Harvest:
    """What was found in answers."""

    words: frozenset[str] = frozenset()
    addresses: frozenset[str] = frozenset()
    fields: frozenset[tuple[str, str]] = frozenset()
    """The fields of forms: where the form is sent, and the field's name."""

    def __or__(self, other: Harvest) -> Harvest:
        return Harvest(self.words | other.words, self.addresses | other.addresses, self.fields | other.fields)

    def beyond(self, own: Harvest) -> Harvest:
        """What somebody else was not sent."""
        return Harvest(self.words - own.words, self.addresses - own.addresses, self.fields | own.fields)

    def renamed(self, names: Mapping[str, str]) -> Harvest:
        """The same with other names for some things, such as the table."""
        return Harvest(
            frozenset(renamed(word, names) for word in self.words),
            frozenset(renamed(address, names) for address in self.addresses),
            frozenset((renamed(action, names), name) for action, name in self.fields),
        )

    def values(self) -> tuple[list[str], list[str]]:
        """The opaque words, and all others."""
        opaque = sorted(filter(OPAQUE.fullmatch, self.words))
        return opaque, sorted(self.words.difference(opaque))


def renamed(text: str, names: Mapping[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.attributes: list[str] = []
        self.fields: set[tuple[str, str]] = set()
        self._action = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.attributes += found.values()
        if tag == "form":
            self._action = found.get("action", "").partition("?")[0]
        elif self._action.startswith("/") and "name" in found:
            self.fields.add((self._action, found["name"]))


def harvest(answers: Iterable[str]) -> Harvest:
    """What can be sent again of these pages, pictures, JSON texts, frames and headers."""
    found = Harvest()
    for text in answers:
        page = _Page()
        page.feed(text := FORM_KEY.sub("", text))  # every form has another, which nobody has used yet
        addresses = frozenset(filter(ADDRESS.fullmatch, page.attributes))
        found |= Harvest(frozenset(WORD.findall(text)), addresses, frozenset(page.fields))
    return found


# -- places ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A request with a place for a value. The method of a socket is SOCKET; its body is a command, or None."""

    method: str
    path: str
    body: Any = None
    header: str = ""
    """The header that holds the value."""

    @property
    def plays(self) -> bool:
        """Whether the value is a move."""
        return isinstance(self.body, dict) and self.body.get("move") == VALUE

    def filled(self, value: str) -> Place:
        return replace(self, path=self.path.replace(VALUE, value), body=filled(self.body, value))


def filled(body: Any, value: str) -> Any:
    """The body with the value in it, as a number where it is one."""
    match body:
        case dict():
            return {name: filled(given, value) for name, given in body.items()}
        case list():
            return [filled(given, value) for given in body]
        case str():
            return int(value) if body == VALUE and re.fullmatch(r"[0-9]{1,8}", value) else body.replace(VALUE, value)
    return body


def with_a_place(body: Any) -> Iterator[Any]:
    """The body with a place for a value instead of one of its leaves, for each of them."""
    match body:
        case dict():
            yield from (body | {name: each} for name, given in body.items() for each in with_a_place(given))
        case list():
            yield from ([*body[:n], each, *body[n + 1 :]] for n, one in enumerate(body) for each in with_a_place(one))
        case _:
            yield VALUE


class Places:
    """Where somebody can send a value."""

    def __init__(self, who: Somebody, given: Mapping[str, tuple[str, ...]], samples: Iterable[Request]) -> None:
        """``given`` fills in addresses; ``samples`` are requests of which each field is changed."""
        self.who, self.given = who, {word: values[:1] for word, values in given.items()}
        self.samples = [self._sample(*sample) for sample in samples]
        self.shapes = dict(_shapes(who.fold.inside.routes))

    async def find(self, fields: Iterable[tuple[str, str]]) -> list[Place]:
        """All of them; ``fields`` are those of forms that people were sent."""
        found = [*self._in_addresses(), *self._in_bodies()]
        found += [Place("POST", action, {name: VALUE}) for action, name in sorted(fields)]
        for door in self.who.fold.doors:
            path = self._path(door)
            if door.method == "GET":
                found += [Place("GET", f"{path}?{name}={VALUE}") for name in await self._query(door, path)]
                found += [Place("GET", path, header="if-none-match")] if "{table}" in door.pattern else []
            elif door.method == "SOCKET":
                found += [Place("SOCKET", f"{path}?{name}={VALUE}") for name in await self._socket_query(path)]
                found += [Place("SOCKET", path, command) for command in self._commands()]
        return found

    def _sample(self, method: str, pattern: str, body: Any) -> tuple[Entrance, str, dict[str, Any]]:
        """The door, the address and the body of a request."""
        path = self._path(Entrance(method, pattern))
        return self.who.fold.door(method, path), path, body or {}

    def _path(self, door: Entrance, given: Mapping[str, tuple[str, ...]] | None = None) -> str:
        return next(door.paths({**self.given, **(given or {})}))

    def _in_addresses(self) -> Iterator[Place]:
        bodies = {door: body for door, _, body in self.samples}
        for door in self.who.fold.doors:
            for word in re.findall(r"\{([^}]*)\}", door.pattern):
                yield Place(door.method, self._path(door, {word: (VALUE,)}), bodies.get(door))

    def _in_bodies(self) -> Iterator[Place]:
        for door, path, body in self.samples:
            declared = self.shapes[door].body if door in self.shapes else None
            optional = [{name: VALUE} for name in _names(declared) if name not in body]
            for changed in (*with_a_place(body), *(body | field for field in optional)):
                yield Place(door.method, path, changed)

    async def _query(self, door: Entrance, path: str) -> tuple[str, ...]:
        """The names that the door looks for in a query."""
        if door in self.shapes:
            return _names(self.shapes[door].query)
        with _looked_up() as names:
            await self.who.ask("GET", path)
        return tuple(sorted(names))

    async def _socket_query(self, path: str) -> list[str]:
        """The same for a socket, which refuses every other name."""
        if not await self._unknown(path, "nonsense"):
            return []
        names = {name for kind in _structs(msgspec.Struct) for name in _names(kind)}
        return [name for name in sorted(names) if not await self._unknown(path, name)]

    async def _unknown(self, path: str, name: str) -> bool:
        return "unknown field" in "".join(await heard(self.who, f"{path}?{name}=1", {"do": "ping"}))

    def _commands(self) -> Iterator[dict[str, Any]]:
        """Every command that sockets take, with a place in each of its fields."""
        for kind in get_args(TAKEN.type):
            fields = msgspec.structs.fields(kind)
            needed = {field.encode_name: "?" for field in fields if field.required}
            for field in fields:
                place = {dict: {self.given["table"][0]: VALUE}, list: [VALUE]}.get(field.default_factory, VALUE)  # type: ignore[call-overload]
                yield {"do": kind.__struct_config__.tag, **needed, field.encode_name: place}


def _shapes(routes: Iterable[BaseRoute], prefix: str = "") -> Iterator[tuple[Entrance, Any]]:
    """The routes that declare what they take."""
    for route in routes:
        match route:
            case Mount():
                yield from _shapes(route.routes, prefix + route.path)
            case _:
                for method, door in getattr(getattr(route, "endpoint", None), "doors", {}).items():
                    yield Entrance(method, prefix + route.path), door  # type: ignore[attr-defined]


def _structs(kind: type) -> Iterator[type]:
    for each in kind.__subclasses__():
        yield each
        yield from _structs(each)


def _names(shape: Any) -> tuple[str, ...]:
    """The fields of a struct; of anything else none."""
    structs = isinstance(shape, type) and issubclass(shape, msgspec.Struct)
    return tuple(field.encode_name for field in msgspec.structs.fields(shape)) if structs else ()


@contextmanager
def _looked_up() -> Iterator[set[str]]:
    """Meanwhile, the names that the application looks up in a query."""
    found: set[str] = set()

    class Recording(QueryParams):
        def __getitem__(self, key: Any) -> str:
            found.add(key)
            return super().__getitem__(key)

        def __contains__(self, key: Any) -> bool:
            found.add(key)
            return super().__contains__(key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("starlette.requests.QueryParams", Recording)
        yield found


# -- sockets -----------------------------------------------------------------------------------


class Listened(Socket):
    """A socket whose frames are kept as they are."""

    def _turn_page(self, change: dict[str, Any]) -> None:
        pass

    @property
    def told(self) -> list[str]:
        """What it sent unasked, its accept included."""
        return [frame for frame in self.frames if not ANSWER.match(frame)]


async def heard(who: Somebody, address: str, command: Any = None) -> list[str]:
    """The first update of a table's socket; or what a command is answered. Or why it was closed."""
    socket = Listened(who, address)
    if command is None:
        await socket.until(lambda: len(socket.told) > 1)
        found = socket.told
    else:
        await socket.command(**command)
        found = [frame for frame in socket.frames if frame not in socket.told or socket.closed]
    await socket.close()
    return found
