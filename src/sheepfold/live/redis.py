"""The bus over Redis: publish and subscribe on one channel."""

from __future__ import annotations

from collections.abc import Callable

import redis.asyncio as client
from redis.exceptions import RedisError

from sheepfold.live.bus import CHANNEL, Heard, RemoteBus, Word


class RedisBus(RemoteBus):
    """Redis keeps nothing for us: it only passes words on."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    def troubles(self) -> tuple[type[Exception], ...]:
        return (RedisError, OSError)

    async def _send(self) -> None:
        async with client.Redis.from_url(self._url, socket_connect_timeout=5) as conn:
            await self._speak(lambda word: conn.publish(CHANNEL, word))

    async def _listen(self, heard: Heard, connected: Callable[[], None]) -> None:
        async with client.Redis.from_url(self._url, socket_connect_timeout=5) as conn, conn.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            async for message in channel.listen():
                if message["type"] == "subscribe":  # not before: what is said until then is lost
                    connected()
                elif message["type"] == "message" and (word := Word.decode(message["data"].decode(errors="replace"))):
                    heard(word)
