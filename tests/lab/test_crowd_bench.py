"""The bench of a crowd: all games at once, as many moves as were asked for, and new tables for games that end."""

import asyncio

from sheepfold.lab import crowd_bench
from sheepfold.lab.load import server


def test_a_crowd_plays_at_tables_of_all_games_and_opens_new_ones():
    async def play():
        with server() as running:
            crowd = crowd_bench.Crowd(running)
            for _ in range(4):
                await crowd.open()
            first = {id(table) for table, _ in crowd.idle}
            for table, _ in crowd.idle:
                table.script = table.script[:3]
            found = await crowd.play(rate=1000.0, moves=20)
            await crowd.close()
            return found, {id(table) for table, _ in crowd.idle} - first

    found, new = asyncio.run(play())
    assert (found.moves, len(new)) == (20, 4)
    assert found.waits
    assert found.memory[-1] > 0
