"""A service with Ann and Bob, and commands that they send."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from cheap import CHEAP
from sheepfold.command import Reply, Sender, obey
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import UserId

T0 = 1_700_000_000.0
ANNS, BOBS = "anns-secret", "bobs-secret"


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.time = T0

    def __call__(self) -> float:
        return self.time


@dataclass
class Post:
    """What tests of commands need."""

    service: Service
    clock: Clock
    ann: UserId
    bob: UserId

    async def __call__(self, line: str, body: str = "", **sender: Any) -> Reply:
        """The reply to a command, from the shell unless the sender is told otherwise."""
        return await obey(self.service, Sender(**({"door": "shell"} | sender)), line, body)

    async def must(self, line: str, body: str = "", **sender: Any) -> Reply:
        reply = await self(line, body, **sender)
        assert reply.ok, reply.text
        return reply

    async def refused(self, line: str, body: str = "", **sender: Any) -> Reply:
        reply = await self(line, body, **sender)
        assert not reply.ok, reply.text
        assert reply.text.endswith("Nothing was changed.\n")
        return reply

    async def everything(self) -> list[str]:
        """All that is stored, but for who tried to log in."""
        kept = await self.service.admin.export_all()
        return [line for line in kept if not line.startswith(('["trail"', '["heartbeat"', '["budgets"'))][:-1]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def make_setup(clock: Clock) -> Callable[..., Setup]:
    return lambda database, **more: Setup(
        **({"database": database, "tick": 0, "workers": 0, "bot_pace": 0, "now": clock, "hasher": CHEAP} | more)
    )


@pytest.fixture
async def post(
    new_database: Callable[[str], str], make_setup: Callable[..., Setup], clock: Clock
) -> AsyncIterator[Post]:
    async with Service.open(make_setup(new_database("sqlite"))) as service:
        ann = await service.accounts.register("ann", ANNS, "ann@example.org")
        bob = await service.accounts.register("bob", BOBS, "bob@example.org")
        yield Post(service, clock, ann.id, bob.id)
