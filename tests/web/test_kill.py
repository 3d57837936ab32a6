"""SIGKILL under load, again and again: nothing acknowledged is lost, nothing was told that is not stored."""

import asyncio
import random

from crowds import Crowd
from serving import ServerProcess

KILLS = 3


def test_a_server_that_is_killed_again_and_again_loses_no_move_and_tells_no_lie(tmp_path):
    server = ServerProcess(f"sqlite:///{tmp_path}/fold.db")
    server.start()
    try:
        asyncio.run(played_under_fire(server))
    finally:
        server.kill()


async def played_under_fire(server):
    crowd, luck = Crowd([server.url], pause=0.15), random.Random(1)
    games = await crowd.open(6)
    playing = asyncio.create_task(crowd.play_all(games))
    for _ in range(KILLS):
        await asyncio.sleep(0.4 + luck.random() / 2)
        assert not playing.done()
        server.kill()
        await asyncio.to_thread(server.start)
    await playing
    await crowd.check(games)
    assert min(notes.lines for game in games for notes in game.notes) > 1
