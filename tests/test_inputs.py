"""The table of inputs: whatever is read from outside, with its bounds, and the longest of every shape sent to it.

No input takes more than 20 ms of the event loop, or more than its sender is charged. That is counted in steps: lines of
Python that the loop's thread runs for a request. What C does in one step is not counted, so the processor's time is
compared too, and only with itself: twice the input may take twice the time, and not four times.

A new route, command, socket message or form belongs into the table: else the first tests fail.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import Any, TypeAlias, get_args
from urllib.parse import quote

import msgspec
import pytest
from msgspec import inspect
from starlette.types import Message

from observer import API, Entrance, Fold, Socket, Somebody
from sheepfold.command import Sender, obey
from sheepfold.command.obey import LONGEST, LONGEST_BODY
from sheepfold.command.verbs import GAME, SERVER
from sheepfold.games import SHELF
from sheepfold.mail import parsing as bounds
from sheepfold.mail.addresses import read as read_address
from sheepfold.mail.parsing import read as read_mail
from sheepfold.play.rate_limits import TokenBucket
from sheepfold.play.service import Service
from sheepfold.web.api.routes import ROUTES
from sheepfold.web.api.shapes import Watched
from sheepfold.web.app import PAGES
from sheepfold.web.pages.visit import FORM_BYTES
from sheepfold.web.updates.messages import Taken

pytestmark = pytest.mark.anyio

STEPS = 60_000
"""Lines of Python: some 6 ms."""
STEPS_A_MS = 10_000
"""So many of them take a millisecond, about."""
PASSWORD = "crook and bell"
HEAD = 16_000
"""Bytes of an address: a head may have 32 kB, of which names and cookies take their part."""
BODY = 64 * 1024

# -- shapes ------------------------------------------------------------------------------------


def repeated(piece: str) -> Callable[[int], str]:
    return lambda length: (piece * (length // len(piece) + 1))[:length]


SHAPES: Mapping[str, Callable[[int], str]] = {
    "one word": repeated("x"),
    "digits": repeated("9"),
    "hyphens": repeated("-"),
    "quotes": repeated('"'),
    "open quotes": repeated("“x "),
    "brackets": repeated("["),
    "nested": lambda length: "(" * (length // 2) + ")" * (length - length // 2),
    "blanks": lambda length: " " * (length - 1) + "x",
    "many words": repeated("ab "),
    "many long words": repeated("hunter2hunter2 "),
    "moves": repeated("A:B-a1,"),
    "cells": repeated("a1 "),
    "options": repeated("-size=5 "),
    "addresses": lambda length: ("a@" + "b." * length)[:length],
    "names": repeated("ann:secret,"),
    "marks": lambda length: ("a" + "\u0300\u0316" * length)[:length],
    "wide": repeated("\U0001f411"),
    "ligatures": repeated("\ufdfa"),
    "other digits": repeated("\u0663"),
    "lines": repeated("x\n"),
    "percent": repeated("%00"),
    "commands": repeated("move "),
}

# -- the table: pages --------------------------------------------------------------------------

OPTIONS = tuple(f"option-{name}" for name in ("size", "num_sheep", "cards", "mode", "tiles"))
THOUGHT = ("thinking", "key", *OPTIONS)
FORMS: Mapping[str, tuple[str, ...]] = {
    "/play/{game}": ("level", "key"),
    "/pair/{game}": ("key",),
    "/learn/{game}": ("key",),
    "/new": ("game", "company", "clock", "seats", "names", "bot", "fill", "nag", "total", "hurry", *THOUGHT),
    "/table/{table}/sit": ("seat", "invite"),
    "/table/{table}/fill": (),
    "/table/{table}/leave": (),
    "/puzzles/{puzzle}": ("answer",),
    "/replay/{table}/practice": ("move", "seat", "bot", "invite", "key"),
    "/replay/{table}/together": ("move", "invite", "together"),
    "/practice": ("record", "move", "seat", "bot", "key"),
    "/deals/{game}": (),
    "/beat/{table}": ("invite",),
    "/command": ("line", "body", "key"),
    "/sign-up": ("name", "password", "mail"),
    "/login": ("name", "password"),
    "/recover": ("name",),
    "/recover/{link}": ("password",),
    "/confirm/{link}": (),
    "/unsubscribe/{table}/{link}": (),
    "/logout": (),
    "/people/{name}/like": ("like",),
    "/settings/preferences": ("back", "theme", "sound"),
    "/settings/session/end": ("session",),
    "/settings/session/end-others": (),
    "/settings/password": ("old", "new"),
    "/settings/push": ("endpoint", "p256dh", "auth"),
    "/settings/push/drop": ("endpoint",),
    "/settings/mail": ("mail",),
    "/settings/mail/confirm": (),
    "/settings/mail/wish": ("wish",),
    "/settings/mail/puzzles": ("wanted",),
    "/settings/key": ("label", "play"),
    "/settings/key/revoke": ("key",),
    "/settings/research": ("agreed",),
    "/settings/vacation": ("days", "back"),
    "/settings/visible": ("visible",),
    "/settings/delete": ("password",),
}
"""The fields of every form, all together bounded by ``FORM_BYTES``."""
ANOTHER: Mapping[str, Mapping[str, str]] = {
    "/new": {"game": "mutton", "company": "named"},
    "/sign-up": {"name": "Anna", "password": PASSWORD},
    "/login": {"name": "Anna", "password": "wrong"},
    "/settings/password": {"old": "wrong", "new": PASSWORD},
}
"""What else a form must say before a field is read."""

QUERIES: Mapping[str, tuple[str, ...]] = {
    "/": (),
    "/open": (),
    "/lobby": ("cursor",),
    "/watch": ("cursor",),
    "/new": ("game", "with", "company"),
    "/table/{table}": ("invite",),
    "/symbols/{game}.svg": (),
    "/replay/{table}": ("invite", "as", "why", "together"),
    "/replay/{table}/{ply}": ("invite", "as", "why", "piece", "together"),
    "/replay/{table}/{ply}/position.svg": ("invite", "as"),
    "/puzzles": ("game",),
    "/deals": (),
    "/beat/{table}": ("invite",),
    "/puzzles/today": (),
    "/puzzles/sheet.pdf": (),
    "/puzzles/{puzzle}": (),
    "/practice": (),
    "/rules": (),
    "/rules/{game}": (),
    "/rules/{game}/{paper}.pdf": (),
    "/command": (),
    "/sign-up": (),
    "/login": (),
    "/recover": (),
    "/recover/{link}": (),
    "/confirm/{link}": (),
    "/unsubscribe/{table}/{link}": (),
    "/me": ("list", "cursor"),
    "/people/{name}": (),
    "/people/{name}/games": ("cursor", "game", "with"),
    "/ladder": ("game", "cursor"),
    "/settings": (),
    "/app.webmanifest": (),
    "/worker.js": (),
    "/settings/push/key": (),
    "/settings/data": (),
}
"""What pages read of their addresses, bounded by the head of a request."""

HEADERS = (
    "host", "origin", "referer", "cookie", "authorization", "x-csrf-token", "accept", "accept-encoding",
    "content-type", "content-length", "if-none-match", "if-modified-since", "range", "sec-fetch-site", "user-agent",
    "x-forwarded-for", "x-forwarded-proto",
)  # fmt: skip
"""Read by all doors of a kind alike."""

BODIES: Mapping[str, Mapping[str, Any]] = {
    "POST /tables/{table}/moves": {"move": "x"},
    "POST /tables/{table}/review/attempts": {"at": 1, "move": "x"},
    "POST /tables/{table}/practice": {"move": 1, "seat": 1},
    "POST /tables/{table}/together": {"ply": 1},
    "PUT /tables/{table}/together": {"together": "x", "ply": 1},
    "POST /practice": {"move": 1, "seat": 1, "record": "{}"},
    "POST /tables/{table}/offers": {"kind": "draw"},
    "POST /tables/{table}/offers/{kind}": {"accept": False},
    "PUT /tables/{table}/queue": {"moves": []},
    "POST /puzzles/{puzzle}/answer": {"answer": "x"},
    "POST /tables/{table}/challenge": {},
    "POST /tables": {"game": "mutton", "seats": [{"kind": "me"}, {}]},
    "POST /tables/{table}/sit": {},
    "POST /tables/{table}/chat": {"text": "baa"},
    "PUT /tables/{table}/note": {"text": "baa"},
    "POST /guests": {},
    "POST /accounts": {"name": "Anna", "password": "crook and bell"},
    "POST /session": {"name": "Anna", "password": "wrong"},
    "PUT /me/password": {"old": "wrong", "new": "wrong"},
    "PUT /me/mail": {"mail": None},
    "PUT /me/research": {"agreed": False},
    "PUT /me/puzzles/mail": {"wanted": False},
    "PUT /me/vacation": {"days": 0},
    "PUT /me/visible": {"visible": True},
    "POST /me/delete": {"password": "wrong"},
    "POST /tokens": {"label": "x", "scopes": ["read"]},
    "POST /games/{game}/options": {},
}
"""What the routes of the API take, as it is usual; what may stand there is bounded by its types."""

MESSAGES: Mapping[str, Mapping[str, Any]] = {
    "move": {"move": "x"},
    "say": {"text": "baa"},
    "choices": {"so_far": ["x"]},
    "follow": {"since": {"x": 0}, "chat_since": {"x": 0}},
    "ping": {},
    "want": {"want": ["scene"]},
    "turn": {"ply": 1},
    "offer": {"kind": "draw"},
    "answer": {"kind": "draw", "accept": False},
    "note": {"text": "baa"},
}
"""What sockets take, bounded as the API's bodies are."""

OTHERS = ("/healthz", "/metrics", "/static/{version}/{name:path}")
"""Doors that read nothing but their address."""


CHARGED = {(page.method, page.path): page.cost for page in PAGES}
"""Milliseconds that a page costs its visitor."""


def strings(kind: inspect.Type, where: str) -> Iterator[tuple[str, inspect.StrType]]:
    """Every text within a type of the API, and where it stands."""
    match kind:
        case inspect.StrType():
            yield where, kind
        case inspect.UnionType():
            for each in kind.types:
                yield from strings(each, where)
        case inspect.ListType() | inspect.VarTupleType():
            assert kind.max_length is not None, f"{where}: a list without a bound"
            yield from strings(kind.item_type, f"{where}[]")
        case inspect.DictType():
            if not isinstance(kind.value_type, inspect.AnyType):  # options are the game's to check
                assert kind.max_length is not None, f"{where}: a mapping without a bound"
                yield from strings(kind.key_type, f"{where} key")
        case inspect.StructType():
            for each in kind.fields:
                yield from strings(each.type, f"{where}.{each.name}")


def test_every_page_has_its_place_in_the_table() -> None:
    assert {page.path for page in PAGES if page.method == "POST"} == set(FORMS)
    assert {page.path for page in PAGES if page.method == "GET"} == set(QUERIES)


def test_every_text_that_the_api_takes_is_bounded() -> None:
    shapes = [
        (f"{r.method} {r.path}", each) for r in ROUTES for each in (r.body, r.query, *dict(r.parameters).values())
    ]
    shapes += [("socket", kind) for kind in (*get_args(Taken), Watched)]
    for where, shape in shapes:
        if shape is not None:
            for place, text in strings(inspect.type_info(shape), where):
                assert text.max_length is not None or re.search(r"\{(\d+,)?\d+\}\$$", text.pattern or ""), place


def test_every_route_with_a_body_has_its_place_in_the_table() -> None:
    assert {f"{route.method} {route.path}" for route in ROUTES if route.body is not None} == set(BODIES)


def test_every_message_of_a_socket_has_its_place_in_the_table() -> None:
    assert {kind.__struct_config__.tag for kind in get_args(Taken)} == set(MESSAGES)


# -- counting ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cost:
    steps: int
    seconds: float


Ask: TypeAlias = Callable[[str], Awaitable[object]]


async def cost_of(ask: Ask, text: str) -> Cost:
    """Lines of Python that this thread runs, and the time of the processor that all threads take: the loop may have to
    wait for one that is in C."""
    steps = 0

    def line(frame: FrameType, event: str, value: object) -> Callable[..., Any]:
        nonlocal steps
        steps += 1
        return line

    begun = time.process_time()
    sys.settrace(line)
    try:
        await ask(text)
    finally:
        sys.settrace(None)
    return Cost(steps, time.process_time() - begun)


SLACK = 6_000
"""Steps by which two requests of one kind may differ for other reasons, such as a page that says what is wrong."""
PAUSE = 0.004
"""Seconds of the processor of which the same is true."""
EVEN = 48
"""Texts have a multiple of so many characters: so half of one is as well encoded as the whole."""
AGAIN = 5
"""So often something is measured that seems to take more than twice the time for twice the input: others use the
machine as well."""


async def check(where: str, ask: Ask, longest: Callable[[str], int], most: int = STEPS, charged: float = 20) -> None:
    """Send the longest of every shape, and where that is dear half of it too. ``longest``: so many characters of such a
    text fit. ``charged``: milliseconds that its sender pays for."""
    await ask("x")  # what is made once is made
    usual = await cost_of(ask, "x")
    most = min(most, int(charged * STEPS_A_MS) - usual.steps)
    for name, shape in SHAPES.items():
        text = shape(longest(shape(500)) // EVEN * EVEN)
        for _ in range(AGAIN):
            wrong = await excess(ask, text, usual, most)
            if not wrong:
                break
        else:
            raise AssertionError(f"{where}: {name}, {len(text)} characters: {wrong}")


async def excess(ask: Ask, text: str, usual: Cost, most: int) -> str:
    """What is wrong with the cost of a text; empty: nothing."""
    full = await cost_of(ask, text)
    steps = full.steps - usual.steps
    if steps <= SLACK and full.seconds <= usual.seconds + PAUSE:
        return ""
    half = await cost_of(ask, text[: len(text) // 2])
    if steps > most:
        return f"{steps} steps"
    if steps > 2.2 * max(half.steps - usual.steps, 0) + SLACK:
        return f"{steps} steps, and {half.steps - usual.steps} for half of it"
    if full.seconds <= 3 * half.seconds + PAUSE:
        return ""
    again = await cost_of(ask, text)  # the first may have loaded a module, or met the collector
    return f"{again.seconds} s, and {half.seconds} for half of it" if again.seconds > 3 * half.seconds + PAUSE else ""


def fitting(limit: int, written: Callable[[str], str]) -> Callable[[str], int]:
    """How many characters of such a text fit into so many bytes as it is written."""
    return lambda sample: limit * len(sample) // len(written(sample).encode())


def in_form(text: str) -> str:
    """As few bytes as a form can have."""
    for sign in "%&+=;":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text.replace(" ", "+")


async def send(who: Somebody, method: str, path: str, raw: bytes = b"", query: str = "", **headers: str) -> int:
    """A request with any body, query and headers; its status."""
    heard, sent = list[Message](), deque[Message]([{"type": "http.request", "body": raw}])

    async def receive() -> Message:
        if not sent:
            await asyncio.Event().wait()
        return sent.popleft()

    async def hear(message: Message) -> None:
        heard.append(message)

    scope = who.scope("http", path, method)
    given = dict(scope["headers"]) | {name.encode(): value.encode("utf-8") for name, value in headers.items()}
    scope |= {"query_string": query.encode(), "headers": [*given.items()], "raw_path": quote(path).encode()}
    await who.fold.app(scope, receive, hear)
    status: int = heard[0]["status"]
    assert status < 500, (method, path)
    return status


# -- people and tables -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class House:
    """Somebody at a running table of each game, whose turn it is."""

    fold: Fold
    tables: Mapping[str, tuple[str, Somebody]]

    @property
    def service(self) -> Service:
        found: Service = self.fold.inside.state.site.service
        return found

    def words(self, game: str) -> dict[str, str]:
        table, _ = self.tables[game]
        return {"table": table, "game": game, "name": "Anna", "kind": "draw", "ply": "0", "link": "x", "session": "ab",
                "token": "1", "version": "1", "name:path": "x"}  # fmt: skip

    def path(self, pattern: str, game: str = "mutton", given: Mapping[str, str] | None = None) -> str:
        for name, word in (self.words(game) | dict(given or {})).items():
            pattern = pattern.replace(f"{{{name}}}", word)
        return pattern


async def running(fold: Fold, game: str, people: list[Somebody]) -> tuple[str, Somebody]:
    seats = max(2, SHELF.game(game).seats[0])
    terms = {"game": game, "seats": [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)}
    table = str((await people[0].must("POST", f"{API}/tables", terms))["id"])
    for person in people[1:seats]:
        await person.must("POST", f"{API}/tables/{table}/sit")
    found = await people[0].must("GET", f"{API}/tables/{table}")
    return table, people[found["position"]["to_move"][0] - 1]


@pytest.fixture
async def house(new_database: Callable[[str], str]) -> AsyncIterator[House]:
    async with Fold.open(new_database("sqlite")) as fold:
        people = [Somebody(fold, name) for name in ("Anna", "Bert", "Cora", "Dora")]
        for person in people:
            await person.arrive()
        yield House(fold, {game: await running(fold, game, people) for game in SHELF})


# -- the longest of every shape at every door --------------------------------------------------


def into_form(who: Somebody, path: str, fields: Mapping[str, str], name: str) -> Ask:
    """Sends a form with a text in one of its fields."""

    async def ask(text: str) -> None:
        written = {"csrf": who.csrf} | dict(fields) | {name: text}
        await send(who, "POST", path, "&".join(f"{each}={in_form(value)}" for each, value in written.items()).encode())

    return ask


@pytest.mark.parametrize("path", FORMS)
async def test_no_form_takes_long(house: House, path: str) -> None:
    for game in SHELF if "move" in FORMS[path] else ("mutton",):
        _, who = house.tables[game]
        for name in FORMS[path]:
            ask = into_form(who, house.path(path, game), ANOTHER.get(path, {}), name)
            where = f"POST {path} {name} ({game})"
            await check(where, ask, fitting(FORM_BYTES - 400, in_form), charged=CHARGED["POST", path])


def into_query(who: Somebody, path: str, name: str) -> Ask:
    return lambda text: send(who, "GET", path, query=f"{name}={quote(text)}")


@pytest.mark.parametrize("path", QUERIES)
async def test_no_address_of_a_page_takes_long(house: House, path: str) -> None:
    _, who = house.tables["mutton"]
    for name in QUERIES[path]:
        ask = into_query(who, house.path(path), name)
        await check(f"GET {path}?{name}", ask, fitting(HEAD, quote), charged=CHARGED["GET", path])


def placeholders(method: str) -> list[tuple[str, str]]:
    """Every pattern of an address, with each name in it."""
    doors = [Entrance(page.method, page.path) for page in PAGES]
    doors += [Entrance(route.method, API + route.path) for route in ROUTES]
    doors += [Entrance("GET", path) for path in (*OTHERS, "/{nowhere}", f"{API}/{{nowhere}}")]
    patterns = [door.pattern for door in doors if door.method == method]
    return [(pattern, name) for pattern in patterns for name in re.findall(r"\{([^}]*)\}", pattern)]


def into_path(who: Somebody, method: str, house: House, pattern: str, name: str) -> Ask:
    raw = b"{}" if pattern.startswith(API) else f"csrf={who.csrf}".encode()
    return lambda text: send(who, method, house.path(pattern, given={name: text}), raw)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
async def test_no_word_of_an_address_takes_long(house: House, method: str) -> None:
    _, who = house.tables["mutton"]
    for pattern, name in placeholders(method):
        await check(f"{method} {pattern} {name}", into_path(who, method, house, pattern, name), fitting(HEAD, quote))


def longest(kind: inspect.Type, text: str) -> Any:
    """The largest value of a type of the API in which there is nothing but that text; None: there is none."""
    match kind:
        case inspect.StrType():
            return text[: kind.max_length]
        case inspect.UnionType():
            found = [longest(each, text) for each in kind.types]
            return max((each for each in found if each is not None), key=len, default=None)
        case inspect.ListType() | inspect.VarTupleType():
            item = longest(kind.item_type, text)
            room = max(1, len(text.encode()) // max(1, len(msgspec.json.encode(item))))
            return None if item is None else [item] * min(kind.max_length or room, room)
        case inspect.DictType():
            return {text: 1}
        case inspect.StructType():
            fields = {each.encode_name: longest(each.type, text) for each in kind.fields}
            return {name: value for name, value in fields.items() if value is not None} or None
    return None


def with_longest(usual: Mapping[str, Any], field: inspect.Field, text: str) -> dict[str, Any]:
    value = longest(field.type, text)
    return dict(usual) | {field.encode_name: text if value is None else value}


def fields_of(shape: Any) -> tuple[inspect.Field, ...]:
    found = inspect.type_info(shape)
    assert isinstance(found, inspect.StructType)
    return found.fields


def in_json(text: str) -> str:
    return msgspec.json.encode(text).decode()


def into_body(who: Somebody, method: str, path: str, usual: Mapping[str, Any], field: inspect.Field) -> Ask:
    return lambda text: send(who, method, path, msgspec.json.encode(with_longest(usual, field, text)))


@pytest.mark.parametrize("route", [route for route in ROUTES if route.body is not None], ids=lambda route: route.name)
async def test_no_body_of_the_api_takes_long(house: House, route: Any) -> None:
    where = f"{route.method} {route.path}"
    for game in SHELF if "move" in route.path else ("mutton",):
        _, who = house.tables[game]
        for field in fields_of(route.body):
            ask = into_body(who, route.method, house.path(API + route.path, game), BODIES[where], field)
            await check(f"{where} {field.name} ({game})", ask, fitting(BODY - 300, in_json), charged=route.cost)


@pytest.mark.parametrize("sign", ["[", "{", '{"a":', "[[],"])
async def test_no_nested_json_takes_long(house: House, sign: str) -> None:
    _, who = house.tables["mutton"]
    for route in ROUTES:
        if route.body is not None:
            path = house.path(API + route.path)
            ask: Ask = lambda text, at=path, by=route.method: send(who, by, at, text.encode())  # type: ignore[misc] # noqa: E731
            usual = await cost_of(ask, "{}")
            assert not await excess(ask, sign * (BODY // len(sign)), usual, SLACK)


@pytest.mark.parametrize("path", ["/", f"{API}/tables/{{table}}", "/static/1/x"])
async def test_no_header_takes_long(house: House, path: str) -> None:
    _, who = house.tables["mutton"]
    for name in HEADERS:
        ask: Ask = lambda text, name=name: send(who, "GET", house.path(path), **{name: text})  # type: ignore[misc] # noqa: E731
        await check(f"GET {path} {name}", ask, fitting(HEAD, str))


def into_message(line: Socket, usual: Mapping[str, Any], field: inspect.Field) -> Ask:
    return lambda text: line.command(**with_longest(usual, field, text))


@pytest.mark.parametrize("kind", [f"{API}/tables/{{table}}/socket", f"{API}/me/socket"])
async def test_no_message_of_a_socket_takes_long(house: House, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        TokenBucket, "take", lambda self, amount=1.0: 0.0
    )  # more messages than anybody may send at once
    for game in SHELF:
        table, who = house.tables[game]
        line = Socket(who, house.path(kind, game))
        await line.command(do="ping")
        for message in get_args(Taken):
            do = message.__struct_config__.tag
            for field in fields_of(message):
                ask = into_message(line, {"do": do, "table": table} | dict(MESSAGES[do]), field)
                await check(f"{kind} {do} {field.name} ({game})", ask, fitting(BODY - 300, in_json))
        await line.close()


# -- commands ----------------------------------------------------------------------------------

LEADS = ("", *SERVER, *(f"mutton {name}" for name in GAME), *GAME)
"""Every command, with a game and without one."""


def into_line(service: Service, sender: Sender, lead: str) -> Ask:
    return lambda text: obey(service, sender, f"{lead} {text}")


def longest_line(lead: str) -> Callable[[str], int]:
    return lambda sample: LONGEST - len(lead) - 1


@pytest.mark.parametrize("known", [False, True])
async def test_no_command_takes_long(house: House, known: bool) -> None:
    sender = Sender("page", (await house.service.accounts.user_named("Anna")).id if known else None)
    for lead in LEADS:
        await check(lead, into_line(house.service, sender, lead), longest_line(lead))


@pytest.mark.parametrize("game", SHELF)
async def test_no_move_in_a_command_takes_long(house: House, game: str) -> None:
    """In the place of a move, behind a password, and with nothing but it in an answer to a board."""
    table, who = house.tables[game]
    user = (await house.service.accounts.user_named(who.name)).id
    board = (await house.service.tables.info(table, user)).board
    for name in ("move", "preview", "queue"):
        lead = f'{game} {name} {board} {who.name} "{PASSWORD}"'
        await check(lead, into_line(house.service, Sender("shell"), lead), longest_line(lead))
    answer = into_line(house.service, Sender("mail", user, board=board), "")
    await check(f"answer to {game}", answer, longest_line(""))


async def test_no_body_of_a_command_takes_long(house: House) -> None:
    _, who = house.tables["mutton"]
    sender = Sender("page", (await house.service.accounts.user_named(who.name)).id)
    for line in ("mutton chat 101", "message Bert", "mutton move 101 x", "help"):
        ask: Ask = lambda text, line=line: obey(house.service, sender, line, text)  # type: ignore[misc] # noqa: E731
        await check(line, ask, lambda sample: LONGEST_BODY)


# -- mail --------------------------------------------------------------------------------------

MAIL_STEPS = 4_000_000
"""Lines of Python in the process that parses mails, which is not the loop's: less than half a second."""
START = "From: a@b.example\nMessage-ID: <1@b.example>\n"
MAILS: Mapping[str, tuple[str, int]] = {
    "subject": (f"{START}Subject: %s\n\nhi", bounds.HEAD - 200),
    "sender": ("From: %s\nSubject: help\n\nhi", bounds.HEAD - 200),
    "references": (f"{START}References: %s\n\nhi", bounds.HEAD - 200),
    "in reply to": (f"{START}In-Reply-To: %s\n\nhi", bounds.HEAD - 200),
    "type": (f"{START}Content-Type: %s\n\nhi", bounds.HEAD - 200),
    "boundary": (f"{START}Content-Type: multipart/mixed; boundary=%s\n\nhi", bounds.HEAD - 200),
    "body": (f"{START}Subject: Re: x\n\n%s", bounds.LARGEST - 20_000),
    "quotation": (f"{START}Subject: Re: x\n\n> %s", bounds.LARGEST - 20_000),
    "flowed": (f"{START}Content-Type: text/plain; format=flowed\n\n%s", bounds.LARGEST - 20_000),
    "html": (f"{START}Content-Type: text/html\n\n<p>%s", bounds.LARGEST - 20_000),
    "tags": (f"{START}Content-Type: text/html\n\n<a b=%s", bounds.LARGEST - 20_000),
    "encoded": (f"{START}Content-Transfer-Encoding: base64\n\n%s", bounds.LARGEST - 20_000),
    "punycode": (f"{START}Content-Type: text/plain; charset=punycode\n\n%s", bounds.LARGEST - 20_000),
    "utf-7": (f"{START}Content-Type: text/plain; charset=utf-7\n\n%s", bounds.LARGEST - 20_000),
    "part": (f"{START}Content-Type: multipart/mixed; boundary=b\n\n--b\n\n%s", bounds.LARGEST - 20_000),
}
"""Where a text may stand in a mail, and how many bytes of it are within the bounds."""
WHOLE: Mapping[str, Callable[[int], str]] = {
    "headers": lambda part: START + "X: y\n" * ((bounds.HEADERS - 4) // part) + "\nhi",
    "parts": lambda part: (
        f"{START}Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nx\n" * (bounds.PARTS // part)
    ),
    "deep": lambda part: deep("multipart/mixed", bounds.NESTED // part),
    "digests": lambda part: deep("multipart/digest", bounds.NESTED // part),
    "mails": lambda part: START + "Content-Type: message/rfc822\n\n" * (bounds.NESTED // part) + filled(part),
    "report": lambda part: (
        f"{START}Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
        + "Status: 5.1.1\n\n" * (14_000 // part)
    ),
}
"""Mails that have as much of something as the bounds allow, or a part of that."""


def filled(part: int) -> str:
    return "x\n" * (29_000 // part)


def deep(kind: str, depth: int) -> str:
    return START + "".join(f"Content-Type: {kind}; boundary=b{at}\n\n--b{at}\n" for at in range(depth)) + filled(1)


@pytest.mark.parametrize("place", MAILS)
async def test_no_text_in_a_mail_takes_long(place: str) -> None:
    frame, most = MAILS[place]

    in_head = most < bounds.HEAD
    most_lines = (bounds.HEADERS if in_head else bounds.LINES) - 20

    def within(sample: str) -> int:
        """So many that neither bytes nor lines are too many."""
        lines = sample.count("\n")
        return min(fitting(most, folded)(sample), most_lines * len(sample) // lines if lines else most)

    def folded(text: str) -> str:
        return text.replace("\n", "\n ") if in_head else text

    async def ask(text: str) -> None:
        raw = (frame % folded(text)).encode()
        assert not bounds.too_much(raw)
        read_mail(raw, "a@b.example", "sheepfold@fold.example")

    await check(f"mail: {place}", ask, within, MAIL_STEPS, charged=MAIL_STEPS)


@pytest.mark.parametrize("kind", WHOLE)
async def test_no_mail_within_its_bounds_takes_long(kind: str) -> None:
    async def ask(part: str) -> None:
        raw = WHOLE[kind](int(part)).encode()
        assert not bounds.too_much(raw)
        read_mail(raw, "a@b.example", "sheepfold@fold.example")

    full, half = await cost_of(ask, "1"), await cost_of(ask, "2")
    assert full.steps <= min(MAIL_STEPS, 2.2 * half.steps + SLACK), (full, half)


async def test_no_address_that_a_mail_is_sent_to_takes_long() -> None:
    async def ask(text: str) -> None:
        for address in (text, f"board{text}@fold.example", f"board1.{text}@fold.example"):
            read_address(address, "fold.example")

    await check("recipient", ask, lambda sample: 4_000)
