"""Both databases keep the same promises: whole transactions, durable when acknowledged, one winner of a race."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError

from patience import PATIENCE
from sheepfold.store import BadUrl, Lost, Store, Unusable, open_store, schema
from sheepfold.store.migrate import ForeignDatabase, NewerDatabase
from sheepfold.store.postgres import UsePgDump

pytestmark = pytest.mark.anyio
users, heartbeat = schema.users, schema.heartbeat


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = open_store(database)
    yield opened
    await opened.close()


def add(conn: Connection, name: str) -> None:
    conn.execute(insert(users).values(name=name, created_at=0.0))


def names(conn: Connection) -> list[str]:
    return list(conn.execute(select(users.c.name).order_by(users.c.id)).scalars())


async def test_the_migrations_lead_to_the_schema(store):
    def difference(conn: Connection) -> list[object]:
        return compare_metadata(MigrationContext.configure(conn), schema.metadata)

    assert await store.read(difference) == []


async def test_opening_again_changes_nothing(store, database):
    await store.write(lambda conn: add(conn, "Ann"))
    again = open_store(database)
    assert await again.read(names) == ["Ann"]
    await again.close()


async def test_a_database_of_a_newer_version_is_refused(store, database):
    await store.write(lambda conn: conn.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(NewerDatabase):
        open_store(database)


async def test_who_gives_up_waiting_for_a_write_goes_when_it_is_done(store):
    begun, go_on = threading.Event(), threading.Event()

    def slow(conn: Connection) -> None:
        begun.set()
        go_on.wait(PATIENCE)
        add(conn, "Ann")

    waiting = asyncio.create_task(store.write(slow))
    assert await asyncio.to_thread(begun.wait, PATIENCE)
    waiting.cancel()
    await asyncio.sleep(0)
    assert not waiting.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await store.read(names) == ["Ann"]


async def test_a_database_of_another_program_is_refused_and_left_alone(database):
    blank = open_store(database)
    await blank.write(lambda conn: conn.execute(text("DROP TABLE alembic_version")))
    before = await blank.read(lambda conn: inspect(conn).get_table_names())
    with pytest.raises(ForeignDatabase):
        open_store(database)
    assert await blank.read(lambda conn: inspect(conn).get_table_names()) == before
    await blank.close()


async def test_a_new_file_and_its_log_are_for_the_owner_alone(tmp_path):
    store = open_store(f"sqlite:///{tmp_path}/fold.db")
    await store.write(lambda conn: add(conn, "Ann"))
    assert {
        path.name: oct(path.stat().st_mode & 0o777) for path in tmp_path.glob("fold.db*") if path.stat().st_size
    } == dict.fromkeys(("fold.db", "fold.db-wal", "fold.db-shm"), "0o600")
    await store.close()


async def test_a_write_that_fails_leaves_nothing_and_disturbs_no_other(store):
    def fail(conn: Connection) -> None:
        add(conn, "Half")
        raise Lost

    works = [lambda conn, n=n: add(conn, f"user {n}") for n in range(20)]
    works[7] = fail
    answers = await asyncio.gather(*(store.write(work) for work in works), return_exceptions=True)
    assert [type(answer).__name__ for answer in answers if answer is not None] == ["Lost"]
    assert sorted(await store.read(names)) == sorted(f"user {n}" for n in range(20) if n != 7)


async def test_of_many_who_append_the_same_number_one_wins(store):
    await store.write(lambda conn: conn.execute(insert(heartbeat).values(id=1, at=0.0)))

    def take(conn: Connection) -> int:
        return conn.execute(update(heartbeat).where(heartbeat.c.at == 0.0).values(at=1.0)).rowcount

    assert sum(await asyncio.gather(*(store.write(take) for _ in range(20)))) == 1


async def test_what_is_acknowledged_is_read_at_once(store):
    for n in range(20):
        await store.write(lambda conn, n=n: add(conn, f"user {n}"))
        assert await store.read(lambda conn: conn.execute(select(func.count()).select_from(users)).scalar()) == n + 1


async def test_readers_cannot_write(store):
    with pytest.raises(DBAPIError, match=r"read-?only"):
        await store.read(lambda conn: add(conn, "Eve"))


async def test_a_backup_is_taken_while_play_goes_on(store, tmp_path: Path):
    copy = tmp_path / "copy.db"
    if store.shared:
        with pytest.raises(UsePgDump):
            await store.backup(copy)
        return
    await store.write(lambda conn: add(conn, "Ann"))
    await asyncio.gather(store.backup(copy), *(store.write(lambda conn: add(conn, "Bob")) for _ in range(50)))
    with sqlite3.connect(copy) as found:
        assert found.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert found.execute("SELECT name FROM users WHERE id = 1").fetchone() == ("Ann",)


async def test_two_processes_may_write_to_one_file(store, database):
    other = open_store(database)
    writes = [s.write(lambda conn: add(conn, "x")) for s in (store, other) for _ in range(30)]
    await asyncio.gather(*writes)
    assert len(await store.read(names)) == 60
    await other.close()


async def test_an_embedded_store_notices_a_strangers_hand(store, database):
    if store.shared:
        assert not await store.overtaken()
        return
    await store.overtaken()
    await store.write(lambda conn: add(conn, "Ann"))
    assert not await store.overtaken()
    other = open_store(database)
    await other.write(lambda conn: add(conn, "Bob"))
    await other.close()
    assert await store.overtaken()
    assert not await store.overtaken()


async def test_nothing_is_lost_when_the_store_closes(database):
    store = open_store(database)
    waiting = [asyncio.create_task(store.write(lambda conn: add(conn, "x"))) for _ in range(10)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    again = open_store(database)
    assert len(await again.read(names)) == 10
    await again.close()


@pytest.mark.parametrize("url", ["", "sqlite:///", "mysql://x", "file.db"])
async def test_other_databases_are_refused_by_name(url):
    with pytest.raises(BadUrl):
        open_store(url)


async def test_a_database_that_does_not_answer_is_refused_without_its_password():
    with pytest.raises(Unusable) as refused:
        open_store("postgresql://ann:secret@127.0.0.1:1/nothing")
    assert "secret" not in str(refused.value)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path):
    path = tmp_path / "fold.db"
    path.write_text("Mary had a little lamb.\n" * 100)
    with pytest.raises(Unusable):
        open_store(f"sqlite:///{path}")
