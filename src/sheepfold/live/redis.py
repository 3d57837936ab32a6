"""The bus over Redis: publish and subscribe on one channel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import redis.asyncio as client
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from sheepfold.live.bus import ANSWER, CHANNEL, QUIET, Heard, RemoteBus, Word


class RedisBus(RemoteBus):
    """Redis stores nothing for us: it only passes messages on."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    def troubles(self) -> tuple[type[Exception], ...]:
        return (RedisError, OSError)

    def _connection(self) -> client.Redis:
        once = Retry(NoBackoff(), 0)  # we know ourselves when to try again
        return client.Redis.from_url(
            self._url, socket_connect_timeout=ANSWER, socket_timeout=ANSWER, socket_keepalive=True, retry=once
        )

    async def _send(self) -> None:
        async with self._connection() as conn:
            await self._speak(lambda word: conn.publish(CHANNEL, word))

    async def _listen(self, heard: Heard, connected: Callable[[], None]) -> None:
        async with self._connection() as conn, conn.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            while True:
                message: Any = await channel.get_message(timeout=QUIET)
                if message is None:
                    await channel.ping()
                    message = await channel.get_message(timeout=ANSWER)
                    if message is None:
                        raise TimeoutError
                if message["type"] == "subscribe":  # not before: what is said until then is lost
                    connected()
                elif message["type"] == "message" and (word := Word.decode(message["data"].decode(errors="replace"))):
                    heard(word)
