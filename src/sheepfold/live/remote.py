"""The buses between processes: PostgreSQL's LISTEN and NOTIFY, and Redis. Both reconnect after a lost connection."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import psycopg
import redis.asyncio as client
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from sheepfold.live import GAP, Bus, BusMessage, Receive

CHANNEL: Final = "sheepfold"
BACKLOG: Final = 10_000
"""Messages that wait to be sent; when there are more, one that says ``gap`` takes the place of all."""
ANSWER: Final = 5.0
"""Seconds in which a server must answer, or it is connected to anew."""
FLUSH: Final = 2.0
"""Seconds in which a bus that closes sends what is queued."""
CLOSING: Final = 5.0
CANCEL_AGAIN: Final = 0.1
QUIET: Final = 3.0
"""Seconds without a message after which the listener pings the server."""
RETRY: Final = (0.05, 0.1, 0.2, 0.5, 1.0)


class RemoteBus(Bus):
    """A sender and a listener, each with a connection of its own."""

    shared = True
    lost_connection: tuple[type[Exception], ...]
    """Errors of a lost connection; a time-out is an OSError."""

    def __init__(self) -> None:
        self.alive = False
        self._queue: asyncio.Queue[BusMessage] = asyncio.Queue(BACKLOG)
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    def start(self, receive: Receive) -> None:
        async def listen() -> None:
            def connected() -> None:
                self.alive = True
                receive(GAP)

            try:
                await self._listen(receive, connected)
            finally:
                self.alive = False

        self._tasks = [
            asyncio.create_task(self._reconnecting(self._send), name="bus-sender"),
            asyncio.create_task(self._reconnecting(listen), name="bus-listener"),
        ]

    def publish(self, message: BusMessage) -> None:
        if self._queue.full():
            while not self._queue.empty():
                self._queue.get_nowait()
                self._queue.task_done()
            message = GAP
        self._queue.put_nowait(message)

    async def close(self) -> None:
        """Sends what is queued, then closes: a command of the host publishes and exits."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FLUSH):
                await self._queue.join()
        self._closing = True
        running = set(self._tasks)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                while running:  # a driver may swallow a cancellation
                    for task in running:
                        task.cancel()
                    _, running = await asyncio.wait(running, timeout=CANCEL_AGAIN)

    async def _reconnecting(self, work: Callable[[], Awaitable[None]]) -> None:
        attempt = 0
        while not self._closing:  # a driver may turn our cancelling into an error of its own
            try:
                await work()
                attempt = 0
            except self.lost_connection:
                await asyncio.sleep(RETRY[min(attempt, len(RETRY) - 1)])
                attempt += 1

    async def _send_queued(self, send: Callable[[str], Awaitable[object]]) -> None:
        """Sends messages until the connection fails or times out; the one that failed is kept for the next."""
        while True:
            message = await self._queue.get()
            try:
                async with asyncio.timeout(ANSWER):
                    await send(message.encode())
            except self.lost_connection:
                self.publish(message)
                raise
            finally:
                self._queue.task_done()

    @abstractmethod
    async def _send(self) -> None:
        """Connects and sends messages until the connection breaks."""

    @abstractmethod
    async def _listen(self, receive: Receive, connected: Callable[[], None]) -> None:
        """Connects, says so, and passes messages on until the connection breaks."""


class ImpatientListener(psycopg.AsyncConnection[Any]):
    """A connection with a time-out: the other end may hold it open and never answer.

    ``wait`` is overridden because psycopg, cancelled by ``asyncio.timeout``, first tries for ten seconds more to have
    such a server cancel the query.
    """

    async def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return await super().wait(gen, interval, ANSWER if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()  # the query is still under way: the connection cannot be used again
            raise


class PostgresBus(RemoteBus):
    """LISTEN and NOTIFY: nothing to install beside the database."""

    lost_connection = (psycopg.Error, OSError)

    def __init__(self, database: str) -> None:
        super().__init__()
        self._database = database

    async def _connect(self) -> ImpatientListener:
        given: Any = {"connect_timeout": int(ANSWER)} | conninfo_to_dict(self._database)
        return await ImpatientListener.connect(**given, autocommit=True)

    async def _send(self) -> None:
        async with await self._connect() as conn:
            await self._send_queued(lambda text: conn.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text)))

    async def _listen(self, receive: Receive, connected: Callable[[], None]) -> None:
        async with await self._connect() as conn:
            await conn.execute(f"LISTEN {CHANNEL}")
            connected()
            while True:
                async for notice in conn.notifies(timeout=QUIET):
                    if (message := BusMessage.decode(notice.payload)) is not None:
                        receive(message)
                await conn.execute("SELECT 1")


class RedisBus(RemoteBus):
    """Publish and subscribe on one channel; Redis stores nothing for us."""

    lost_connection = (RedisError, OSError)

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    def _connection(self) -> client.Redis:
        once = Retry(NoBackoff(), 0)  # the bus retries by itself
        return client.Redis.from_url(
            self._url, socket_connect_timeout=ANSWER, socket_timeout=ANSWER, socket_keepalive=True, retry=once
        )

    async def _send(self) -> None:
        async with self._connection() as conn:
            await self._send_queued(lambda text: conn.publish(CHANNEL, text))

    async def _listen(self, receive: Receive, connected: Callable[[], None]) -> None:
        async with self._connection() as conn, conn.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            while True:
                notice: Any = await channel.get_message(timeout=QUIET)
                if notice is None:
                    await channel.ping()
                    notice = await channel.get_message(timeout=ANSWER)
                    if notice is None:
                        raise TimeoutError
                if notice["type"] == "subscribe":  # not before: what is published until then is lost
                    connected()
                elif notice["type"] == "message" and (
                    message := BusMessage.decode(notice["data"].decode(errors="replace"))
                ):
                    receive(message)
