"""A service, people whose addresses are confirmed, a relay that keeps their mails, a clock in the test's hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, replace

import pytest
import structlog
from argon2 import PasswordHasher

import tiny
from catching import Catcher, Caught, catcher
from sheepfold.command import board_mail
from sheepfold.mail.compose import compose
from sheepfold.mail.composers import Composers
from sheepfold.mail.letter import Letter
from sheepfold.mail.letters import Letters
from sheepfold.mail.relay import Relay
from sheepfold.mail.sending import Sending
from sheepfold.mail.setup import MailSetup
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Clock, SeatPlan, TableId, Terms, UserId

T0 = 1_700_000_000.0
PASSWORD = "correct horse"
DAYS = Clock("days", 21 * 86_400, nag=7 * 86_400)


class Wall:
    """A clock that goes on only when a test says so."""

    def __init__(self) -> None:
        self.time = T0

    def __call__(self) -> float:
        return self.time

    def pass_by(self, seconds: float) -> None:
        self.time += seconds


class Here(Composers):
    """Writes letters in this process: starting another takes longer than the tests."""

    async def compose(self, letter: Letter) -> bytes:
        return compose(letter)


@dataclass
class Post:
    """A service, its relay, and what sends."""

    service: Service
    relay: Catcher
    wall: Wall
    setup: MailSetup
    ann: UserId = 0
    bob: UserId = 0

    def __post_init__(self) -> None:
        self.sending = self.another()

    async def table(self, clock: Clock = DAYS, **options: object) -> TableId:
        """A running table of Ann and Bob, of which nobody is told any more."""
        terms = Terms("tiny", {"goal": 1000, **options}, (SeatPlan("me"), SeatPlan()), clock)
        table = (await self.service.open_table(self.ann, terms)).id
        await self.service.sit(table, self.bob)
        await self.drop_all()
        return table

    async def drop_all(self) -> None:
        for row in await self.service.outbox.rows():
            await self.service.outbox.drop(row)

    async def send(self) -> list[Caught]:
        """Everything that is due; what the relay got of it."""
        before = len(self.relay.mails)
        for _ in range(20):
            if not await self.sending.drain():
                break
        else:
            raise AssertionError("the outbox is never empty")
        return self.relay.mails[before:]

    def another(self, **more: object) -> Sending:
        """Somebody else who sends from the same outbox."""
        setup = replace(self.setup, **more)  # type: ignore[arg-type]
        letters = Letters(self.service, setup, board_mail)
        return Sending(self.service.outbox, letters, Relay(setup), Here(), structlog.get_logger())


async def confirmed(service: Service, name: str, mail: str) -> UserId:
    """A new account whose address is confirmed."""
    user = (await service.accounts.register(name, PASSWORD, mail)).id
    await service.mailboxes.confirm(await service.mailboxes.link("confirm", user))
    return user


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def relay() -> Iterator[Catcher]:
    with catcher() as found:
        yield found


@pytest.fixture
def make_setup(wall: Wall) -> Callable[[str], Setup]:
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

    def make(database: str) -> Setup:
        return Setup(
            database=database,
            tick=0.0,
            workers=0,
            bot_pace=0.0,
            now=wall,
            elapsed=wall,
            hasher=hasher,
            shelf=tiny.SHELF,
            locate="tiny:SHELF",
            mail=True,
        )

    return make


@pytest.fixture
async def post(database: str, make_setup: Callable[[str], Setup], relay: Catcher, wall: Wall) -> AsyncIterator[Post]:
    async with Service.open(make_setup(database)) as service:
        setup = MailSetup("sheepfold@fold.example", "127.0.0.1", relay.port, origin="https://fold.example", port=2525)
        ann, bob = [await confirmed(service, name, f"{name.lower()}@mail.example") for name in ("Ann", "Bob")]
        made = Post(service, relay, wall, setup, ann, bob)
        await made.drop_all()
        yield made
