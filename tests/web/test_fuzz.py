"""Whatever stands in an address, a query, a header or a body, at every door: no fault of ours, and none in the log.

The doors are taken from the application's own table of routes, so what is new is tried unasked. Everything is sent as
bytes over real connections: no well-behaved library stands between.
"""

from __future__ import annotations

import io
import logging
import random
from itertools import product
from urllib.parse import quote

import httpx
import pytest

from cheap import CHEAP
from observer import API, Entrance, doors_of
from patience import PATIENCE
from serving import DOGS, SEATS, all_said, bare_line, end_of_line, server_in_thread
from sheepfold.play.setup import Setup
from sheepfold.web import logs
from sheepfold.web.api.routes import api_routes
from sheepfold.web.app import page_routes
from sheepfold.web.settings import Settings

DIGITS = b"9" * 5000
"""More than Python makes a number of."""

WORDS = (
    DIGITS, b"%00", b"%ff%fe", b"%ed%a0%80", b"-1", b"1e400", b"a%00b", b"%", b"%zz", b"%f0%9f%90%91", b"%C0%AE", b"..",
    b"%2e%2e%2f", b"%2F", b"%0d%0aX:%20y", b"%7f", b"%e2%80%ae", b"[", b"%5B", b"'", b"{}", b"%25%30%30", b"\xc3\xa9",
    b"\xff", b"%D9%A3", b"%C2%B2", b"a" * 3000,
)  # fmt: skip
"""What stands in an address where a table, a name or a number belongs."""

QUERIES = (
    b"%00=%00", b"since=D&as=D&page=D".replace(b"D", DIGITS), b"invite=%00", b"game=%ed%a0%80",
    b"&", b"=", b"since=" + DIGITS, b"since=%C2%B2", b"since=nan&wait=inf&limit=-0", b"wait=" + DIGITS,
    b"so_far=%00&so_far=%ff", b"invite=%ed%a0%80", b"game=%00",
    b"a;b;c", b"x=" + b"%41" * 1000, b"&".join([b"x"] * 3000), b"?????", b"since[]=1", b"since=1&since=2",
)  # fmt: skip
"""What stands behind the question mark."""

HEADERS = tuple(
    name + b": " + value
    for name, values in {
        b"Host": (b"[", b"http://[", b"[::1", b"a b", b"\xff\xfe", b"x" * 5000, b"", b"]:80", b"a:" + DIGITS,
                  b"@", b"?#"),
        b"Origin": (b"http://[", b"http://[::1", b"[", b"null", b"\xff", b"http://\xe2\x84\x80", b"://",
                    b"http://a:" + DIGITS),
        b"Referer": (b"http://[", b"\xff"),
        b"Sec-Fetch-Site": (b"cross-site", b"\xff"),
        b"Cookie": (b"=", b";" * 500, b"sheepfold=\xff", b"sheepfold=%00", b'sheepfold="\\000"',
                    b"sheepfold=" + b"a" * 9000, b"sheepfold-look=" + b"[" * 3000, b"sheepfold-look=theme%00",
                    b"\xed\xa0\x80=1"),
        b"Authorization": (b"Bearer \xff", b"Bearer", b"Bearer " + b"a" * 9000, b"Basic AAAA", b"\xb2",
                           b"Bearer \xed\xa0\x80"),
        b"X-CSRF-Token": (b"\xff", b"", b"a" * 5000),
        b"Accept": (b"application/json" + b";q=9" * 500, b"\xff"),
        b"Accept-Encoding": (b"gzip\xff", b"gzip;q=" + DIGITS),
        b"Accept-Language": (b"\xff;q=" + DIGITS,),
        b"Content-Type": (b"application/json; charset=\xff", b"multipart/form-data; boundary=" + b"-" * 300, b"\xff",
                          b""),
        b"Forwarded": (b"for=[::;by=\xff",),
        b"X-Forwarded-For": (b"[", b"[::1", b"1.2.3.4:" + DIGITS, b"\xff", b"," * 900, b"a%00b", b"[::1]:" + DIGITS),
        b"X-Forwarded-Proto": (b"wss", b"\xff", b"https,http"),
        b"X-Forwarded-Host": (b"[",),
        b"If-None-Match": (b"\xff" * 100,),
        b"If-Modified-Since": (b"Mon, 99 Foo " + DIGITS,),
        b"Range": (b"bytes=" + DIGITS + b"-", b"bytes=-1--2,,"),
        b"Expect": (b"100-continue", b"\xff"),
        b"Upgrade": (b"h2c", b"\xff"),
        b"TE": (b"trailers",),
        b"Sec-WebSocket-Protocol": (b",,,", b"\xff", b"a" * 5000),
        b"Sec-WebSocket-Extensions": (b"permessage-deflate; x=" + b"y" * 5000, b";;;", b'a="'),
        b"Sec-WebSocket-Version": (b"8", DIGITS, b"\xb2"),
        b"Sec-WebSocket-Key": (b"short", b"\xff", b"A" * 5000),
    }.items()
    for value in values
)  # fmt: skip
"""Whole lines of a head; each takes the place of a good one of the same name."""

BODIES = (b"", b"null", b'{"seat": ' + DIGITS + b"}", b'{"text": "\\u0000\\ud800"}', b"{" * 9000)
FORMS = (
    b"", b"%00=%00&=&&", b"move=%00&part=%ff&text=%ed%a0%80&name=%00&mail=%00&password=%00&kind=%00&key=%00",
    b"seat=N&about=N&expected=N&number=N&count=N&days=N&id=N&main=N&extra=N".replace(b"N", DIGITS),
    b"game=dogs&count=%C2%B2&clock=live&main=%D9%A3&size=" + DIGITS, b"&".join([b"a=b"] * 500),
    b"move=" + b"x" * 15_000,
)  # fmt: skip


CLOSE = b"\x88\x80" + bytes(4)
"""The frame with which a client closes its socket."""


class Faults(logging.Handler):
    """What the server machinery and the event loop complain of, beyond requests that cannot be read."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def fuzzed(request, tmp_path_factory):
    """A server behind a proxy that it trusts, so that its headers are read too, and all that it writes to its log."""
    if request.param == "sqlite":
        database, bus = f"sqlite:///{tmp_path_factory.mktemp('fuzz')}/fold.db", "local"
    else:
        database, bus = request.getfixturevalue("postgres").new_database(), "postgres"
    written, faults = io.StringIO(), Faults()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(logs.sys, "stderr", written)
        logging.getLogger().addHandler(faults)
        try:
            # Thousands of requests as fast as they go: a refusal for their number would hide what they find.
            settings = Settings(rate_limits=False, log_level="warning", trusted_proxies="127.0.0.1")
            with server_in_thread(settings, Setup(database=database, bus=bus, workers=0, hasher=CHEAP)) as url:
                yield url, written, faults
        finally:
            logging.getLogger().removeHandler(faults)


class Visitor:
    """A guest's browser that sits at a table, and writes its requests by hand."""

    def __init__(self, url, http):
        arrived = http.post(f"{url}{API}/guests", json={})
        me = arrived.json()["me"]
        self.csrf, self.cookie = me["csrf"], arrived.headers["set-cookie"].partition(";")[0]
        http.cookies.clear()
        headers = {"x-csrf-token": self.csrf, "cookie": self.cookie}
        self.table = http.post(f"{url}{API}/tables", json=DOGS | {"seats": SEATS}, headers=headers).json()["id"]
        self.url, self.name = url, me["user"]["name"]
        self.words = {"table": self.table, "game": "dogs", "name": self.name, "kind": "draw", "ply": "0"}

    def path(self, door, word=None):
        """The door's address, with a word in the place of each name in it."""
        found = door.pattern.encode()
        while b"{" in found:
            before, _, rest = found.partition(b"{")
            name, _, after = rest.partition(b"}")
            given = quote(self.words.get(name.decode(), "1"), safe="").encode()
            found = before + (given if word is None else word.replace(b"{", b"(").replace(b"}", b")")) + after
        return found

    def request(self, door, path, body=b"", header=b""):
        page, live = not door.pattern.startswith(API), door.method == "SOCKET"
        media = "application/x-www-form-urlencoded" if page else "application/json"
        head = {
            "host": f"Host: {self.url.removeprefix('http://')}",
            "cookie": f"Cookie: {self.cookie}",
            "x-csrf-token": f"X-CSRF-Token: {self.csrf}",
            "content-type": f"Content-Type: {media}",
            "connection": "Connection: upgrade" if live or header.startswith(b"Upgrade") else "Connection: close",
        }
        if live:
            head["upgrade"] = "Upgrade: websocket"
            head["sec-websocket-version"] = "Sec-WebSocket-Version: 13"
            head["sec-websocket-key"] = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
        elif body or door.method != "GET":
            head["content-length"] = f"Content-Length: {len(body)}"
        lines = {name: line.encode() for name, line in head.items()}
        if header:
            lines[header.partition(b":")[0].decode().lower()] = header
        method = b"GET" if live else door.method.encode()
        return b"\r\n".join([method + b" " + path + b" HTTP/1.1", *lines.values(), b"", body])

    def statuses(self, request):
        """Of all answers to the request; then the connection is closed, or the socket that it became."""
        with bare_line(self.url) as line:
            line.sendall(request)
            said = line.recv(65536)
            end_of_line(line, CLOSE if said.startswith(b"HTTP/1.1 101") else b"")
            said += all_said(line)
        return [int(piece[:3]) for piece in (b"\r\n" + said).split(b"\r\nHTTP/1.1 ")[1:]]


def doors():
    return [
        *doors_of(list(api_routes()), API),
        *doors_of(list(page_routes())),
        Entrance("GET", "/nowhere"),
        Entrance("GET", f"{API}/{{x}}"),
    ]


def some(values, chance):
    """The worst ones, which stand first, and a few others."""
    return (*values[:4], *chance.sample(values[4:], 4))


def tried(visitor, door, chance):
    """Requests at one door: evil in each place of its own, and some of everything at once."""
    own = visitor.path(door)
    form = f"csrf={visitor.csrf}&".encode()
    bodies = BODIES if door.pattern.startswith(API) else tuple(form + body for body in FORMS)
    if "{" in door.pattern:
        yield from (visitor.request(door, visitor.path(door, word)) for word in some(WORDS, chance))
    if door.method in ("GET", "SOCKET"):
        yield from (visitor.request(door, own + b"?" + query) for query in some(QUERIES, chance))
    else:
        yield from (visitor.request(door, own, body) for body in bodies)
    for _ in range(3):
        yield visitor.request(door, own + b"?" + chance.choice(QUERIES), chance.choice(bodies), chance.choice(HEADERS))


def answered(visitor, requests, written, faults):
    """Nothing that was asked broke anything."""
    for request in requests:
        shown = request[:200] + b"..." + request[-200:]
        assert all(status < 500 for status in visitor.statuses(request)), shown
        assert not faults.found, (shown, faults.found)
        logged = written.getvalue()
        assert '"level": "error"' not in logged, (shown, logged)


def test_no_door_breaks_by_what_is_written_into_its_address_query_or_body(fuzzed):
    url, written, faults = fuzzed
    chance = random.Random(13)
    with httpx.Client(timeout=PATIENCE) as http:
        visitor = Visitor(url, http)
        for door in doors():
            answered(visitor, tried(visitor, door, chance), written, faults)
            if door.method != "GET":  # it may have left the table, or have signed out
                visitor = Visitor(url, http)


COMMON = (
    Entrance("GET", "/"),
    Entrance("GET", "/nowhere"),
    Entrance("POST", "/table/{table}/sit"),
    Entrance("GET", f"{API}/me"),
    Entrance("POST", f"{API}/tables/{{table}}/chat"),
    Entrance("SOCKET", f"{API}/me/socket"),
    Entrance("SOCKET", f"{API}/nowhere"),
)
"""One door of each kind: heads are read by what all doors of a kind share."""


def test_no_kind_of_door_breaks_by_any_header(fuzzed):
    url, written, faults = fuzzed
    with httpx.Client(timeout=PATIENCE) as http:
        visitor = Visitor(url, http)
    requests = (visitor.request(door, visitor.path(door), b"", header) for door, header in product(COMMON, HEADERS))
    answered(visitor, requests, written, faults)
