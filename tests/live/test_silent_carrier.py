"""A carrier that goes silent and keeps its connections open: it is noticed, and messages flow again when it returns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from patience import until
from proxies import Proxy
from servers import Postgres, Redis
from sheepfold.live import GAP, BusMessage, open_bus

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["postgres", "redis"])
def carrier(request: pytest.FixtureRequest) -> Postgres | Redis:
    return request.getfixturevalue(request.param)


@pytest.fixture
def proxy(carrier: Postgres | Redis) -> Iterator[Proxy]:
    between = Proxy(carrier.port)
    yield between
    between.close()


async def test_a_silent_carrier_is_noticed_and_words_flow_again_when_it_returns(carrier, proxy, monkeypatch):
    monkeypatch.setattr("sheepfold.live.remote.QUIET", 0.2)
    monkeypatch.setattr("sheepfold.live.remote.ANSWER", 1.0)
    url = carrier.url("postgres") if isinstance(carrier, Postgres) else carrier.url
    url = url.replace(f":{carrier.port}/", f":{proxy.port}/")
    bus = open_bus("postgres" if isinstance(carrier, Postgres) else url, url)
    messages: list[BusMessage] = []
    bus.start(messages.append)
    try:
        await until(lambda: bus.alive)
        proxy.silent()
        await until(lambda: not bus.alive)
        bus.publish(BusMessage("table", "log", 6))
        heard = messages.count(GAP)
        proxy.loud()
        await until(lambda: bus.alive and messages.count(GAP) > heard)
        message = BusMessage("table", "log", 7)
        bus.publish(message)
        await until(lambda: message in messages)
    finally:
        proxy.loud()
        await bus.close()
