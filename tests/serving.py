"""What tests of the server need: a server in a thread or in a process, and players who talk to it over HTTP."""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from html import unescape
from itertools import count
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from patience import PATIENCE, patiently
from sheepfold.play.setup import Setup
from sheepfold.web.app import make_app
from sheepfold.web.server import configuration, listen
from sheepfold.web.settings import Settings
from sheepfold_bench.load import keep_port, somewhere

DOGS = {"game": "dogs", "options": {"tiles": 5, "mode": "single"}}
MUTTON = {"game": "mutton", "options": {"size": 3, "num_sheep": 8, "num_wolves": 2, "quick": 5}}
SEATS = [{"kind": "me"}, {"kind": "open"}]


@contextmanager
def server_in_thread(
    settings: Settings,
    setup: Setup | None = None,
    sending: int | None = None,
    loop: str = "asyncio",
) -> Iterator[str]:
    """The address of a server that runs in this process, behind a real port; the system keeps ``sending`` bytes
    for each client that reads slowly. The ``loop`` that ships is ``auto``."""
    with keep_port() as kept:
        door = listen(replace(settings, port=kept.getsockname()[1]))
    if sending is not None:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, sending)
    app = make_app(settings, setup)
    server = uvicorn.Server(configuration(settings, app, settings.connections, loop=loop, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    try:
        patiently(lambda: server.started or not thread.is_alive())
        assert server.started, "the server stopped while starting"
        yield f"http://127.0.0.1:{door.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server did not stop, and would disturb the tests that follow"


class ServerProcess:
    """A server in a process of its own, to be killed and started again on the same port."""

    program: tuple[str, ...] = ("-m", "sheepfold.web.server")

    def __init__(self, database: str, files: int | None = None, **settings: str) -> None:
        """``files``: how many the system lets it have open."""
        self.files, self._kept = files, keep_port()
        self.port = self._kept.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        given = {"database": database, "port": str(self.port), "bot_workers": "0"} | settings
        self.environment = os.environ | {f"SHEEPFOLD_{name.upper()}": value for name, value in given.items()}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.launch()
        patiently(self.answers)

    def launch(self) -> None:
        self.said = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        self.process = subprocess.Popen(
            [sys.executable, *self.program],
            env=self.environment,
            stdout=self.said,
            stderr=self.said,
            preexec_fn=None if self.files is None else self._limit,
        )

    def _limit(self) -> None:
        assert self.files is not None
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    @property
    def log(self) -> str:
        """What it has said so far."""
        self.said.seek(0)
        return self.said.read().decode()

    def answers(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            raise AssertionError(f"the server stopped while starting: {self.log}")
        with socket.socket() as probe:  # a start takes a hundred looks, and a whole request at each would be dear
            if probe.connect_ex(("127.0.0.1", self.port)):
                return False
        try:
            return get(f"{self.url}/healthz").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """SIGKILL: no chance to put anything in order."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


@contextmanager
def house(database: str, processes: int, **settings: str) -> Iterator[list[str]]:
    """The addresses of several processes of one house, started at the same time."""
    servers = [ServerProcess(database, **settings) for _ in range(processes)]
    try:
        for server in servers:
            server.launch()
        for server in servers:
            patiently(server.answers)
        yield [server.url for server in servers]
    finally:
        for server in servers:
            server.kill()


# Nobody is asked for a certificate here: to load those of the whole world takes 50 ms for every call.
get, post = (partial(call, timeout=PATIENCE, verify=False) for call in (httpx.get, httpx.post))
"""Single requests of nobody in particular."""


_PLACES = count()


def new_place() -> str:
    """An address from which nobody has called yet: rate limits are on, as they ship, and count what all at one do."""
    return somewhere(next(_PLACES))


def visitor(url: str = "", at: str = "", **more: Any) -> httpx.Client:
    """Somebody who calls from that address, or from one of their own."""
    line = httpx.HTTPTransport(local_address=at or new_place(), verify=False)
    return httpx.Client(base_url=url, timeout=PATIENCE, transport=line, **more)


class Reader:
    """A browser without scripts: it keeps cookies, follows where forms lead, and sends the forms that it is shown."""

    def __init__(self, url: str) -> None:
        self.at = new_place()
        self.http = visitor(url, self.at, follow_redirects=True)
        self.shown = ""

    def open(self, path: str) -> str:
        return self._show(self.http.get(path))

    def send(self, path: str, *, status: int = 200, **fields: str) -> str:
        return self._show(self.http.post(path, data={"csrf": self.csrf, **fields}), status)

    def do(self, path: str, **body: Any) -> Any:
        """What a page's script would do over the API."""
        return read(self.http.post(f"/api/v1{path}", json=body, headers={"x-csrf-token": self.csrf}))

    @property
    def csrf(self) -> str:
        """The secret of the page that is shown, which its forms bring back."""
        found = re.search(r'<meta name="csrf" content="([^"]*)"', self.shown)
        return found[1] if found else ""

    def _show(self, answer: httpx.Response, status: int = 200) -> str:
        assert answer.status_code == status, answer.text
        self.shown, self.path = unescape(answer.text), answer.url.path
        return self.shown


class Player:
    """A guest with a token, who plays over HTTP."""

    def __init__(self, url: str, name: str = "", at: str = "") -> None:
        self.url, self.at = url, at or new_place()
        self.http = visitor(f"{url}/api/v1", self.at)
        arrival = self.post("/guests", name=name, program=True)
        self.id, self.name, self.token = arrival["me"]["user"]["id"], arrival["me"]["user"]["name"], arrival["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"

    def get(self, path: str, **query: Any) -> Any:
        return read(self.http.get(path, params=query))

    def text(self, path: str, **query: Any) -> str:
        found = self.http.get(path, params=query)
        assert found.status_code == 200, found.text
        return found.text

    def post(self, path: str, **body: Any) -> Any:
        return read(self.http.post(path, json=body))

    def put(self, path: str, **body: Any) -> Any:
        return read(self.http.put(path, json=body))

    def refused(self, method: str, path: str, **body: Any) -> dict[str, Any]:
        """The problem with which a request is refused; it must have one."""
        return problem(self.http.request(method, path, json=body or None))

    def socket(self, path: str, url: str = "", **query: Any) -> ClientConnection:
        words = "&".join(f"{name}={value}" for name, value in query.items())
        address = (url or self.url).replace("http:", "ws:") + f"/api/v1{path}?{words}"
        bearer = {"Authorization": f"Bearer {self.token}"}
        return connect(address, additional_headers=bearer, compression=None, source_address=(self.at, 0))

    def random_move(self, table: str, rng: random.Random) -> dict[str, Any]:
        """Play any legal move, part by part."""
        parts: list[str] = []
        while True:
            choices = self.get(f"/tables/{table}/choices", so_far=parts)
            if choices["complete"]:
                return self.post(f"/tables/{table}/moves", move=parts)  # type: ignore[no-any-return]
            parts.append(rng.choice(choices["parts"]))


def read(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


def bare_line(url: str, source: str = "127.0.0.1") -> socket.socket:
    """A connection without any manners; of this machine's addresses, from ``source``."""
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), PATIENCE, (source, 0))


def all_said(line: socket.socket) -> bytes:
    """Everything until the server hangs up, gently or not."""
    found = b""
    with suppress(ConnectionResetError):
        while piece := line.recv(65536):
            found += piece
    return found


def end_of_line(line: socket.socket, last: bytes = b"") -> None:
    """Sends the last words and ends our side. The server may have hung up before it has read them all."""
    with suppress(OSError):
        line.sendall(last)
        line.shutdown(socket.SHUT_WR)


def problem(answer: httpx.Response) -> dict[str, Any]:
    """A refusal is always a problem with its status and one sentence."""
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    found: dict[str, Any] = answer.json()
    assert found["status"] == answer.status_code
    assert found["detail"].endswith((".", "?", "!", "..."))
    assert "Traceback" not in answer.text
    return found


def seated(first: Player, second: Player, terms: dict[str, Any], **more: Any) -> str:
    """A running table with the two at it."""
    table: str = first.post("/tables", **(terms | {"seats": SEATS} | more))["id"]
    second.post(f"/tables/{table}/sit")
    return table


def upgraded(line: socket.socket, table: str) -> None:
    """Make a bare connection the socket of a spectator, as far as the server's first words."""
    line.sendall(
        f"GET /api/v1/tables/{table}/socket?chat_since=0 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert line.recv(12) == b"HTTP/1.1 101"


def hear(socket: ClientConnection, kind: str = "update") -> dict[str, Any]:
    """The next message of that kind."""
    while True:
        found: dict[str, Any] = msgspec.json.decode(socket.recv(timeout=PATIENCE))
        if found["is"] == kind:
            return found


def tell(socket: ClientConnection, **command: Any) -> None:
    socket.send(msgspec.json.encode(command).decode())


def play_out(table: str, players: list[Player], rng: random.Random, limit: int = 400) -> dict[str, Any]:
    """Random moves until the game is over; the last position as the first player sees it."""
    for _ in range(limit):
        position: dict[str, Any] = players[0].get(f"/tables/{table}")["position"]
        if position["outcome"] is not None:
            return position
        players[position["to_move"][0] - 1].random_move(table, rng)
    raise AssertionError("the game did not end")


def socket_move(live: ClientConnection, rng: random.Random) -> None:
    """Play any legal move over a socket, part by part."""
    parts: list[str] = []
    while True:
        tell(live, do="choices", so_far=parts, id="c")
        found = hear(live, "choices")["choices"]
        if found["complete"]:
            break
        parts.append(rng.choice(found["parts"]))
    tell(live, do="move", move=parts, id="m")
    hear(live, "done")
