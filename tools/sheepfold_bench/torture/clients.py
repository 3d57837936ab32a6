"""Those who play and watch during a run: stubborn, impatient, and with a good memory."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from sheepfold_bench.listener import page_address, socket_address
from sheepfold_bench.load import DOGS, BenchError, somewhere
from sheepfold_bench.torture.history import Answer, Attempt, Ending, Heard, History, Promise
from sheepfold_bench.torture.servers import Victim

IMPATIENCE: Final = 20.0
"""Seconds after which an answer is waited for no longer; a server without its store promises to say so in 15."""
MAIN, EXTRA = 3000, 3
"""The clock at every table: nobody runs out of it in a run, unless time is counted wrongly."""
SEATS: Final = ("seat 1", "seat 2")
SPECTATOR: Final = "spectator"
PAGE: Final = "page of "
"""Whose name begins so listens as a page does."""
EVERYWHERE: Final = "seat 1 at all tables"
"""Who listens with the player's socket instead of the table's."""
VIEWERS: Final = (*SEATS, SPECTATOR, *(PAGE + name for name in (*SEATS, SPECTATOR)), EVERYWHERE)
CHAT: Final = ", chat"
"""How the name of a viewer's stream of chat ends."""
PACE: Final = 0.1
"""Seconds between two moves at a table, at most."""
CALLS: Final = 256
"""Requests that can wait for an answer at once."""
TALKATIVE: Final = 0.1
"""How often somebody says something after a move."""


@dataclass(frozen=True, slots=True)
class HttpReply:
    """A status and a body; status 0: nothing came, or nothing that promises anything."""

    status: int
    body: Any = None


class Crowd:
    """All clients of a run: how they reach the servers, and the one history that they write."""

    def __init__(self, servers: Sequence[Victim], history: History, rng: Random) -> None:
        self.servers, self.history, self.rng = servers, history, rng
        self._began = time.monotonic()
        self._callers = ThreadPoolExecutor(CALLS)
        self.closing = False
        self.opened = 0

    def now(self) -> float:
        return time.monotonic() - self._began

    def anyone(self) -> Victim:
        return self.rng.choice(self.servers)

    def table(self) -> ContestedTable:
        """A table for people who call from a place of their own: limits by address are on."""
        self.opened += 1
        return ContestedTable(self, str(self.opened), somewhere(self.opened))

    async def ask(self, server: Victim, method: str, path: str, token: str, body: Any, place: str) -> HttpReply:
        """One request."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._callers, _ask, server.port, method, path, token, body, place)


def _ask(port: int, method: str, path: str, token: str, body: Any, place: str) -> HttpReply:
    connection = HTTPConnection("127.0.0.1", port, timeout=IMPATIENCE, source_address=(place, 0))
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        connection.request(method, "/api/v1" + path, None if body is None else json.dumps(body).encode(), headers)
        answer = connection.getresponse()
        return HttpReply(answer.status, json.loads(answer.read() or b"null"))
    except (OSError, HTTPException, ValueError):
        return HttpReply(0)
    finally:
        connection.close()


@dataclass(slots=True)
class ContestedTable:
    """One table, both of its seats, and those who listen to it."""

    crowd: Crowd
    name: str
    place: str
    id: str = ""
    tokens: list[str] = field(default_factory=list)
    began: tuple[float, float] = (0.0, 0.0)
    opening: int = 0
    """How many events each seat was told before the first move."""
    counts: dict[str, int] = field(default_factory=dict)
    """How many events, and lines of chat, each viewer has heard."""
    left: dict[int, float] = field(default_factory=dict)
    """Seconds on the clocks when the last move had been made."""
    forfeited: bool = False

    async def ask(self, server: Victim, method: str, path: str, seat: int = 0, body: Any = None) -> HttpReply:
        """One request of a seat; 0: of somebody without a name."""
        token = self.tokens[seat - 1] if seat else ""
        return await self.crowd.ask(server, method, path, token, body, self.place)

    async def insist(self, method: str, path: str, seat: int = 0, body: Any = None) -> Any:
        """Ask until somebody grants it. Raises BenchError when nobody does."""
        reply = HttpReply(0)
        for _ in range(100):
            reply = await self.ask(self.crowd.anyone(), method, path, seat, body)
            if 200 <= reply.status < 300:
                return reply.body
            await asyncio.sleep(0.2)
        answer = f"{reply.status}: {reply.body}"
        raise BenchError(f"Table {self.name}: {method} {path} was never granted; the last answer was {answer}")

    def _promised(self, what: str) -> None:
        self.crowd.history.entries.append(Promise(self.name, what, self.crowd.now()))

    async def open(self) -> None:
        """Open the table and take both seats, whatever is done to the servers meanwhile. Raises BenchError."""
        for guest in SEATS:
            self.tokens.append((await self.insist("POST", "/guests", body={"program": True}))["token"])
            self._promised(f"the guest of {guest}")
        terms = {
            "game": DOGS.game.name, "options": DOGS.options, "seats": [{"kind": "me"}, {}],
            "clock": {"kind": "live", "main": MAIN, "extra": EXTRA},
        }  # fmt: skip
        self.id = (await self.insist("POST", "/tables", 1, terms | {"key": "open"}))["id"]
        self._promised(SEATS[0])
        asked = self.crowd.now()
        await self.insist("POST", f"/tables/{self.id}/sit", 2, {})
        self._promised(SEATS[1])
        self.began = asked, self.crowd.now()
        for _ in range(100):
            position = (await self.insist("GET", f"/tables/{self.id}", 1))["position"]
            if position["to_move"]:
                self.opening = position["number"]
                return
            await asyncio.sleep(0.2)
        raise BenchError(f"Table {self.name}: both seats are taken, and the game never began.")

    # -- playing -------------------------------------------------------------------------------

    async def play(self) -> None:
        """Move for whoever is to move, until the run or the game ends."""
        crowd, rng = self.crowd, self.crowd.rng
        while not crowd.closing:
            server = crowd.anyone()
            found = await self.ask(server, "GET", f"/tables/{self.id}", 1)
            if found.status != 200:
                await asyncio.sleep(0.1)
                continue
            position = found.body["position"]
            if not position["to_move"]:
                return
            (seat,), number = position["to_move"], position["number"]
            parts = await self.ask(server, "GET", f"/tables/{self.id}/choices", seat)
            if parts.status == 200 and parts.body["parts"]:
                await self._decide(seat, number, rng.sample(parts.body["parts"], 2))
                if rng.random() < TALKATIVE:
                    await self._say(seat, f"after {number}: {rng.randrange(10**9)}")
            await asyncio.sleep(rng.random() * PACE)

    async def _say(self, seat: int, text: str) -> None:
        """Say something once; whether it was said is only known if it was acknowledged."""
        reply = await self.ask(self.crowd.anyone(), "POST", f"/tables/{self.id}/chat", seat, {"text": text})
        if 200 <= reply.status < 300:
            self._promised(f"the line {text!r}")

    async def _decide(self, seat: int, number: int, parts: Sequence[str]) -> None:
        """Once at one server; or the same request at all of them at once; or rivals, of which one may win."""
        one, other = (self._insist(seat, number, part) for part in parts)
        match self.crowd.rng.randrange(4):
            case 0:
                key = self._key(number)
                other.close()
                one.close()
                await asyncio.gather(*(self._insist(seat, number, parts[0], key) for _ in self.crowd.servers))
            case 1:
                await asyncio.gather(one, other)
            case _:
                other.close()
                await one

    def _key(self, number: int) -> str:
        return f"{number}.{self.crowd.rng.randrange(10**9)}"

    async def _insist(self, seat: int, number: int, part: str, key: str = "") -> None:
        """Send one move, under one key, until it is known what became of it."""
        key = key or self._key(number)
        body = {"move": [part], "expected": number, "key": key}
        for _ in range(200):
            server, began = self.crowd.anyone(), self.crowd.now()
            reply = await self.ask(server, "POST", f"/tables/{self.id}/moves", seat, body)
            answer: Answer = "done" if 200 <= reply.status < 300 else "refused" if _final(reply.status) else "unknown"
            why = "" if answer == "done" else str((reply.body or {}).get("detail", reply.status))
            ply, ended = number - self.opening, self.crowd.now()
            self.crowd.history.entries.append(
                Attempt(self.name, ply, seat, part, key, server.number, began, ended, answer, why)
            )
            if answer != "unknown":
                return
            await asyncio.sleep(0.1)

    # -- listening -----------------------------------------------------------------------------

    async def listen(self, viewer: str) -> None:
        """Hear everything over sockets, resuming after every break with the last event that was heard."""
        line = 0
        while True:
            line += 1
            with suppress(OSError, WebSocketException, TimeoutError):
                await self._hear(viewer, line)
            await asyncio.sleep(0.1)

    async def _hear(self, viewer: str, line: int) -> None:
        known, chat = self.counts.get(viewer, 0), self.counts.get(viewer + CHAT, 0)
        seat, address = _seat(viewer), page_address if viewer.startswith(PAGE) else socket_address
        path = "/api/v1/me/socket" if viewer == EVERYWHERE else address(self.id, known, chat)
        async with connect(
            f"ws://127.0.0.1:{self.crowd.anyone().port}{path}",
            additional_headers={"Authorization": f"Bearer {self.tokens[seat - 1]}"} if seat else {},
            compression=None, open_timeout=IMPATIENCE, ping_interval=5, ping_timeout=15,
            local_addr=(self.place, 0),
        ) as socket:  # fmt: skip
            if viewer == EVERYWHERE:
                since = {"since": {self.id: known}, "chat_since": {self.id: chat}}
                await socket.send(json.dumps({"do": "follow"} | since))
            async for message in socket:
                told = json.loads(message)
                for event in told.get("events", ()):
                    self._note(viewer, line, event)
                for said in told.get("chat", ()):
                    self._note(viewer + CHAT, line, said)

    def _note(self, viewer: str, line: int, event: dict[str, Any]) -> None:
        """Write down what was heard. The player's socket may repeat itself, and says so: only what is next is taken."""
        if viewer.startswith(EVERYWHERE) and event["number"] != self.counts.get(viewer, 0) + 1:
            return
        self.crowd.history.entries.append(Heard(self.name, viewer, line, event["number"], event, self.crowd.now()))
        self.counts[viewer] = event["number"]

    # -- the end -------------------------------------------------------------------------------

    async def close(self, patience: float) -> None:
        """Give the game up where it is not over, and wait for so long until all viewers have heard of its end."""
        await self._at_rest()
        position = (await self.insist("GET", f"/tables/{self.id}", 1))["position"]
        self.left = {clock["seat"]: clock["left"] for clock in position["clocks"]}
        self.forfeited = (position["outcome"] or {}).get("reason") == "forfeited"
        if position["outcome"] is None:
            await self.insist("POST", f"/tables/{self.id}/resign", 1, {})
        number = await self._at_rest()
        lines = len(await self.insist("GET", f"/tables/{self.id}/chat", 1))
        wanted = dict.fromkeys(VIEWERS, number) | {viewer + CHAT: lines for viewer in VIEWERS}
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while any(self.counts.get(viewer, 0) < most for viewer, most in wanted.items()):
                    await asyncio.sleep(0.05)

    async def _at_rest(self) -> int:
        """How many events there are, once all servers tell the same."""
        numbers: set[int] = set()
        for _ in range(300):
            replies = [await self.ask(server, "GET", f"/tables/{self.id}", 1) for server in self.crowd.servers]
            numbers = {reply.body["position"]["number"] if reply.status == 200 else -1 for reply in replies}
            if len(numbers) == 1 and -1 not in numbers:
                return numbers.pop()
            await asyncio.sleep(0.1)
        raise BenchError(f"Table {self.name}: the servers never agreed; they have {sorted(numbers)} events.")

    async def ending(self) -> Ending:
        """The truth, when all faults are over. Raises BenchError."""
        stored = [f"the guest of {SEATS[n]}" for n in range(len(self.tokens)) if await self._found("/me", n + 1)]
        table = await self._found(f"/tables/{self.id}", 1) if self.id else None
        if table is not None and table["position"]["to_move"]:
            await self.insist("POST", f"/tables/{self.id}/resign", 1, {})
            table = await self.insist("GET", f"/tables/{self.id}", 1)
        moves: tuple[str, ...] = ()
        stories, chats = dict[str, tuple[Any, ...]](), dict[str, tuple[Any, ...]]()
        if table is not None:
            stored += [name for name, seat in zip(SEATS, table["info"]["seats"], strict=True) if seat["user"]]
            for viewer in VIEWERS if table["position"]["outcome"] else ():
                seat = _seat(viewer)
                stories[viewer] = tuple((await self.insist("GET", f"/tables/{self.id}/story", seat))["events"])
                chats[viewer + CHAT] = tuple(await self.insist("GET", f"/tables/{self.id}/chat", seat))
            stored += [f"the line {line['text']!r}" for line in chats.get(SEATS[0] + CHAT, ())]
        if stories:
            record = await self.insist("GET", f"/tables/{self.id}/record.json")
            moves = tuple(text for _, text in record["moves"])
        return Ending(
            self.name, tuple(stored), self.opening, moves, stories, chats,
            self.left, MAIN, EXTRA, self.began, self.forfeited,
        )  # fmt: skip

    async def _found(self, path: str, seat: int) -> Any:
        """What is there; None: it is not, for certain. Raises BenchError."""
        for _ in range(100):
            reply = await self.ask(self.crowd.anyone(), "GET", path, seat)
            if reply.status in (200, 401, 404):
                return reply.body if reply.status == 200 else None
            await asyncio.sleep(0.2)
        raise BenchError(f"Table {self.name}: nobody says whether {path} is there.")


def _seat(viewer: str) -> int:
    """Whose token a viewer has; 0: nobody's."""
    return next((number for number, name in enumerate(SEATS, 1) if name in viewer), 0)


def _final(status: int) -> bool:
    """Whether a refusal says for certain that nothing was changed."""
    return 400 <= status < 500
