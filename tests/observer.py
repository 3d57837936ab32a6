"""Somebody who asks the application for everything there is, and keeps every byte of every answer.

The application runs in this process, on a real database. Its doors are taken from its own table of
routes: what is new is visited unasked, or the law that uses this says what is missing.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from itertools import product
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute, compile_path
from starlette.types import Message, Scope

from cheap import CHEAP
from patience import PATIENCE
from sheepfold.play.people.sessions import HANDLE, hash_of
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.tables.table import Table
from sheepfold.web.app import make_app
from sheepfold.web.middleware import NUMBER, RequestMiddleware
from sheepfold.web.settings import Settings

HOST = "fold.test"
API = "/api/v1"
FORM_KEY = re.compile(r'name="key" value="[^"]*')
SESSION_NAME = re.compile(r'"id":"[0-9a-f]{16}(?=","created_at")')
"""Every form carries a fresh random key, and every session has a random name. Both are found by how they begin: to look
back from every letter takes fifty times as long."""


# -- the application ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entrance:
    """One method of one address; a socket's method is SOCKET."""

    method: str
    pattern: str

    def paths(self, given: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
        """The address with every placeholder filled in, in every given way."""
        words = re.findall(r"\{([^}]*)\}", self.pattern)
        for values in product(*(given[word] for word in words)):
            path = self.pattern
            for word, value in zip(words, values, strict=True):
                path = path.replace(f"{{{word}}}", value, 1)
            yield path


def doors_of(routes: list[BaseRoute], prefix: str = "") -> Iterator[Entrance]:
    """Every door of an application. HEAD is GET without a body."""
    for route in routes:
        match route:
            case Mount():
                yield from doors_of(route.routes, prefix + route.path)
            case WebSocketRoute():
                yield Entrance("SOCKET", prefix + route.path)
            case Route():
                declared = getattr(route.endpoint, "doors", None) or route.methods or {"GET"}
                yield from (Entrance(method, prefix + route.path) for method in sorted(declared) if method != "HEAD")
            case _:
                raise AssertionError(f"the law does not know what kind of route this is: {route}")


class Orders:
    """In the place of the printer, which takes seconds: what is ordered of it, since it knows nothing else."""

    async def puzzles(self, ids: Sequence[str]) -> bytes:
        return f"puzzles {ids}".encode()

    async def game(self, name: str, paper: str) -> bytes:
        return f"{name} on {paper}".encode()


class Wall:
    """A clock that only the test moves on."""

    def __init__(self) -> None:
        self.now = 1_000_000.0


class Fold:
    """The running application, and the clock on its wall."""

    def __init__(self, database: str, wall: Wall | None = None) -> None:
        self.wall = wall or Wall()
        bus = "postgres" if database.startswith("postgresql") else "local"
        setup = Setup(database=database, bus=bus, workers=0, tick=0, now=lambda: self.wall.now, hasher=CHEAP)
        # Who asks for everything there is, again and again, would be kept waiting by the real clock, and not alike.
        self.app = make_app(Settings(rate_limits=False, log_level="debug"), setup)
        assert isinstance(self.app, RequestMiddleware)
        assert isinstance(self.app.app, Starlette)
        self.inside = self.app.app
        self.doors = tuple(doors_of(self.inside.routes))
        self._patterns = {door: compile_path(door.pattern)[0] for door in self.doors}

    @classmethod
    @asynccontextmanager
    async def open(cls, database: str, wall: Wall | None = None) -> AsyncIterator[Fold]:
        fold = cls(database, wall)
        async with fold.inside.router.lifespan_context(fold.inside):
            fold.inside.state.site = replace(fold.inside.state.site, printer=Orders())
            yield fold

    async def table(self, table: str) -> Table:
        """What this server has in memory."""
        found: Table = await self.inside.state.site.service._engine.table(table)
        return found

    def forget(self, table: str) -> None:
        """As after a restart: whatever is asked about the table next is replayed from the store."""
        self.inside.state.site.service._engine.forget(table)

    def door(self, method: str, path: str) -> Entrance:
        """Behind which an address lies."""
        return next(door for door in self.doors if door.method == method and self._patterns[door].match(path))


# -- people ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: tuple[tuple[str, str], ...]
    text: str


class Somebody:
    """A browser: nameless, or signed in to an account of its own."""

    def __init__(self, fold: Fold, name: str = "", at: str = "127.0.0.1") -> None:
        self.fold, self.name, self.at, self.csrf = fold, name, at, ""
        self.cookies: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        """Sent with every request."""

    async def arrive(self) -> None:
        """Sign up."""
        self.remember(await self.ask("POST", f"{API}/accounts", {"name": self.name, "password": "crook and bell"}))

    def remember(self, arrived: Answer) -> None:
        """Who one has become."""
        self.csrf = msgspec.json.decode(arrived.text)["me"]["csrf"]

    async def log_in(self, password: str) -> None:
        arrived = await self.ask("POST", f"{API}/session", {"name": self.name, "password": password})
        self.csrf = msgspec.json.decode(arrived.text)["me"]["csrf"]

    def aside(self) -> dict[str, str]:
        """What is random about somebody, and what the laws call it."""
        if not self.csrf:
            return {}
        return {self.csrf: "CSRF", hash_of(self.cookies["sheepfold"])[:HANDLE]: "SESSION"}

    def at_server(self, fold: Fold) -> Somebody:
        """The same browser, led to another server of the same house."""
        found = Somebody(fold, self.name, self.at)
        found.csrf, found.cookies = self.csrf, self.cookies
        return found

    def without_session(self, at: str = "") -> Somebody:
        """The same browser, logged out."""
        found = Somebody(self.fold, at=at or self.at)
        found.cookies = {name: value for name, value in self.cookies.items() if name.endswith("-device")}
        return found

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """One request to the application: JSON to the API, a form to a page."""
        sent, heard = deque[Message](), list[Message]()
        if method != "GET":
            form = {"csrf": self.csrf} | (body or {})
            raw = msgspec.json.encode(body or {}) if path.startswith(API) else urlencode(form).encode()
            sent.append({"type": "http.request", "body": raw})
        else:
            sent.append({"type": "http.request", "body": b""})

        async def receive() -> Message:
            if not sent:
                await asyncio.Event().wait()  # a browser that stays
            return sent.popleft()

        async def send(message: Message) -> None:
            heard.append(message)

        await self.fold.app(self.scope("http", path, method), receive, send)
        start, *rest = heard
        headers = tuple((name.decode(), value.decode()) for name, value in start["headers"] if name != NUMBER)
        self.cookies |= [value.partition(";")[0].split("=", 1) for name, value in headers if name == "set-cookie"]
        return Answer(
            start["status"], headers, b"".join(message.get("body", b"") for message in rest).decode(errors="replace")
        )

    async def must(self, method: str, path: str, body: Any = None) -> Any:
        found = await self.ask(method, path, body)
        assert found.status < 300, f"{method} {path}: {found.text}"
        return msgspec.json.decode(found.text) if found.text else None

    def scope(self, kind: str, address: str, method: str = "GET") -> Scope:
        path, _, query = address.partition("?")
        media = "application/json" if path.startswith(API) else "application/x-www-form-urlencoded"
        headers = {
            "host": HOST,
            "cookie": "; ".join(map("=".join, self.cookies.items())),
            "content-type": media,
            "x-csrf-token": self.csrf,
            **self.headers,
        }
        return {
            "type": kind,
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "scheme": kind.replace("websocket", "ws"),
            "query_string": quote(query, safe="=&").encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
            "client": (self.at, 1),
            "server": (HOST, 80),
            "subprotocols": [],
        }


PAGE_DATA = re.compile('<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
"""What a page is drawn from."""
KEPT_BY_PAGES = ("card", "interlude")
"""What a scene says only when it is new: a page that is loaded gets all of it."""


def page_data(html: str) -> dict[str, Any]:
    """What a table's page begins with; nothing where it shows no game."""
    found = PAGE_DATA.search(html)
    return {} if found is None else msgspec.json.decode(found[1])


def shown_by(update: Mapping[str, Any]) -> Any:
    """What a page shows after an update, as far as every update says it."""
    scene = {name: value for name, value in update.get("scene", {}).items() if name not in KEPT_BY_PAGES}
    return scene, update.get("own")


class Socket:
    """A live socket of somebody, held open within this process."""

    def __init__(self, owner: Somebody, address: str) -> None:
        self.frames: list[str] = []
        self.number = self.chat = 0
        self.answers, self.closed = 0, False
        self.update: dict[str, Any] = {}
        """The last one."""
        self._news = asyncio.Event()
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._live(owner, address))

    async def _live(self, owner: Somebody, address: str) -> None:
        await owner.fold.app(owner.scope("websocket", address), self._said.get, self._heard)

    async def _heard(self, message: Message) -> None:
        self.frames.append(message.get("text") or str(message))
        if message["type"] == "websocket.close":
            self.closed = True
        elif "text" in message:
            found = msgspec.json.decode(message["text"])
            if found["is"] == "update":
                self.update, self.number = found, found["position"]["number"]
                self.chat = max([self.chat, *(line["number"] for line in found["chat"])])
            else:
                self.answers += 1
        self._news.set()

    async def until(self, true: Callable[[], bool]) -> None:
        """Listen until something has been heard, or nothing more can be."""
        async with asyncio.timeout(PATIENCE):
            while not true() and not self.closed:
                self._news.clear()
                await self._news.wait()

    async def command(self, **words: Any) -> None:
        """Send a command and wait for its answer."""
        if self.closed:
            return
        answers = self.answers
        self._said.put_nowait({"type": "websocket.receive", "text": msgspec.json.encode(words).decode()})
        await self.until(lambda: self.answers > answers)

    async def close(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


PAGE = "page"
"""The table's socket as a page has it."""
OWN = "own"
"""The socket for all tables of a player."""


class Observer:
    """Somebody whose every answer is kept, with what is random by design put aside under a name."""

    def __init__(self, who: Somebody, table: str, aside: Mapping[str, str], elsewhere: Somebody | None = None) -> None:
        """``elsewhere``: the same person at another server, where something may be known earlier."""
        self.who, self.table, self.elsewhere = who, table, elsewhere
        self.aside = dict(aside)
        self.kept: list[str] = []
        self.visited: set[Entrance] = set()
        self.lines: dict[str, Socket] = {}
        self.poll: asyncio.Task[Answer] | None = None
        self.number, self.said = 0, 0

    async def begin(self) -> None:
        """Open all sockets and hang on the long poll."""
        table, own = f"{API}/tables/{self.table}/socket?since=0&chat_since=0", f"{API}/me/socket"
        addresses = {"table": table, PAGE: f"{table}&want=scene,text,aids", OWN: own}
        self.lines = {name: Socket(self.who, address) for name, address in addresses.items()}
        self.visited |= {self.who.fold.door("SOCKET", address.partition("?")[0]) for address in addresses.values()}
        await self.catch_up()

    async def end(self) -> None:
        if self.poll is not None:
            self.poll.cancel()
            await asyncio.gather(self.poll, return_exceptions=True)
        for line in self.lines.values():
            await line.close()

    @property
    def service(self) -> Service:
        """Of the server that is asked."""
        found: Service = self.who.fold.inside.state.site.service
        return found

    async def user(self) -> int | None:
        """Who asks, as the house numbers people."""
        return None if not self.who.name else (await self.service.accounts.user_named(self.who.name)).id

    # -- what is kept --------------------------------------------------------------------------

    def keep(self, title: str, text: str) -> None:
        for found, name in self.aside.items():
            title, text = title.replace(found, name), text.replace(found, name)
        text = SESSION_NAME.sub('"id":"KEY', FORM_KEY.sub('name="key" value="KEY', text))
        self.kept.append(f"{title}\n{text}")

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """Ask and keep the answer: status, headers, body."""
        found = await self.who.ask(method, path, body)
        self.visited.add(self.who.fold.door(method, path.partition("?")[0]))
        self.keep_answer(f"{method} {path} {body or ''}", found)
        return found

    def keep_answer(self, title: str, found: Answer) -> None:
        assert found.status < 500, f"{title}: {found.text}"
        self.keep(title, f"{found.status} {found.headers}\n{found.text}")

    async def catch_up(self) -> None:
        """Wait until sockets and long poll have told all that there is to tell, and keep it."""
        where = f"{API}/tables/{self.table}"
        number, said, seated = 0, 0, False
        for asked in (self.who, self.elsewhere):
            if asked is not None:
                position = (await asked.must("GET", where))["position"]
                number, seated = max(number, position["number"]), position["seat"] is not None
                said = max([said, *(line["number"] for line in await asked.must("GET", f"{where}/chat"))])
        *table_lines, own_line = self.lines.values()
        for line in table_lines:
            await line.until(lambda line=line: line.number >= number and line.chat >= said)  # type: ignore[misc]
        if seated and number > self.number > 0:
            await own_line.until(lambda: own_line.number >= number)
        if seated and said > self.said:
            await own_line.until(lambda: own_line.chat >= said)
        if self.poll is not None and (number > self.number or self.poll.done()):
            self.keep_answer("long poll", await asyncio.wait_for(self.poll, PATIENCE))
            self.poll = None
        if self.poll is None:
            self.poll = asyncio.create_task(self.who.ask("GET", f"{where}/events?since={number}&wait=60"))
        self.number, self.said = number, said
        await self._agree(table_lines[1])

    async def _agree(self, line: Socket) -> None:
        """Wait until the page's socket has told what the page itself would show."""
        async with asyncio.timeout(PATIENCE):
            while not line.closed:
                page = page_data((await self.who.ask("GET", f"/table/{self.table}")).text)
                if not page or shown_by(page["update"]) == shown_by(line.update):
                    return
                await asyncio.sleep(0.01)

    def drain(self) -> None:
        """Keep what the sockets have sent."""
        for name, line in self.lines.items():
            told: list[Any] = []
            for frame in line.frames:
                # How much a table's socket tells at once depends on who is quicker; what it tells in all does not.
                if name != OWN and frame.startswith('{"is":"update"'):
                    found = msgspec.json.decode(frame)
                    told += (*found["events"], *found["chat"])
                else:
                    self.keep(f"SOCKET {name}", frame)
            line.frames.clear()
            if name != OWN and line.update:
                self.keep(f"SOCKET {name}", f"{told} {line.update['position']}")
            if name == PAGE and line.update:
                shown = (*shown_by(line.update), line.update.get("text"), line.update.get("aids"))
                self.keep(f"SOCKET {name}", msgspec.json.encode(shown).decode())
