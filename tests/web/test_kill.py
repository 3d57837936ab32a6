"""SIGKILL under load, again and again: nothing acknowledged is lost, nothing was told that is not stored."""

import asyncio

from crowds import Crowd
from patience import until
from serving import ServerProcess

KILLS = (0.1, 0.35, 0.6)
"""How much of the games is played when the server is killed."""


def test_a_server_that_is_killed_again_and_again_loses_no_move_and_tells_no_lie(tmp_path):
    server = ServerProcess(f"sqlite:///{tmp_path}/fold.db")
    server.start()
    try:
        asyncio.run(played_under_fire(server))
    finally:
        server.kill()


async def played_under_fire(server):
    crowd = Crowd([server.url], pause=0.15)
    games = await crowd.open(6)
    playing = asyncio.create_task(crowd.play_all(games))
    for share in KILLS:
        await until(lambda share=share: playing.done() or crowd.played(games) > share)
        assert not playing.done()
        server.kill()
        await asyncio.to_thread(server.start)
    await playing
    await crowd.check(games)
    assert min(notes.lines for game in games for notes in game.notes) > 1
