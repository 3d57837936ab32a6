"""A store that hangs, is full, or may not be written to: whoever waits hears so soon, nothing is half done, and when it
is over everything goes on."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import Connection, event, insert, select, text

from patience import PATIENCE, until
from proxies import Proxy
from servers import Postgres
from sheepfold.store import Store, StoreDown, Unusable, open_store, schema
from sheepfold.store import patience as store_patience
from sheepfold.store import postgres as postgres_store
from sheepfold.store import sqlite as sqlite_store

pytestmark = pytest.mark.anyio

SOON = 0.5
"""Seconds of patience that these tests give the store."""


def add(conn: Connection, name: str) -> None:
    conn.execute(insert(schema.users).values(name=name, created_at=0.0))


def names(conn: Connection) -> list[str]:
    return list(conn.execute(select(schema.users.c.name).order_by(schema.users.c.id)).scalars())


@contextmanager
def impatience() -> Iterator[None]:
    """Whoever asks now gives up soon. Around it they wait as long as they do where it ships: a busy disk needs it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("patience.PATIENCE", "postgres.PATIENCE", "sqlite.PATIENCE", "patience.AGAIN"):
            patch.setattr(f"sheepfold.store.{name}", SOON)
        yield


def test_a_request_that_asks_three_things_of_a_silent_store_is_answered_within_fifteen_seconds():
    assert store_patience.PATIENCE + 2 * store_patience.AGAIN < 15
    seconds = [int(found) for found in re.findall(r"(?:statement|lock)_timeout = '(\d+)s'", postgres_store.MANNERS)]
    assert len(seconds) == 2
    assert max(seconds) < store_patience.PATIENCE  # a server that lives stops sooner than who waits gives up
    gone = postgres_store.GONE["connect_timeout"], postgres_store.GONE["tcp_user_timeout"] / 1000
    assert max(gone) < store_patience.PATIENCE
    assert sqlite_store.BUSY_MS / 1000 < store_patience.PATIENCE


# -- whichever store it is ---------------------------------------------------------------------


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = open_store(database)
    yield opened
    await opened.close()


async def test_who_waits_for_work_that_hangs_is_told_and_told_again_when_it_is_stored_after_all(store):
    go_on, late = threading.Event(), asyncio.Event()

    def slow(conn: Connection) -> None:
        add(conn, "Ann")
        go_on.wait(PATIENCE)

    def answered() -> None:
        late.set()

    with impatience(), pytest.raises(StoreDown):
        await store.write(slow, late=answered)
    go_on.set()
    if store.shared:  # its own deadline is over too, so nothing of it may stay
        await until(lambda: _are(store, []))
        return
    async with asyncio.timeout(PATIENCE):
        await late.wait()
    assert await store.read(names) == ["Ann"]


async def test_work_that_nobody_waits_for_any_more_is_never_begun(store):
    go_on = threading.Event()

    def hang(conn: Connection) -> None:
        go_on.wait(PATIENCE)

    late: list[str] = []
    with impatience():
        hung = [asyncio.create_task(store.write(hang)) for _ in range(8)]
        await asyncio.sleep(0)
        waiting = [store.write(lambda conn: add(conn, "Ann"), late=lambda: late.append("Ann")) for _ in range(3)]
        found = await asyncio.gather(*hung, *waiting, return_exceptions=True)
    assert {type(one) for one in found} == {StoreDown}
    go_on.set()
    await until(lambda: _takes(store, "Bob"))
    assert await store.read(names) == ["Bob"]
    assert late == []


async def test_while_the_store_hangs_whoever_comes_waits_less_and_afterwards_as_long_as_before(store, monkeypatch):
    monkeypatch.setattr("sheepfold.store.patience.PATIENCE", SOON)
    monkeypatch.setattr("sheepfold.store.patience.AGAIN", 0.01)
    go_on, patience = threading.Event(), store._patience
    assert patience.seconds == SOON
    with pytest.raises(StoreDown):
        await store.write(lambda conn: go_on.wait(PATIENCE))
    assert patience.seconds == 0.01
    monkeypatch.setattr("sheepfold.store.patience.AGAIN", PATIENCE)
    assert await store.read(names) == []
    assert patience.seconds == PATIENCE, "that it can be read does not say that it can be written"
    go_on.set()
    await store.write(lambda conn: add(conn, "Ann"))
    assert patience.seconds == SOON


async def test_the_hosts_own_work_may_take_long(store):
    def slow(conn: Connection) -> str:
        if store.shared:
            conn.execute(text(f"SELECT pg_sleep({1.5 * SOON})"))
        else:
            threading.Event().wait(1.5 * SOON)
        return "done"

    with impatience():
        assert await store.read(slow, bulk=True) == "done"
        assert await store.write(slow, bulk=True) == "done"


async def _are(store: Store, wanted: list[str]) -> bool:
    try:
        return await store.read(names) == wanted
    except StoreDown:
        return False


async def _takes(store: Store, name: str) -> bool:
    try:
        await store.write(lambda conn: add(conn, name))
    except StoreDown:
        return False
    return True


# -- PostgreSQL --------------------------------------------------------------------------------


@pytest.fixture
def proxy(postgres: Postgres) -> Iterator[Proxy]:
    between = Proxy(postgres.port)
    yield between
    between.close()


@pytest.fixture
async def behind(proxy: Proxy, postgres: Postgres, migrated_postgres: str) -> AsyncIterator[Store]:
    """A store on PostgreSQL, with the proxy between them."""
    url = postgres.new_database(migrated_postgres)
    opened = open_store(url.replace(f":{postgres.port}/", f":{proxy.port}/"))
    yield opened
    proxy.loud()
    await opened.close()


async def test_a_postgresql_gone_silent_keeps_nobody_waiting_however_many_they_are(behind, proxy):
    await behind.write(lambda conn: add(conn, "Ann"))
    proxy.silent()
    with impatience():
        asked = [behind.read(names) for _ in range(12)] + [behind.write(lambda conn: add(conn, "x")) for _ in range(12)]
        async with asyncio.timeout(PATIENCE):
            found = await asyncio.gather(*asked, return_exceptions=True)
    assert {type(one) for one in found} == {StoreDown}
    proxy.loud()
    await until(lambda: _takes(behind, "Bob"))
    await until(lambda: _are(behind, ["Ann", "Bob"]))


async def test_connections_that_were_cut_are_made_anew_without_anybody_noticing(behind, proxy):
    await asyncio.gather(*(behind.read(names) for _ in range(8)))
    proxy.cut()
    await behind.write(lambda conn: add(conn, "Ann"))
    assert await behind.read(names) == ["Ann"]


async def test_a_lock_that_a_stranger_holds_keeps_nobody_waiting(behind, postgres):
    def add_a_beat(conn: Connection) -> None:
        conn.execute(text("DELETE FROM heartbeat"))

    database = await behind.read(lambda conn: conn.execute(text("SELECT current_database()")).scalar_one())
    with psycopg.connect(postgres.url(database)) as stranger:
        stranger.execute("LOCK TABLE heartbeat IN ACCESS EXCLUSIVE MODE")
        with impatience(), pytest.raises(StoreDown):
            await behind.write(add_a_beat)
    await until(lambda: _takes(behind, "Ann"))


async def test_a_server_that_only_reads_is_away_for_who_writes(behind, postgres):
    """As after the roles of two servers were changed: new connections may lead to the other one."""
    name = await behind.read(lambda conn: conn.execute(text("SELECT current_database()")).scalar_one())

    def only_reads(yes: str) -> None:
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as host:
            host.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {yes}")

    only_reads("on")
    behind._engine.dispose()
    with impatience(), pytest.raises(StoreDown):
        await behind.write(lambda conn: add(conn, "Ann"))
    await until(lambda: _are(behind, []))
    only_reads("off")
    await until(lambda: _takes(behind, "Bob"))
    await until(lambda: _are(behind, ["Bob"]))


# -- SQLite ------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path) -> str:
    return f"sqlite:///{tmp_path}/fold.db"


async def test_a_full_disk_takes_nothing_and_loses_nothing_and_then_goes_on(file):
    await open_store(file).close()
    store = open_store(file)
    pages = 1

    @event.listens_for(store._engine, "connect")
    def limited(raw: sqlite3.Connection, _: object) -> None:
        raw.execute(f"PRAGMA max_page_count={pages}")

    kept: list[str] = []

    async def fill() -> None:
        for n in range(200):
            await store.write(lambda conn, n=n: add(conn, f"{n} {'x' * 1000}"))
            kept.append(f"{n} {'x' * 1000}")

    with pytest.raises(StoreDown, match="SQLITE_FULL"):
        await fill()
    assert await store.read(names) == kept
    pages = 100_000
    await store.write(lambda conn: add(conn, "Ann"))
    assert await store.read(names) == [*kept, "Ann"]
    await store.close()


async def test_a_file_that_may_not_be_written_to_is_read_and_later_written(file):
    store = open_store(file)
    await store.write(lambda conn: add(conn, "Ann"))
    allowed = False

    @event.listens_for(store._engine, "connect")
    def limited(raw: sqlite3.Connection, _: object) -> None:
        raw.execute(f"PRAGMA query_only={'OFF' if allowed else 'ON'}")

    await store.write(lambda conn: conn.connection.dbapi_connection.execute("PRAGMA query_only=ON"))
    with pytest.raises(StoreDown, match="SQLITE_READONLY"):
        await store.write(lambda conn: add(conn, "Bob"))
    assert await store.read(names) == ["Ann"]
    allowed = True
    await store.write(lambda conn: add(conn, "Cyd"))
    assert await store.read(names) == ["Ann", "Cyd"]
    await store.close()


def test_a_file_that_cannot_be_written_to_is_not_opened_and_says_why(file, monkeypatch):
    monkeypatch.setattr("sheepfold.store.sqlite.BUSY_MS", 50)
    stranger = sqlite3.connect(file.removeprefix("sqlite:///"), isolation_level=None)
    stranger.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Unusable, match="cannot be used: database is locked"):
        open_store(file)
    stranger.close()


async def test_readers_of_a_file_that_was_away_begin_anew_and_leave_nothing_open(file):
    store = open_store(file)
    await store.read(names)
    before = len(store._opened)

    def away(conn: Connection) -> None:
        """As SQLite says it where the log cannot be opened on a read-only disk."""
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_READONLY_CANTINIT, "SQLITE_READONLY_CANTINIT"
        raise error

    for _ in range(5):
        with pytest.raises(StoreDown, match="SQLITE_READONLY_CANTINIT"):
            await store.read(away)
    await store.read(names)
    assert len(store._opened) <= before + 1
    await store.close()


async def test_a_file_that_another_program_holds_keeps_nobody_waiting(file, monkeypatch):
    monkeypatch.setattr("sheepfold.store.sqlite.BUSY_MS", 50)
    store = open_store(file)
    stranger = sqlite3.connect(file.removeprefix("sqlite:///"), isolation_level=None)
    stranger.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreDown, match="SQLITE_BUSY"):
        await store.write(lambda conn: add(conn, "Ann"))
    stranger.execute("ROLLBACK")
    stranger.close()
    await store.write(lambda conn: add(conn, "Bob"))
    assert await store.read(names) == ["Bob"]
    await store.close()
