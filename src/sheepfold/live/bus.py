"""The bus: tells other processes that something was stored; they read it from the store.

A message holds a table, a kind and a number, nothing secret. Messages may be lost, doubled or late; ``gap`` says that
some may have been lost.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

Kind: TypeAlias = Literal["log", "chat", "forget", "revoked", "clocks", "gap", "replay"]
EVERYBODY: Final = "*"
"""In place of a table: all of them."""


class Word(NamedTuple):
    """One message. ``log``: the table's log has ``number`` lines now. ``chat``: its chat has. ``forget``: drop it from
    memory. ``revoked``: a session or token of user ``number`` ended. ``clocks``: time was given back at all tables.
    ``gap``: messages may have been lost. ``replay``: shared replay ``table`` went to another position."""

    table: str
    kind: Kind
    number: int

    def encode(self) -> str:
        return f"{self.table} {self.kind} {self.number}"

    @classmethod
    def decode(cls, text: str) -> Word | None:
        """The message; None for anything else on the channel."""
        match text.split(" "):
            case [table, "log" | "chat" | "forget" | "revoked" | "clocks" | "gap" | "replay" as kind, number] if (
                number.isascii() and number.isdigit() and len(number) < 19
            ):
                return cls(table, kind, int(number))
        return None


Heard: TypeAlias = Callable[[Word], None]


class Bus(Protocol):
    """Start it once; ``publish`` neither waits nor fails."""

    shared: bool
    """Whether other processes listen."""
    alive: bool
    """Whether words of others would be heard just now."""

    def start(self, heard: Heard, gap: Callable[[], None]) -> None: ...

    def publish(self, word: Word) -> None: ...

    async def close(self) -> None: ...


class LocalBus:
    """For one process: there is nobody to tell."""

    shared, alive = False, True

    def start(self, heard: Heard, gap: Callable[[], None]) -> None:
        pass

    def publish(self, word: Word) -> None:
        pass

    async def close(self) -> None:
        pass


CHANNEL: Final = "sheepfold"
BACKLOG: Final = 10_000
ANSWER: Final = 5.0
"""Seconds in which a server must answer; one that does not is connected to anew, however open its connections are."""
CLOSING: Final = 5.0
HEARING: Final = 0.1
LAST_WORDS: Final = 2.0
QUIET: Final = 3.0
"""Seconds without a word after which it is asked whether anybody is still there."""
RETRY: Final = (0.05, 0.1, 0.2, 0.5, 1.0)


class RemoteBus:
    """What PostgreSQL and Redis share: a sender and a listener that reconnect."""

    shared = True

    def __init__(self) -> None:
        self.alive = False
        self._words: asyncio.Queue[Word] = asyncio.Queue(BACKLOG)
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    def start(self, heard: Heard, gap: Callable[[], None]) -> None:
        self._tasks = [
            asyncio.create_task(self._forever(self._send), name="bus-sender"),
            asyncio.create_task(self._forever(lambda: self._hear(heard, gap)), name="bus-listener"),
        ]

    async def _hear(self, heard: Heard, gap: Callable[[], None]) -> None:
        def connected() -> None:
            self.alive = True
            gap()

        try:
            await self._listen(heard, connected)
        finally:
            self.alive = False

    def publish(self, word: Word) -> None:
        if self._words.full():  # too much to be told one by one: the others look at everything anew
            while not self._words.empty():
                self._words.get_nowait()
                self._words.task_done()
            word = Word(EVERYBODY, "gap", 0)
        self._words.put_nowait(word)

    async def close(self) -> None:
        """Send what is queued, then close: a command of the host publishes and exits."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._words.join()
        self._closing = True
        going = set(self._tasks)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                while going:  # a driver that was just about to do something else may not have heard
                    for task in going:
                        task.cancel()
                    _, going = await asyncio.wait(going, timeout=HEARING)

    async def _forever(self, work: Callable[[], Awaitable[None]]) -> None:
        attempt = 0
        while not self._closing:  # a driver may turn our cancelling into an error of its own
            try:
                await work()
                attempt = 0
            except self.troubles():
                await asyncio.sleep(RETRY[min(attempt, len(RETRY) - 1)])
                attempt += 1

    async def _speak(self, say: Callable[[str], Awaitable[object]]) -> None:
        """Send messages until the connection fails or times out; the one that failed is kept for the next."""
        while True:
            word = await self._words.get()
            try:
                async with asyncio.timeout(ANSWER):
                    await say(word.encode())
            except self.troubles():
                self.publish(word)
                raise
            finally:
                self._words.task_done()

    @abstractmethod
    def troubles(self) -> tuple[type[Exception], ...]:
        """Errors of a lost connection; a time-out is an OSError."""

    @abstractmethod
    async def _send(self) -> None:
        """Connect and send messages until the connection breaks."""

    @abstractmethod
    async def _listen(self, heard: Heard, connected: Callable[[], None]) -> None:
        """Connect, say so, and pass messages on until the connection breaks."""
