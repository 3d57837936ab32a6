"""The host: people, tables, backup, export and import, and the check before an upgrade."""

from __future__ import annotations

import json

import pytest

import tiny
from play_support import facts
from sheepfold.core.errors import RecordError
from sheepfold.play.errors import Forbidden, NotFound, NotNow
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Access, Ended, Status

pytestmark = pytest.mark.anyio


async def test_the_host_finds_and_closes_accounts(fold):
    dora = await fold.service.accounts.register("Dora", "12345678", "dora@example.org")
    secret = await fold.service.accounts.new_session(dora.id)
    assert [account.name for account in await fold.service.admin.users("DOR")] == ["Dora"]
    await fold.service.admin.close_user(dora.id)
    assert await fold.service.accounts.session(secret) is None
    with pytest.raises(Forbidden):
        await fold.service.accounts.verify("Dora", "12345678")
    await fold.service.admin.close_user(dora.id, closed=False)
    await fold.service.accounts.verify("Dora", "12345678")
    with pytest.raises(NotFound):
        await fold.service.admin.close_user(99_999)


async def test_the_host_sees_and_closes_tables(fold):
    table = await fold.table(access=Access.PRIVATE)
    assert [listed.info.id for listed in await fold.service.admin.tables()] == [table]
    await fold.service.admin.close_table(table)
    update = await fold.service.look(table, fold.ann, since=4)
    assert facts(update) == [Ended("aborted", None)]
    assert update.events[0].sentences == ("The host of this place closed the table.",)


async def test_what_the_host_does_beside_a_running_server_is_noticed(fold):
    table = await fold.table()
    await fold.service.beat()
    async with Service.open(fold.setup) as beside:
        await beside.admin.close_table(table)
    await fold.service.beat()
    if fold.setup.database.startswith("sqlite"):
        assert (await fold.service.info(table)).status is Status.OVER
    with pytest.raises(NotNow):
        await fold.service.move(table, fold.ann, "add 1")


async def test_everything_can_be_exported_and_imported(fold, tmp_path):
    over, running = await fold.table(goal=1), await fold.table(dice=True, goal=50)
    await fold.service.move(over, fold.ann, "add 1")
    await fold.service.move(running, fold.ann, "add 1")
    await fold.service.say(running, fold.bob, "schön")
    lines = await fold.service.admin.export_all()
    setup = Setup(database=f"sqlite:///{tmp_path}/other.db", tick=0, workers=0, now=fold.clock, shelf=tiny.game)
    async with Service.open(setup) as other:
        await other.admin.import_all(lines)
        assert await other.story(running, fold.bob) == await fold.service.story(running, fold.bob)
        assert await other.record(over) == await fold.service.record(over)
        assert (await other.accounts.new_guest("Eve Adams")).id > fold.cyd
        with pytest.raises(NotNow):
            await other.admin.import_all(lines)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([], id="nothing"),
        pytest.param(["what"], id="no JSON"),
        pytest.param([json.dumps({"sheepfold": "9.9", "schema": "9999"})], id="newer"),
        pytest.param(["HEAD", '["users", {"id": 1}]'], id="missing columns"),
        pytest.param(["HEAD", '["passwords", {}]'], id="unknown table"),
    ],
)
async def test_a_bad_import_changes_nothing(fold, tmp_path, lines):
    head = (await fold.service.admin.export_all())[0]
    setup = Setup(database=f"sqlite:///{tmp_path}/other.db", tick=0, workers=0, now=fold.clock, shelf=tiny.game)
    async with Service.open(setup) as other:
        before = await other.admin.export_all()
        with pytest.raises(RecordError):
            await other.admin.import_all([head if line == "HEAD" else line for line in lines])
        assert await other.admin.export_all() == before


async def test_records_are_checked_before_an_upgrade(fold, monkeypatch):
    running, over = await fold.table(goal=50), await fold.table(goal=1)
    await fold.service.move(running, fold.ann, "add 3")
    await fold.service.move(over, fold.ann, "add 3")
    assert await fold.service.admin.check_records(every=True) == []
    monkeypatch.setattr(tiny.Tiny, "parts", lambda self, state, seat, so_far: ("add", "1")[len(so_far) :][:1])
    assert [problem.table for problem in await fold.service.admin.check_records()] == [running]
    monkeypatch.undo()
    monkeypatch.setattr(tiny.Tiny, "version", 2)
    (problem,) = await fold.service.admin.check_records()
    assert "version 1" in problem.reason


async def test_a_game_of_other_rules_is_refused_and_holds_nobody_up(fold, monkeypatch):
    table = await fold.table()
    monkeypatch.setattr(tiny.Tiny, "version", 2)
    async with Service.open(fold.setup) as later:
        with pytest.raises(NotNow):
            await later.look(table)
        await later.tick()
        assert (await later.admin.tables())[0].info.status is Status.RUNNING
