"""Four processes on one PostgreSQL, racing on the same tables: no gap, no double, one winner per move."""

import asyncio
import json

import pytest
from websockets.sync.client import connect

from crowds import Crowd
from patience import PATIENCE
from serving import DOGS, SEATS, Player, house
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import verify
from sheepfold.games import game as take_down
from sheepfold_bench.listener import page_address, socket_address

PROCESSES = 4


@pytest.fixture(scope="module")
def urls(postgres):
    with house(postgres.new_database(), PROCESSES, bus="postgres") as found:
        yield found


def test_games_played_over_four_processes_at_once_are_whole(urls):
    async def played():
        crowd = Crowd(urls)
        games = await crowd.open(6)
        await crowd.play_all(games)
        await crowd.check(games)

    asyncio.run(played())


async def all_have_heard(crowd, table, number):
    """How things stand for the first seat once all processes have heard of more than that event.

    Both seats of this game are told the same, so the number is that of the other seat too.
    """
    while True:
        asked = [crowd.ask("GET", f"/tables/{table.id}", table.tokens[0], url=url) for url in crowd.urls]
        stands = [answer.json()["position"] for answer in await asyncio.gather(*asked)]
        if len({here["number"] for here in stands}) == 1 and stands[0]["number"] > number:
            return stands[0]
        await asyncio.sleep(0.02)


def test_of_four_who_move_at_once_one_wins_and_the_others_hear_that_somebody_was_faster(urls):
    async def raced():
        crowd = Crowd(urls)
        (table,) = await crowd.open(1)
        stream = asyncio.create_task(crowd.listen(table, 1))
        number = 0
        for _ in range(12):
            here = await all_have_heard(crowd, table, number)
            token, number = table.tokens[here["to_move"][0] - 1], here["number"]
            parts = (await crowd.get(f"/tables/{table.id}/choices", token))["parts"]
            bodies = [{"move": [part], "expected": number} for part in parts[:PROCESSES]]
            answers = await asyncio.gather(
                *(
                    crowd.ask("POST", f"/tables/{table.id}/moves", token, body, url)
                    for body, url in zip(bodies, urls, strict=True)
                )
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        await crowd.post(f"/tables/{table.id}/resign", table.tokens[0])
        await stream
        story = await crowd.get(f"/tables/{table.id}/story", table.tokens[0])
        assert table.notes[0].events == story["events"]
        record = records.from_json((await crowd.ask("GET", f"/tables/{table.id}/record.json")).text)
        assert len(record.moves) == 12
        verify(take_down(record.game), record)

    asyncio.run(raced())


@pytest.mark.parametrize("address", [page_address, socket_address])
def test_who_listens_at_a_server_that_does_not_know_yet_of_the_last_seat_waits_for_the_game(urls, address):
    here, there = urls[:2]
    ann, bob = Player(here), Player(here)
    table = ann.post("/tables", **DOGS | {"seats": SEATS})["id"]
    bearer = {"Authorization": f"Bearer {ann.token}"}
    with connect(there.replace("http:", "ws:") + address(table), additional_headers=bearer) as listening:
        assert not Player(there).get(f"/tables/{table}")["position"]["to_move"]  # it has the table in memory, unbegun
        bob.post(f"/tables/{table}/sit")
        story, told = ann.get(f"/tables/{table}/story")["events"], []
        while len(told) < len(story):
            told += json.loads(listening.recv(timeout=PATIENCE)).get("events", ())
        assert told == story


def test_one_request_sent_to_all_four_at_once_is_carried_out_once(urls):
    async def repeated():
        crowd = Crowd(urls)
        (table,) = await crowd.open(1)
        seat, text = table.script[0]
        body = {"move": text, "key": "same"}
        answers = await asyncio.gather(
            *(crowd.ask("POST", f"/tables/{table.id}/moves", table.tokens[seat - 1], body, url) for url in urls)
        )
        assert [answer.status_code for answer in answers] == [200] * PROCESSES
        story = await crowd.get(f"/tables/{table.id}/story", table.tokens[0])
        assert str(story["events"]).count("'is': 'Laid'") == 1

    asyncio.run(repeated())
