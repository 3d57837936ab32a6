"""Databases of older versions are brought up to date with all that they hold."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, select, text

from servers import Postgres
from sheepfold.store import Store, open_store, schema
from sheepfold.store.migrate import SCRIPTS, config, newest

Older = Callable[..., str]


@pytest.fixture(params=["sqlite", "postgres"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Older:
    """Makes a database of an older schema, and fills it."""

    def make(revision: str, *rows: str) -> str:
        if request.param == "sqlite":
            url = driver = f"sqlite:///{tmp_path}/fold.db"
        else:
            server: Postgres = request.getfixturevalue("postgres")
            url = server.new_database()
            driver = url.replace("postgresql://", "postgresql+psycopg://")
        engine = create_engine(driver)
        with engine.begin() as conn:
            command.upgrade(config(conn), revision)
            for statement in rows:
                conn.execute(text(statement))
        engine.dispose()
        return url

    return make


def read(url: str, *columns: object) -> list[tuple[object, ...]]:
    """What is in these columns after opening the database with this version."""

    async def ask(store: Store) -> list[tuple[object, ...]]:
        found = await store.read(lambda conn: conn.execute(select(*columns).order_by(columns[0])).all())  # type: ignore[call-overload]
        await store.close()
        return [tuple(row) for row in found]

    return asyncio.run(ask(open_store(url)))


def test_the_newest_migration_is_known_without_alembic_and_a_database_that_has_it_loads_none(migrated_sqlite):
    assert newest() == ScriptDirectory(SCRIPTS).get_current_head()
    opening = (
        "import asyncio, sys; from sheepfold.store import open_store;"
        f"asyncio.run(open_store('sqlite:///{migrated_sqlite}').close()); print('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", opening], check=True, stdout=subprocess.PIPE).stdout == b"False\n"


def test_accounts_get_the_looks_of_their_names_and_the_oldest_of_those_alike_has_the_look(older):
    url = older(
        "0003",
        "INSERT INTO users (id, name, name_key, created_at) VALUES (1, 'Dolly', 'dolly', 0), (2, 'D0lly', 'd0lly', 0),"
        " (3, 'Dolly', NULL, 0), (4, 'Ida', 'ida', 0)",
    )
    looks = schema.looks
    assert read(url, looks.c.look, looks.c.user_id) == [("dolly", 1), ("ida", 4), ("lda", 4)]


def test_names_are_written_in_plain_letters_and_stay_different(older):
    url = older(
        "0003",
        "INSERT INTO users (id, name, name_key, created_at) VALUES (1, 'bob', 'bob', 0), (2, 'ｂｏｂ', 'ｂｏｂ', 0),"
        " (3, 'Ａｎｎ', 'ａｎｎ', 0)",
    )
    users = schema.users
    assert read(url, users.c.id, users.c.name, users.c.name_key) == [
        (1, "bob", "bob"),
        (2, "bob 2", "bob 2"),
        (3, "Ann", "ann"),
    ]


def table(name: str, status: str, moved_at: int, access: str = "open", outcome: str = "NULL") -> str:
    return (
        "INSERT INTO tables (id, game, version, terms, access, host, invite, seed, opened_at, status, length, moved_at,"
        f" outcome) VALUES ('{name}', 'tiny', 1, '{{}}', '{access}', 1, 'i', '00', {moved_at}, '{status}', 1,"
        f" {moved_at}, {outcome})"
    )


def seat(name: str, number: int, user: int | str, sits: bool) -> str:
    return f"INSERT INTO seats (table_id, seat, user_id, sits) VALUES ('{name}', {number}, {user}, {str(sits).lower()})"


def test_tables_get_the_numbers_from_101_on_in_the_order_in_which_they_were_opened(older):
    url = older(
        "0012",
        "INSERT INTO users (id, name, created_at) VALUES (1, 'Ann', 0)",
        *(table(name, "over", opened) for name, opened in (("b", 3), ("a", 3), ("c", 1))),
    )
    boards = schema.boards
    assert read(url, boards.c.id, boards.c.table_id) == [(100, None), (101, "c"), (102, "a"), (103, "b")]


def test_tables_are_in_the_lists_where_they_belong(older):
    url = older(
        "0005",
        "INSERT INTO users (id, name, created_at) VALUES (1, 'Ann', 0), (2, 'Bob', 0)",
        *(table(f"w{n}", "waiting", n) for n in range(5)),
        table("secret", "waiting", 9, access="private"),
        table("r", "running", 20),
        table("o", "over", 30, outcome="'[[1],[],\"reached\",null]'"),
        table("off", "over", 31, outcome="'[[],[],\"aborted\",null]'"),
        *(seat("r", 1, 1, True), seat("r", 2, 2, True), seat("o", 1, 1, True), seat("o", 2, "NULL", False)),
        "INSERT INTO ratings VALUES ('user:1', 'tiny', '', 30, 5, 1)",
    )
    tables, seats, ratings = schema.tables, schema.seats, schema.ratings
    columns = (tables.c.id, tables.c.crowd, tables.c.together, tables.c.front, tables.c.listed_at)
    assert read(url, *columns) == [
        ("o", 1, False, True, 30),
        ("off", 1, False, None, 31),
        ("r", 1, True, True, 20),
        ("secret", 1, False, None, 9),
        *((f"w{n}", 1, False, n >= 2, n) for n in range(5)),
    ]
    assert read(url, seats.c.table_id, seats.c.ended_at) == [("o", 30), ("o", 30), ("r", None), ("r", None)]
    assert read(url, ratings.c.careful) == [(20,)]
