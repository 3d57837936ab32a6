"""Slow work: off the event loop, in turn, few pieces for each address; finished games are replayed once."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from patience import PATIENCE, until
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import replay
from sheepfold.games import game
from sheepfold.web.problems import TooOften
from sheepfold.web.rate_limits import MOST, WorkQueue
from sheepfold.web.updates.replays import Replays

pytestmark = pytest.mark.anyio


@pytest.fixture
def queue():
    found = WorkQueue("queue")
    yield found
    found.close()


async def test_heavy_work_runs_beside_the_event_loop(queue):
    assert await queue.run("a", threading.get_ident) != threading.get_ident()


async def test_what_the_work_raises_comes_back(queue):
    def broken() -> None:
        raise KeyError("wolf")

    with pytest.raises(KeyError):
        await queue.run("a", broken)


async def test_an_address_with_much_work_does_not_keep_another_waiting_for_all_of_it(queue):
    go, ended = threading.Event(), []
    tasks = [
        asyncio.create_task(queue.run("greedy", lambda: go.wait(PATIENCE) and ended.append("greedy"))) for _ in range(9)
    ]
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(queue.run("modest", lambda: ended.append("modest"))))
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*tasks)
    assert ended.index("modest") == 2


async def test_an_address_that_brings_too_much_work_is_told_to_come_back(queue):
    go = threading.Event()
    tasks = [asyncio.create_task(queue.run("greedy", lambda: go.wait(PATIENCE))) for _ in range(MOST)]
    await asyncio.sleep(0)
    with pytest.raises(TooOften):
        await queue.run("greedy", lambda: None)
    go.set()
    await asyncio.gather(*tasks)
    await queue.run("greedy", lambda: None)


async def test_who_goes_away_leaves_no_place_taken(queue):
    go = threading.Event()
    tasks = [asyncio.create_task(queue.run("gone", lambda: go.wait(PATIENCE))) for _ in range(MOST)]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    go.set()
    await until(lambda: all(task.done() for task in tasks))
    await queue.run("gone", lambda: None)
    assert not queue._places


# -- finished games ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record():
    return records.from_json((Path(__file__).parents[1] / "records" / "mutton" / "caught.json").read_text())


async def test_every_position_of_a_finished_game_is_at_hand(record):
    kind = game("mutton")
    found = Replays().of("t", kind, record)
    assert found.after(0)[1] is None
    for ply, step in enumerate(replay(kind, record), 1):
        assert found.after(ply) == (step.state, step)


async def test_a_game_is_replayed_once_whoever_is_called_what_meanwhile(record):
    kind, replays = game("mutton"), Replays()
    assert not replays.known("t", record)
    found = replays.of("t", kind, record)
    renamed = replace(record, seats=("Somebody",) * len(record.seats))
    assert replays.known("t", renamed)
    assert replays.of("t", kind, renamed) is found


async def test_what_was_played_differently_is_replayed_anew(record):
    kind, replays = game("mutton"), Replays()
    found = replays.of("t", kind, record)
    shorter = replace(record, moves=record.moves[:3], outcome=None)
    assert not replays.known("t", shorter)
    assert replays.of("t", kind, shorter) is not found
    assert len(replays.of("t", kind, shorter).steps) == 3


async def test_only_the_last_games_are_kept(record):
    kind, replays = game("mutton"), Replays(most=2)
    for table in ("a", "b", "a", "c"):
        replays.of(table, kind, record)
    assert [replays.known(table, record) for table in "abc"] == [True, False, True]
