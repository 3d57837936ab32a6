"""Servers under torture: as they ship they keep all their promises, and a server that breaks one is found out."""

import pytest

from sheepfold_bench.torture.run import Plan, torture
from sheepfold_bench.torture.servers import PROGRAM


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_tortured_servers_lose_nothing_double_nothing_and_count_time_rightly(kind, tmp_path):
    judgement = torture(Plan(kind, seconds=0, tables=3, seed=7))
    judgement.history.write(tmp_path / "history.jsonl")  # what a failure can be understood by
    assert judgement.broken == (), judgement.summary
    assert not judgement.summary.startswith("0 moves acknowledged")


ACKNOWLEDGED_BEFORE_THE_COMMIT = """
from itertools import count
from sheepfold.store import sqlite
writes = count(1)
def promise(conn, raw, batch):
    raw.execute("BEGIN IMMEDIATE")
    for job in batch:
        job.run(conn)
    for job in batch:
        job.settle()
        job.answer = type(job.answer)()
    raw.execute("ROLLBACK" if next(writes) % 10 == 0 else "COMMIT")
sqlite._run = promise
"""
TOLD_BEFORE_THE_COMMIT = """
from itertools import count
from sheepfold.play.engine import Engine
from sheepfold.play.errors import Busy
writes, stored = count(1), Engine._stored
async def told(self, room, table, draft):
    if next(writes) % 10 == 0:
        self._take_in(room, table, draft.lines, draft.times, table.queues | draft.queues)
        raise Busy("The commit failed.")
    return await stored(self, room, table, draft)
Engine._stored = told
"""
LOST_WAKE_UP = """
from sheepfold.play.tables.loaded import LoadedTable
LoadedTable.wake = lambda self: None
"""


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        (ACKNOWLEDGED_BEFORE_THE_COMMIT, "acknowledged"),
        (TOLD_BEFORE_THE_COMMIT, "heard event"),
        (LOST_WAKE_UP, "and never the rest"),
    ],
    ids=["acknowledged before the commit", "told before the commit", "lost wake-up"],
)
def test_a_planted_fault_is_named(fault, named):
    harmless = frozenset({"step the clock"})
    judgement = torture(Plan("sqlite", 3, tables=3, seed=7, deadline=2.0, program=fault + PROGRAM, strikes=harmless))
    assert any(named in sentence for sentence in judgement.broken), (judgement.summary, judgement.broken)
