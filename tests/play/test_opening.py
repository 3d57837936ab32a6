"""A server opens as quickly with many sleeping tables as with none, and sets going only what waits for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Connection

from patience import PATIENCE, until
from plans import by_index, plans
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.tables import repository
from sheepfold.play.terms import Clock, SeatPlan, TableId, Terms
from sheepfold.store import open_store, schema
from sheepfold.store.tables import lists as stored
from tests_path import workers_can_import_tests

pytestmark = pytest.mark.anyio


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[TableId]:
    """The tables that are read from the store and replayed."""
    found: list[TableId] = []
    load = repository.load

    def noted(conn: Connection, setup: Setup, table: TableId) -> object:
        found.append(table)
        return load(conn, setup, table)

    monkeypatch.setattr(repository, "load", noted)
    return found


@pytest.fixture
def thinking(make_setup: Callable[..., Setup], monkeypatch: pytest.MonkeyPatch) -> Setup:
    workers_can_import_tests(monkeypatch)
    return make_setup(workers=1, think=PATIENCE)


async def test_only_tables_where_a_bot_is_to_move_are_replayed(thinking, loaded):
    async with Service.open(thinking) as service:
        ann, bob = [(await service.accounts.new_guest(name)).id for name in ("Ann", "Bob")]
        seats = (SeatPlan("me"), SeatPlan("bot", "sleeper"))
        hers, theirs = [(await service.tables.open(ann, Terms("tiny", {}, seats))).id for _ in range(2)]
        crowd = (await service.tables.open(ann, Terms("tiny", {}, (*seats, *[SeatPlan("bot", "sleeper")] * 6)))).id
        between = (
            await service.tables.open(ann, Terms("tiny", {}, (SeatPlan("me"), SeatPlan()), Clock("days", 86_400)))
        ).id
        await service.tables.sit(between, bob)
        for table in (theirs, crowd):
            await service.tables.move(table, ann, "add 1")
    loaded.clear()
    async with Service.open(thinking):
        await until(lambda: len(loaded) >= 2)
    assert sorted(loaded) == sorted([theirs, crowd])
    assert hers not in loaded


async def test_a_server_without_workers_sets_no_bot_going(thinking, loaded):
    async with Service.open(thinking) as service:
        ann = (await service.accounts.new_guest("Ann")).id
        table = (await service.tables.open(ann, Terms("tiny", {}, (SeatPlan("me"), SeatPlan("bot", "sleeper"))))).id
        await service.tables.move(table, ann, "add 1")
    loaded.clear()
    async with Service.open(replace(thinking, workers=0)) as service:
        await service.ticker.resume()
    assert loaded == []


async def test_bots_that_were_thinking_are_found_by_index_page_after_page(thinking, unused_database):
    thinking = replace(thinking, database=unused_database)
    async with Service.open(thinking) as service:
        ann = (await service.accounts.new_guest("Ann")).id
        terms = Terms("tiny", {}, (SeatPlan("bot", "sleeper"), SeatPlan("me")))
        opened = [(await service.tables.open(ann, terms)).id for _ in range(5)]
    store = open_store(thinking.database)
    soon = thinking.now() + 1000
    first = await store.read(lambda conn: stored.with_bots_to_move(conn, soon, (0.0, ""), 3))
    rest = await store.read(lambda conn: stored.with_bots_to_move(conn, soon, first[-1], 3))
    assert sorted(table for _, table in (*first, *rest)) == sorted(opened)
    (plan,) = await store.read(
        lambda conn: plans(conn, lambda conn: stored.with_bots_to_move(conn, soon, (0.0, ""), 3))
    )
    await store.close()
    assert by_index(plan), plan
    assert "ix_tables_due" in plan


async def test_time_is_given_back_only_where_it_runs(fold):
    timed, free = await fold.table(clock=Clock("days", 86_400)), await fold.table()
    fold.clock.pass_by(1000)
    async with Service.open(fold.setup):
        pass

    def since(conn: Connection) -> dict[TableId, float]:
        return {row.id: row.since for row in conn.execute(schema.tables.select())}

    store = open_store(fold.setup.database)
    found = await store.read(since)
    await store.close()
    assert found[timed] == fold.clock.time
    assert found[free] == fold.clock.time - 1000
