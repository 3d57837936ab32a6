"""Two servers of one house: a command finds what was done at the other a moment ago."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from command.conftest import ANNS, BOBS, Clock
from sheepfold.command import Reply, Sender, obey
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup

pytestmark = pytest.mark.anyio


class Deaf:
    """A bus that carries no word: as late as one can be."""

    def __init__(self, bus: object) -> None:
        self._bus = bus

    def __getattr__(self, name: str) -> object:
        return getattr(self._bus, name)

    def publish(self, word: object) -> None:
        pass


async def test_offers_and_numbers_are_those_of_the_other_server(
    new_database: Callable[[str], str], make_setup: Callable[..., Setup], clock: Clock
) -> None:
    database = new_database("postgres")
    setups = [make_setup(database, bus="postgres") for _ in range(2)]
    async with Service.open(setups[0]) as one, Service.open(setups[1]) as other:
        for service in (one, other):
            service._engine.bus = Deaf(service._engine.bus)  # type: ignore[assignment]

        async def must(service: Service, line: str) -> Reply:
            reply = await obey(service, Sender("shell"), line)
            assert reply.ok, reply.text
            return reply

        for name, secret in (("ann", ANNS), ("bob", BOBS)):
            await must(one, f"signup {name} {secret}")
        await must(one, "mutton challenge ann bob")
        await must(other, f"mutton move 101#1 bob {BOBS} sparse")
        await must(one, f"mutton move 101#2 ann {ANNS} HIDE")
        await must(other, f"mutton move 101 bob {BOBS} propose")
        over = await must(one, f"mutton accept 101 ann {ANNS}")
        assert "It is a draw." in over.text
        assert (await must(other, "mutton show 101")).subject == "Mutton Board 101 over"
