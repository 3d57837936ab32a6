"""PostgreSQL or Redis restarts in the middle of games: play goes on, and nothing is lost."""

import asyncio

from crowds import Crowd
from patience import until
from serving import house


async def played_while(urls, trouble):
    crowd = Crowd(urls, pause=0.1)
    games = await crowd.open(4)
    playing = asyncio.create_task(crowd.play_all(games))
    await until(lambda: playing.done() or crowd.played(games) > 0.2)
    assert not playing.done()
    await asyncio.to_thread(trouble)
    await playing
    await crowd.check(games)


def test_postgresql_restarts_in_the_middle_of_games(postgres):
    def trouble():
        postgres.stop()
        postgres.start()

    with house(postgres.new_database(), 2, bus="postgres") as urls:
        asyncio.run(played_while(urls, trouble))


def test_redis_restarts_in_the_middle_of_games(postgres, redis):
    def trouble():
        redis.stop()
        redis.start()

    with house(postgres.new_database(), 2, bus=redis.url) as urls:
        asyncio.run(played_while(urls, trouble))
