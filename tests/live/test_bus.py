"""Messages between processes: heard by all, and again after the server that carries them was away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from patience import until
from servers import Postgres, Redis
from sheepfold.live import GAP, BadBus, Bus, BusMessage, open_bus
from sheepfold_bench.load import keep_port

pytestmark = pytest.mark.anyio


class Listener:
    """A bus and what was heard on it."""

    def __init__(self, setting: str, database: str) -> None:
        self.bus: Bus = open_bus(setting, database)
        self.messages: list[BusMessage] = []
        self.bus.start(self.messages.append)

    @property
    def gaps(self) -> int:
        return self.messages.count(GAP)


def setting_of(carrier: Postgres | Redis, port: int | None = None) -> tuple[str, str]:
    """How the bus over a carrier is opened, by another port if one is given."""
    there = str(carrier.port if port is None else port)
    if isinstance(carrier, Redis):
        return carrier.url.replace(str(carrier.port), there), ""
    return "postgres", carrier.url("postgres").replace(str(carrier.port), there)


@asynccontextmanager
async def both(carrier: Postgres | Redis) -> AsyncIterator[tuple[Listener, Listener]]:
    found = Listener(*setting_of(carrier)), Listener(*setting_of(carrier))
    await until(lambda: all(listener.gaps for listener in found))
    for listener in found:
        listener.messages.clear()
    yield found
    for listener in found:
        await listener.bus.close()


@pytest.fixture
async def listeners(carrier: Postgres | Redis) -> AsyncIterator[tuple[Listener, Listener]]:
    async with both(carrier) as found:
        yield found


class Relay:
    """A way to a server on which connections can go dead without being closed."""

    def __init__(self, to: int) -> None:
        self._to, self._kept = to, keep_port()
        self.port = self._kept.getsockname()[1]
        self._dead: set[asyncio.StreamWriter] = set()
        self._open: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Relay:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._open:
            writer.close()
        self._kept.close()

    def swallow(self) -> None:
        """Whoever is connected now is heard no more; who comes later is."""
        self._dead |= self._open

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", self._to)
        self._open |= {writer, there[1]}
        await asyncio.gather(self._copy(reader, there[1]), self._copy(there[0], writer))

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(65536):
                if writer not in self._dead:
                    writer.write(piece)
        writer.close()


async def test_a_word_reaches_the_others(listeners):
    one, other = listeners
    message = BusMessage("table", "log", 7)
    one.bus.publish(message)
    await until(lambda: message in other.messages)


async def test_words_come_in_order(listeners):
    one, other = listeners
    messages = [BusMessage("table", "log", n) for n in range(100)]
    for message in messages:
        one.bus.publish(message)
    await until(lambda: other.messages == messages)


async def test_after_a_restart_of_the_carrier_a_gap_is_reported_and_words_flow_again(listeners, carrier):
    one, other = listeners
    gaps = other.gaps
    carrier.stop()
    carrier.start()
    await until(lambda: other.gaps > gaps)
    message = BusMessage("table", "chat", 1)
    one.bus.publish(message)
    await until(lambda: message in other.messages)


async def test_the_last_words_of_a_bus_are_sent_before_it_closes(listeners, carrier):
    _, other = listeners
    setting = ("postgres", carrier.url("postgres")) if isinstance(carrier, Postgres) else (carrier.url, "")
    brief = Listener(*setting)
    message = BusMessage("*", "revoked", 7)
    brief.bus.publish(message)
    await brief.bus.close()
    await until(lambda: message in other.messages)


async def test_of_too_many_words_the_others_hear_that_there_was_a_gap(carrier, monkeypatch):
    monkeypatch.setattr("sheepfold.live.remote.BACKLOG", 5)
    async with both(carrier) as (one, other):
        for number in range(13):
            one.bus.publish(BusMessage("table", "log", number))
        await until(lambda: other.messages[-1:] == [BusMessage("table", "log", 12)])
        assert other.messages == [
            GAP,
            BusMessage("table", "log", 11),
            BusMessage("table", "log", 12),
        ]


async def test_a_word_that_nobody_takes_is_sent_over_another_connection(carrier, monkeypatch):
    monkeypatch.setattr("sheepfold.live.remote.ANSWER", 0.5)
    async with both(carrier) as (one, other), Relay(carrier.port) as relay:
        far = Listener(*setting_of(carrier, relay.port))
        await until(lambda: bool(far.gaps))
        message = BusMessage("table", "log", 1)
        relay.swallow()
        far.bus.publish(message)
        await until(lambda: message in other.messages and message in one.messages)
        await far.bus.close()


@pytest.mark.parametrize(
    "text", ["", "a b", "a log x", "a shout 1", "a log 1 2", "a log -1", "a log ٣", "a log " + "9" * 99]
)
def test_other_things_on_the_channel_are_ignored(text):
    assert BusMessage.decode(text) is None


def test_words_are_read_as_they_were_written():
    message = BusMessage("abc", "forget", 0)
    assert BusMessage.decode(message.encode()) == message


@pytest.mark.parametrize(("setting", "database"), [("", ""), ("postgres", "sqlite:///x"), ("kafka://x", "")])
def test_other_buses_are_refused_by_name(setting, database):
    with pytest.raises(BadBus):
        open_bus(setting, database)
