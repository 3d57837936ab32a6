"""Those who play and watch during a run: stubborn, impatient, and with a good memory."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from sheepfold.lab.load import DOGS, BenchError
from sheepfold.lab.torture.history import Answer, Attempt, Ending, Heard, History
from sheepfold.lab.torture.servers import Victim

IMPATIENCE: Final = 20.0
"""Seconds after which an answer is waited for no longer; a server without its store promises to say so in 15."""
MAIN, EXTRA = 3000, 3
"""The clock at every table: nobody runs out of it in a run, unless time is counted wrongly."""
SPECTATOR: Final = "spectator"
EVERYWHERE: Final = "seat 1 at all tables"
"""Who listens with the player's socket instead of the table's."""


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
        self.closing = False

    def now(self) -> float:
        return time.monotonic() - self._began

    def anyone(self) -> Victim:
        return self.rng.choice(self.servers)

    async def ask(
        self, server: Victim, method: str, path: str, token: str = "", body: Any = None, source: int = 1
    ) -> HttpReply:
        """One request, from an address of the caller's own: limits by address are on."""
        return await asyncio.to_thread(_ask, server.port, method, path, token, body, source)

    async def insist(self, method: str, path: str, token: str = "", body: Any = None, source: int = 1) -> Any:
        """Ask until somebody grants it. Raises BenchError when nobody does."""
        reply = HttpReply(0)
        for _ in range(100):
            reply = await self.ask(self.anyone(), method, path, token, body, source)
            if 200 <= reply.status < 300:
                return reply.body
            await asyncio.sleep(0.2)
        raise BenchError(f"{method} {path} was never granted; the last answer was {reply.status}: {reply.body}")


def _ask(port: int, method: str, path: str, token: str, body: Any, source: int) -> HttpReply:
    connection = HTTPConnection("127.0.0.1", port, timeout=IMPATIENCE, source_address=(f"127.0.0.{source}", 0))
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
    source: int
    id: str = ""
    tokens: tuple[str, str] = ("", "")
    began: tuple[float, float] = (0.0, 0.0)
    opening: int = 0
    """How many events each seat was told before the first move."""
    counts: dict[str, int] = field(default_factory=dict)
    """How many events each viewer has heard."""

    async def open(self) -> None:
        ask, source = self.crowd.insist, self.source
        first, second = [(await ask("POST", "/guests", "", {"program": True}, source))["token"] for _ in range(2)]
        terms = {
            "game": DOGS.game.name, "options": DOGS.options, "seats": [{"kind": "me"}, {}],
            "clock": {"kind": "live", "main": MAIN, "extra": EXTRA},
        }  # fmt: skip
        self.id = (await ask("POST", "/tables", first, terms | {"key": "open"}, source))["id"]
        asked = self.crowd.now()
        await ask("POST", f"/tables/{self.id}/sit", second, {}, source)
        self.began = asked, self.crowd.now()
        self.tokens = first, second
        self.opening = await self.at_rest()

    @property
    def viewers(self) -> Mapping[str, str]:
        """Who listens, each with their token."""
        return {"seat 1": self.tokens[0], "seat 2": self.tokens[1], SPECTATOR: "", EVERYWHERE: self.tokens[0]}

    # -- playing -------------------------------------------------------------------------------

    async def play(self) -> None:
        """Move for whoever is to move, until the run or the game ends."""
        crowd, rng = self.crowd, self.crowd.rng
        while not crowd.closing:
            server = crowd.anyone()
            found = await crowd.ask(server, "GET", f"/tables/{self.id}", self.tokens[0], None, self.source)
            if found.status != 200 or not found.body["position"]["to_move"]:
                if found.status == 200:
                    return
                await asyncio.sleep(0.1)
                continue
            position = found.body["position"]
            (seat,), number = position["to_move"], position["number"]
            query = f"/tables/{self.id}/choices"
            parts = await crowd.ask(server, "GET", query, self.tokens[seat - 1], None, self.source)
            if parts.status == 200 and parts.body["parts"]:
                await self._decide(seat, number, rng.sample(parts.body["parts"], 2))
            await asyncio.sleep(rng.random() * 0.4)

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
            token = self.tokens[seat - 1]
            reply = await self.crowd.ask(server, "POST", f"/tables/{self.id}/moves", token, body, self.source)
            answer: Answer = "done" if 200 <= reply.status < 300 else "refused" if _final(reply.status) else "unknown"
            why = "" if answer == "done" else str((reply.body or {}).get("detail", reply.status))
            ply, ended = number - self.opening, self.crowd.now()
            self.crowd.history.entries.append(
                Attempt(self.id, ply, seat, part, key, server.number, began, ended, answer, why)
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
        known, token = self.counts.get(viewer, 0), self.viewers[viewer]
        path = "/me/socket" if viewer == EVERYWHERE else f"/tables/{self.id}/socket?since={known}"
        async with connect(
            f"ws://127.0.0.1:{self.crowd.anyone().port}/api/v1{path}",
            additional_headers={"Authorization": f"Bearer {token}"} if token else {},
            compression=None, open_timeout=IMPATIENCE, ping_interval=5, ping_timeout=15,
            local_addr=(f"127.0.0.{self.source}", 0),
        ) as socket:  # fmt: skip
            if viewer == EVERYWHERE:
                await socket.send(json.dumps({"do": "follow", "since": {self.id: known}}))
            async for message in socket:
                for event in json.loads(message).get("events", ()):
                    self._note(viewer, line, event)

    def _note(self, viewer: str, line: int, event: dict[str, Any]) -> None:
        """Write down what was heard. The player's socket may repeat itself, and says so: only what is next is taken."""
        if viewer == EVERYWHERE and event["number"] != self.counts.get(viewer, 0) + 1:
            return
        self.crowd.history.entries.append(Heard(self.id, viewer, line, event["number"], event, self.crowd.now()))
        self.counts[viewer] = event["number"]

    # -- the end -------------------------------------------------------------------------------

    async def at_rest(self) -> int:
        """How many events there are, once all servers tell the same."""
        numbers: set[int] = set()
        for _ in range(300):
            replies = [
                await self.crowd.ask(server, "GET", f"/tables/{self.id}", self.tokens[0], None, self.source)
                for server in self.crowd.servers
            ]
            numbers = {reply.body["position"]["number"] if reply.status == 200 else -1 for reply in replies}
            if len(numbers) == 1 and -1 not in numbers:
                return numbers.pop()
            await asyncio.sleep(0.1)
        raise BenchError(f"The servers never agreed about table {self.id}: {sorted(numbers)} events.")

    async def end(self, patience: float) -> Ending:
        """Give the game up where it is not over, wait until all viewers have heard of it, and ask for the truth."""
        await self.at_rest()
        ask, source = self.crowd.insist, self.source
        position = (await ask("GET", f"/tables/{self.id}", self.tokens[0], None, source))["position"]
        left = {clock["seat"]: clock["left"] for clock in position["clocks"]}
        if position["outcome"] is None:
            await ask("POST", f"/tables/{self.id}/resign", self.tokens[0], {}, source)
        record = await ask("GET", f"/tables/{self.id}/record.json", "", None, source)
        number = await self.at_rest()
        await _until(lambda: all(self.counts.get(viewer, 0) >= number for viewer in self.viewers), patience)
        stories = {
            viewer: tuple((await ask("GET", f"/tables/{self.id}/story", token, None, source))["events"])
            for viewer, token in self.viewers.items()
        }
        moves = tuple(text for _, text in record["moves"])
        forfeited = (position["outcome"] or {}).get("reason") == "forfeited"
        return Ending(self.id, moves, stories, left, MAIN, EXTRA, self.began, forfeited)


def _final(status: int) -> bool:
    """Whether a refusal says for certain that nothing was changed."""
    return 400 <= status < 500


async def _until(true: Callable[[], bool], patience: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(patience):
            while not true():
                await asyncio.sleep(0.05)
