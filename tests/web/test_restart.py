"""PostgreSQL or Redis restarts in the middle of games: play goes on, and nothing is lost."""

import asyncio

import pytest

from crowds import Crowd
from serving import ServerProcess


@pytest.fixture
def house(postgres):
    """Starts two processes of one house, with the bus and settings of choice."""
    servers = []

    def start(bus, **settings):
        database = postgres.new_database()
        servers.extend(ServerProcess(database, bus=bus, **settings) for _ in range(2))
        for server in servers:
            server.start()
        return [server.url for server in servers]

    yield start
    for server in servers:
        server.kill()


async def played_while(urls, trouble):
    crowd = Crowd(urls, pause=0.1)
    games = await crowd.open(4)
    playing = asyncio.create_task(crowd.play_all(games))
    await asyncio.sleep(1.0)
    assert not playing.done()
    await asyncio.to_thread(trouble)
    await playing
    await crowd.check(games)


def test_postgresql_restarts_in_the_middle_of_games(house, postgres):
    def trouble():
        postgres.stop()
        postgres.start()

    asyncio.run(played_while(house("postgres"), trouble))


def test_redis_restarts_in_the_middle_of_games(house, redis):
    def trouble():
        redis.stop()
        redis.start()

    asyncio.run(played_while(house(redis.url, rate_limits="yes"), trouble))
