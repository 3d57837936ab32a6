"""The bench of a crowd: all games at once, as many moves as were asked for, and new tables for games that end."""

import asyncio

from sheepfold_bench import crowd
from sheepfold_bench.load import server


def test_a_crowd_plays_at_tables_of_all_games_and_opens_new_ones():
    async def play():
        with server() as running:
            players = crowd.Crowd(running)
            for _ in range(4):
                await players.open()
            first = {id(table) for table, _ in players.idle}
            for table, _ in players.idle:
                table.script = table.script[:3]
            found = await players.play(rate=1000.0, moves=20)
            await players.close()
            return found, {id(table) for table, _ in players.idle} - first

    found, new = asyncio.run(play())
    assert (found.moves, len(new)) == (20, 4)
    assert found.waits
    assert found.memory[-1] > 0
