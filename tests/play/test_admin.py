"""The host: people, tables, backup, export and import, and the check before an upgrade."""

from __future__ import annotations

import json
import traceback
from dataclasses import replace
from pathlib import Path

import pytest

import tiny
from play_support import facts
from sheepfold.core.errors import RecordError
from sheepfold.play.errors import BadRequest, Forbidden, NotFound, NotNow
from sheepfold.play.host.admin import Check
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.tables.log import Ended
from sheepfold.play.terms import Access, SeatPlan, Status, Terms
from sheepfold.store import schema
from sheepfold.store.postgres import UsePgDump

pytestmark = pytest.mark.anyio


def row(table: str, **values: object) -> str:
    """A line of an export; columns that must hold something and are not told hold nothing much."""
    nothing = {"TEXT": "", "FLOAT": 0.0, "BOOLEAN": False, "INTEGER": 0, "BIGINT": 0}
    columns = schema.metadata.tables[table].c
    blank = {column.name: None if column.nullable else nothing.get(str(column.type)) for column in columns}
    return json.dumps([table, blank | values])


ANN = row("users", id=1, name="Ann")
TABLE = row("tables", id="t", game="tiny", version=1, terms="{}", access="open", host=1, seed="beef", status="over")
"""Rows of an export that can be read."""


async def test_the_host_finds_and_closes_accounts(fold):
    dora = await fold.service.accounts.register("Dora", "12345678", "dora@example.org")
    secret = await fold.service.sessions.new_session(dora.id)
    assert [account.name for account in await fold.service.admin.users("DOR")] == ["Dora"]
    await fold.service.moderation.close_user(dora.id)
    assert await fold.service.sessions.session(secret) is None
    with pytest.raises(Forbidden):
        await fold.service.accounts.verify("Dora", "12345678")
    await fold.service.moderation.close_user(dora.id, closed=False)
    await fold.service.accounts.verify("Dora", "12345678")
    with pytest.raises(NotFound):
        await fold.service.moderation.close_user(99_999)


async def test_the_host_sees_and_closes_tables(fold):
    table = await fold.table(access=Access.PRIVATE)
    assert [listed.info.id for listed in await fold.service.admin.tables()] == [table]
    assert await fold.service.admin.close_table(table)
    update = await fold.service.watching.look(table, fold.ann, since=4)
    assert facts(update) == [Ended("aborted", None)]
    assert update.events[0].sentences == ("The host closed the table.",)


async def test_closing_a_table_twice_is_harmless_and_a_result_stays(fold):
    table, over = await fold.table(), await fold.table(goal=1)
    await fold.service.tables.move(over, fold.ann, "add 1")
    assert await fold.service.admin.close_table(table)
    assert await fold.service.admin.close_table(table)
    assert not await fold.service.admin.close_table(over)
    with pytest.raises(NotFound, match="There is no table 'nothing'"):
        await fold.service.admin.close_table("nothing")


async def test_names_in_all_alphabets_are_found(fold):
    await fold.service.accounts.register("Ärmel Öde", "12345678")
    await fold.service.accounts.new_guest("Émile")
    for word, found in (("Ärm", 1), ("ärm", 1), ("ÖDE", 1), ("Émi", 1), ("MILE", 1)):
        assert len(await fold.service.admin.users(word)) == found


async def test_a_word_to_look_for_has_no_wildcards(fold):
    await fold.service.accounts.register("Dora_Dee", "12345678", "dora@example.org")
    for word, found in (("%", 0), ("_", 1), ("a_d", 1), ("EXAMPLE.org", 1), ("", 4)):
        assert len(await fold.service.admin.users(word)) == found


async def test_what_the_host_does_beside_a_running_server_is_noticed(fold):
    table = await fold.table()
    await fold.service.ticker.beat()
    async with Service.open(fold.setup) as beside:
        await beside.admin.close_table(table)
    await fold.service.ticker.beat()
    if fold.setup.database.startswith("sqlite"):
        assert (await fold.service.tables.info(table)).status is Status.OVER
    with pytest.raises(NotNow):
        await fold.service.tables.move(table, fold.ann, "add 1")


async def test_another_name_given_beside_a_running_server_is_noticed(small):
    """Also the name of somebody whose account is deleted there: it leaves the server's memory."""
    table = await small.table()
    await small.service.ticker.beat()
    async with Service.open(small.setup) as beside:
        await beside.moderation.rename(small.bob, "Bertram")
    await small.service.ticker.beat()
    assert "Bertram" in [seat.name for seat in (await small.service.tables.info(table)).seats]


async def test_everything_can_be_exported_and_imported(fold, new_database):
    over, running = await fold.table(goal=1), await fold.table(dice=True, goal=50)
    await fold.service.tables.move(over, fold.ann, "add 1")
    await fold.service.tables.move(running, fold.ann, "add 1")
    await fold.service.chat.say(running, fold.bob, "schön")
    lines = await fold.service.admin.export_all()
    setup = Setup(database=new_database("sqlite"), tick=0, workers=0, now=fold.clock, shelf=tiny.SHELF)
    async with Service.open(setup) as other:
        await other.admin.import_all(lines)
        assert await other.watching.story(running, fold.bob) == await fold.service.watching.story(running, fold.bob)
        assert await other.watching.record(over) == await fold.service.watching.record(over)
        assert (await other.accounts.new_guest("Eve Adams")).id > fold.cyd
        with pytest.raises(NotNow):
            await other.admin.import_all(lines)


async def test_everything_can_be_moved_from_sqlite_to_postgresql(new_database, clock):
    small = Setup(database=new_database("sqlite"), tick=0, workers=0, now=clock, shelf=tiny.SHELF)
    large = replace(small, database=new_database("postgres"))
    async with Service.open(small) as old, Service.open(large) as new:
        ann = (await old.accounts.register("Ann", "12345678")).id
        table = (await old.tables.open(ann, Terms("tiny", {}, (SeatPlan("me"), SeatPlan())))).id
        await old.tables.sit(table, (await old.accounts.new_guest("Bob")).id)
        await new.admin.import_all(await old.admin.export_all())
        assert await new.watching.story(table, ann) == await old.watching.story(table, ann)
        assert (await new.accounts.new_guest("Cyd")).id == (await old.accounts.new_guest("Cyd")).id


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([], id="nothing"),
        pytest.param(["what"], id="no JSON"),
        pytest.param([json.dumps({"sheepfold": "9.9", "schema": "9999"})], id="newer"),
        pytest.param(["HEAD", '["users", {"id": 1}]'], id="missing columns"),
        pytest.param(["HEAD", '["passwords", {}]'], id="unknown table"),
        pytest.param(["HEAD", ANN], id="cut off"),
        pytest.param(["HEAD", ANN, '{"rows": 2}'], id="a row is missing"),
        pytest.param(["HEAD", ANN, '{"rows": 1}', ANN], id="something follows"),
        pytest.param(["HEAD", ANN, ANN, '{"rows": 2}'], id="a row is there twice"),
        pytest.param(["HEAD", ANN.replace('"Ann"', "null"), '{"rows": 1}'], id="a name that is missing"),
        pytest.param(["HEAD", ANN.replace('"Ann"', '["Ann"]'), '{"rows": 1}'], id="a name that is a list"),
        pytest.param(["HEAD", ANN.replace("Ann", "\\ud800"), '{"rows": 1}'], id="a name that is no text"),
        pytest.param(["HEAD", ANN.replace("Ann", "\\u0000" + "x" * 99), '{"rows": 9}'], id="a name with a zero"),
        pytest.param(["HEAD", ANN.replace(": 1,", f": {10**30},"), '{"rows": 1}'], id="a number too large"),
        pytest.param(["HEAD", ANN.replace("0.0", "NaN"), '{"rows": 1}'], id="a time that is no number"),
        pytest.param(["HEAD", ANN.replace("false", "0"), '{"rows": 1}'], id="a number for yes or no"),
        pytest.param(["HEAD", ANN, TABLE.replace("beef", "beer"), '{"rows": 2}'], id="a seed that is no seed"),
        pytest.param(["HEAD", TABLE, '{"rows": 1}'], id="a table whose host is missing"),
    ],
)
async def test_a_bad_import_changes_nothing(fold, new_database, lines):
    head = (await fold.service.admin.export_all())[0]
    setup = Setup(database=new_database("sqlite"), tick=0, workers=0, now=fold.clock, shelf=tiny.SHELF)
    async with Service.open(setup) as other:
        before = await other.admin.export_all()
        with pytest.raises(RecordError) as refused:
            await other.admin.import_all([head if line == "HEAD" else line for line in lines])
        assert "INSERT" not in "".join(traceback.format_exception(refused.value))
        assert await other.admin.export_all() == before


async def test_rows_that_can_be_read_are_imported(fold, new_database):
    head = (await fold.service.admin.export_all())[0]
    setup = Setup(database=new_database("sqlite"), tick=0, workers=0, now=fold.clock, shelf=tiny.SHELF)
    async with Service.open(setup) as other:
        assert await other.admin.import_all([head, ANN, TABLE, '{"rows": 2}']) == 2


async def test_records_are_checked_before_an_upgrade(fold, monkeypatch):
    running, over = await fold.table(goal=50), await fold.table(goal=1)
    await fold.service.tables.move(running, fold.ann, "add 3")
    await fold.service.tables.move(over, fold.ann, "add 3")
    assert await fold.service.admin.check_records(every=True) == Check(2, ())
    monkeypatch.setattr(tiny.Tiny, "parts", lambda self, state, seat, so_far: ("add", "1")[len(so_far) :][:1])
    assert [problem.table for problem in (await fold.service.admin.check_records()).problems] == [running]
    monkeypatch.undo()
    monkeypatch.setattr(tiny.Tiny, "version", 2)
    (problem,) = (await fold.service.admin.check_records()).problems
    assert "version 1" in problem.reason


async def test_rules_that_break_on_a_game_are_found_by_the_check_and_do_not_stop_it(fold, monkeypatch):
    for _ in range(2):
        await fold.service.tables.move(await fold.table(goal=50), fold.ann, "add 3")

    def broken(*_: object) -> None:
        raise KeyError

    monkeypatch.setattr(tiny.Tiny, "play", broken)
    assert len((await fold.service.admin.check_records()).problems) == 2


async def test_a_backup_is_for_its_owner_alone_and_overwrites_nothing(fold, tmp_path):
    copy = tmp_path / "copy.db"
    if fold.setup.database.startswith("postgres"):
        with pytest.raises(UsePgDump):
            await fold.service.admin.backup(copy)
        assert not copy.exists()
        return
    await fold.service.admin.backup(copy)
    assert copy.stat().st_mode & 0o077 == 0
    for taken in (copy, tmp_path, tmp_path / "nowhere" / "copy.db", Path("x\0y")):
        with pytest.raises(BadRequest):
            await fold.service.admin.backup(taken)


async def test_a_game_of_other_rules_is_refused_and_holds_nobody_up(fold, monkeypatch):
    table = await fold.table()
    monkeypatch.setattr(tiny.Tiny, "version", 2)
    async with Service.open(fold.setup) as later:
        with pytest.raises(NotNow):
            await later.watching.look(table)
        await later.ticker.tick()
        assert (await later.admin.tables())[0].info.status is Status.RUNNING
