"""The files of an SQLite store: for their owner alone, and for one server at a time."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import insert

from sheepfold.store import InUse, open_store, schema

pytestmark = pytest.mark.anyio

KEEPER = """
import sys, time
from sheepfold.store import open_store
store = open_store(sys.argv[1], serving=True)
print("open", flush=True)
time.sleep(600)
"""


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


async def test_no_file_of_a_store_can_be_read_or_locked_by_others(tmp_path):
    before = os.umask(0)
    try:
        store = open_store(f"sqlite:///{tmp_path}/fold.db", serving=True)
        await store.write(lambda conn: conn.execute(insert(schema.users).values(name="Ann", created_at=0.0)))
        names = ("fold.db", "fold.db-wal", "fold.db-shm", "fold.db-turn", "fold.db-server")
        assert modes(tmp_path) == dict.fromkeys(names, "0o600")
        await store.backup(tmp_path / "copy.db")
        await store.close()
        assert modes(tmp_path)["copy.db"] == "0o600"
    finally:
        os.umask(before)


async def test_files_that_were_open_to_others_are_shut(tmp_path):
    url = f"sqlite:///{tmp_path}/fold.db"
    await open_store(url).close()
    (tmp_path / "fold.db").chmod(0o664)
    (tmp_path / "fold.db-turn").chmod(0o666)
    store = open_store(url)
    assert set(modes(tmp_path).values()) == {"0o600"}
    await store.close()


async def test_a_second_server_is_refused_and_a_command_of_the_host_is_not(tmp_path):
    url = f"sqlite:///{tmp_path}/fold.db"
    server = open_store(url, serving=True)
    with pytest.raises(InUse, match=r"Another server has fold\.db open already"):
        open_store(url, serving=True)
    await open_store(url).close()
    with pytest.raises(InUse):
        open_store(url, serving=True)
    await server.close()
    await open_store(url, serving=True).close()


async def test_the_place_of_a_server_that_was_killed_is_free(tmp_path):
    url = f"sqlite:///{tmp_path}/fold.db"
    keeper = subprocess.Popen([sys.executable, "-c", KEEPER, url], stdout=subprocess.PIPE)
    try:
        assert keeper.stdout is not None
        assert await asyncio.to_thread(keeper.stdout.readline) == b"open\n"
        with pytest.raises(InUse):
            open_store(url, serving=True)
    finally:
        keeper.kill()
        keeper.communicate()
    await open_store(url, serving=True).close()


def test_several_servers_share_a_postgresql_database(new_database):
    url = new_database("postgres")
    for store in [open_store(url, serving=True), open_store(url, serving=True)]:
        asyncio.run(store.close())
