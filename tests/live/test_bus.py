"""Words between processes: heard by all, and again after the server that carries them was away."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from patience import until
from servers import Postgres, Redis
from sheepfold.live import BadBus, Bus, Word, open_bus

pytestmark = pytest.mark.anyio


class Ear:
    """A bus and what was heard on it."""

    def __init__(self, setting: str, database: str) -> None:
        self.bus: Bus = open_bus(setting, database)
        self.words: list[Word] = []
        self.gaps = 0
        self.bus.start(self.words.append, self._gap)

    def _gap(self) -> None:
        self.gaps += 1


@pytest.fixture(params=["postgres", "redis"])
def carrier(request: pytest.FixtureRequest) -> Postgres | Redis:
    return request.getfixturevalue(request.param)


@pytest.fixture
async def ears(carrier: Postgres | Redis) -> AsyncIterator[tuple[Ear, Ear]]:
    setting = ("postgres", carrier.url("postgres")) if isinstance(carrier, Postgres) else (carrier.url, "")
    both = Ear(*setting), Ear(*setting)
    await until(lambda: all(ear.gaps for ear in both))
    yield both
    for ear in both:
        await ear.bus.close()


async def test_a_word_reaches_the_others(ears):
    one, other = ears
    word = Word("table", "log", 7)
    one.bus.publish(word)
    await until(lambda: word in other.words)


async def test_words_come_in_order(ears):
    one, other = ears
    words = [Word("table", "log", n) for n in range(100)]
    for word in words:
        one.bus.publish(word)
    await until(lambda: other.words == words)


async def test_after_a_restart_of_the_carrier_a_gap_is_reported_and_words_flow_again(ears, carrier):
    one, other = ears
    gaps = other.gaps
    carrier.stop()
    carrier.start()
    await until(lambda: other.gaps > gaps)
    word = Word("table", "chat", 1)
    one.bus.publish(word)
    await until(lambda: word in other.words)


async def test_the_last_words_of_a_bus_are_sent_before_it_closes(ears, carrier):
    _, other = ears
    setting = ("postgres", carrier.url("postgres")) if isinstance(carrier, Postgres) else (carrier.url, "")
    brief = Ear(*setting)
    word = Word("*", "farewell", 7)
    brief.bus.publish(word)
    await brief.bus.close()
    await until(lambda: word in other.words)


@pytest.mark.parametrize(
    "text", ["", "a b", "a log x", "a shout 1", "a log 1 2", "a log -1", "a log ٣", "a log " + "9" * 99]
)
def test_other_things_on_the_channel_are_ignored(text):
    assert Word.decode(text) is None


def test_words_are_read_as_they_were_written():
    word = Word("abc", "forget", 0)
    assert Word.decode(word.encode()) == word


@pytest.mark.parametrize(("setting", "database"), [("", ""), ("postgres", "sqlite:///x"), ("kafka://x", "")])
def test_other_buses_are_refused_by_name(setting, database):
    with pytest.raises(BadBus):
        open_bus(setting, database)
