"""Databases of older versions are brought up to date with all that they hold."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, select, text

from servers import Postgres
from sheepfold.store import Store, open_store, schema
from sheepfold.store.migrate import config

Older = Callable[[str, str], str]


@pytest.fixture(params=["sqlite", "postgres"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Older:
    """Makes a database of an older schema, and fills it."""

    def make(revision: str, rows: str) -> str:
        if request.param == "sqlite":
            url = driver = f"sqlite:///{tmp_path}/fold.db"
        else:
            server: Postgres = request.getfixturevalue("postgres")
            url = server.new_database()
            driver = url.replace("postgresql://", "postgresql+psycopg://")
        engine = create_engine(driver)
        with engine.begin() as conn:
            command.upgrade(config(conn), revision)
            conn.execute(text(rows))
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
