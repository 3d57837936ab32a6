"""A socket whose client reads nothing is given up, with a reason if it can still be said."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from starlette.types import Message

from sheepfold.web import socket as sockets
from witness import API, Fold, Somebody

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

        async with asyncio.timeout(5):
            await fold.app(host.scope("websocket", f"{API}/tables/{table['id']}/socket"), receive, send)
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send", "websocket.close"]
    assert (sent[-1]["code"], sent[-1]["reason"]) == (1008, "Nothing was read here for too long.")
