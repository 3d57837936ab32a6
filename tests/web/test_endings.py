"""How sockets end: clients that read nothing, and sessions that ended elsewhere."""

from __future__ import annotations

import asyncio
import shutil
import socket as raw
import sqlite3
from pathlib import Path

import pytest
from starlette.types import Message

from observer import API, Fold, Socket, Somebody
from patience import PATIENCE, patiently
from serving import DOGS, Player, hear, seated, server_in_thread, upgraded
from sheepfold.play.setup import Setup
from sheepfold.web import server
from sheepfold.web.settings import Settings
from sheepfold.web.updates import socket as sockets

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("hears_why", [True, False])
async def test_a_client_that_reads_nothing_is_given_up(
    hears_why: bool, migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "STALL", 0.1)
    monkeypatch.setattr(sockets, "LAST_WORDS", 0.1)
    async with Fold.open(f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path)}") as fold:
        host = Somebody(fold, "Ada")
        await host.arrive()
        table = await host.must("POST", f"{API}/tables", {"game": "dogs", "seats": [{"kind": "me"}, {"kind": "open"}]})
        sent = list[Message]()

        async def receive() -> Message:
            if not sent:
                return {"type": "websocket.connect"}
            return await asyncio.Event().wait()  # type: ignore[return-value]

        async def send(message: Message) -> None:
            sent.append(message)
            if message["type"] == "websocket.send" or (message["type"] == "websocket.close" and not hears_why):
                await asyncio.Event().wait()

        async with asyncio.timeout(PATIENCE):
            await fold.app(host.scope("websocket", f"{API}/tables/{table['id']}/socket"), receive, send)
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send", "websocket.close"]
    assert (sent[-1]["code"], sent[-1]["reason"]) == (1008, "Nothing was read here for too long.")


def test_a_connection_that_is_full_is_let_go_and_the_others_hear_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "STALL", 0.5)
    monkeypatch.setattr(server, "DEAF_SECONDS", 1)
    setup = Setup(database=f"sqlite:///{tmp_path}/fold.db", workers=0)
    # Only somebody who talks more than anybody may fills a connection in a moment.
    settings = Settings(rate_limits=False, log_level="error")
    with server_in_thread(settings, setup, sending=4096) as url, raw.socket() as deaf:
        anna, bert = Player(url, "Anna"), Player(url, "Bert")
        table, port = seated(anna, bert, DOGS), int(url.rpartition(":")[2])
        deaf.setsockopt(raw.SOL_SOCKET, raw.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", port))
        upgraded(deaf, table)
        with bert.socket(f"/tables/{table}/socket", chat_since=0) as live:
            for n in range(100):
                anna.post(f"/tables/{table}/chat", text=f"{n} " + "baa " * 100)
                while not (update := hear(live))["chat"]:
                    pass
                assert update["chat"][-1]["text"].startswith(f"{n} ")
            patiently(lambda: not connected(port, deaf.getsockname()[1]))


def connected(here: int, there: int) -> bool:
    """Whether the system still keeps a connection from the port ``here`` to the port ``there``."""
    ends = (f":{here:04X}", f":{there:04X}")
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    return any(line[1].endswith(ends[0]) and line[2].endswith(ends[1]) for line in lines)


async def test_a_session_that_ended_in_another_process_is_noticed_in_time(
    migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = shutil.copy(migrated_sqlite, tmp_path)
    async with Fold.open(f"sqlite:///{database}") as fold:
        ada = Somebody(fold, "Ada")
        await ada.arrive()
        line = Socket(ada, f"{API}/me/socket")
        await line.command(do="ping")
        with sqlite3.connect(database) as elsewhere:
            elsewhere.execute("DELETE FROM sessions")
        await line.command(do="ping")
        assert (line.answers, line.closed) == (2, False)
        monkeypatch.setattr(sockets, "RECHECK", 0.0)
        await line.command(do="ping")
        assert (line.answers, line.closed) == (2, True)
