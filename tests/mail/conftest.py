"""A service, people whose addresses are confirmed, a relay that keeps their mails, a clock in the test's hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from email.message import EmailMessage
from email.utils import make_msgid

import aiosmtplib
import pytest
import structlog

import tiny
from catching import Catcher, Caught, catcher
from cheap import CHEAP
from sheepfold.games import SHELF
from sheepfold.mail.compose import Composers, Letter, compose
from sheepfold.mail.delivery import Delivery, Relay
from sheepfold.mail.letters import Letters
from sheepfold.mail.parsing import Incoming, Parsers, read
from sheepfold.mail.receiving import Receiving
from sheepfold.mail.server import inbound
from sheepfold.mail.setup import MailSetup
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Clock, SeatPlan, TableId, Terms, UserId
from sheepfold_bench.load import keep_port

T0 = 1_700_000_000.0
PASSWORD = "correct horse"
HOUSE = "sheepfold@fold.example"
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


class ParseHere(Parsers):
    """Parses mails in this process."""

    async def read(self, raw: bytes, envelope: str, house: str) -> Incoming:
        return read(raw, envelope, house)


class Plain(Composers):
    """The same without pictures."""

    async def compose(self, letter: Letter) -> bytes:
        return compose(replace(letter, picture=None))


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
        table = (await self.service.tables.open(self.ann, terms)).id
        await self.service.tables.sit(table, self.bob)
        await self.drop_all()
        return table

    async def drop_all(self) -> None:
        for row in await self.service.outbox.rows():
            await self.service.outbox.drop(row)

    async def send(self) -> list[Caught]:
        """Everything that is due; what the relay got of it."""
        before = len(self.relay.mails)
        for _ in range(1_000):
            if not await self.sending.drain():
                break
        else:
            raise AssertionError("the outbox is never empty")
        return self.relay.mails[before:]

    def another(self, composers: Composers | None = None, **more: object) -> Delivery:
        """Somebody else who sends from the same outbox."""
        setup = replace(self.setup, **more)  # type: ignore[arg-type]
        letters = Letters(self.service, setup)
        return Delivery(self.service, letters, Relay(setup), composers or Here(), structlog.get_logger())

    async def write(self, sender: str, to: str, subject: str = "", body: str = "", **headers: str) -> str:
        """Have a mail brought to the door; what was said there in the end."""
        mail = EmailMessage()
        given = {"From": sender, "To": to, "Subject": subject, "Message-ID": make_msgid(domain="mail.example")}
        for name, value in (given | {name.replace("_", "-"): value for name, value in headers.items()}).items():
            mail[name] = value
        mail.set_content(body)
        return await self.bring(sender, to, mail.as_bytes())

    async def bring(self, sender: str, to: str, mail: bytes) -> str:
        """The same with a mail of any bytes."""
        async with aiosmtplib.SMTP(hostname="127.0.0.1", port=self.setup.port, start_tls=False) as door:
            try:
                return (await door.sendmail(sender, [to], mail))[1]
            except aiosmtplib.SMTPRecipientsRefused as error:
                return f"{error.recipients[0].code} {error.recipients[0].message}"
            except aiosmtplib.SMTPResponseException as error:
                return f"{error.code} {error.message}"

    async def answer(self, mail: Caught, body: str, **headers: str) -> str:
        """Answer a mail as programs do: to its address for answers, with its words quoted."""
        quoted = "\n".join(f"> {line}" for line in mail.text.splitlines())
        written = f"{body}\n\nOn Monday, Sheepfold wrote:\n{quoted}\n"
        to, subject = str(mail.mail["Reply-To"]), headers.pop("Subject", f"Re: {mail.mail['Subject']}")
        return await self.write(mail.to, to, subject, written, In_Reply_To=str(mail.mail["Message-ID"]), **headers)

    async def begin(self, sender: str, line: str, comment: str = "") -> None:
        """Have a board begun by mail alone: the command, and the answer to the question that comes of it."""
        await self.write(sender, HOUSE, line)
        question = [mail for mail in await self.send() if mail.to == sender][-1]
        assert "consent" in str(question.mail["Reply-To"]), question.text
        await self.answer(question, comment)


async def confirmed(service: Service, name: str, mail: str) -> UserId:
    """A new account whose address is confirmed."""
    user = (await service.accounts.register(name, PASSWORD, mail)).id
    await service.addresses.confirm(await service.addresses.link("confirm", user))
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
    def make(database: str) -> Setup:
        return Setup(
            database=database,
            tick=0.0,
            workers=0,
            bot_pace=0.0,
            now=wall,
            elapsed=wall,
            hasher=CHEAP,
            shelf=tiny.SHELF,
            locate="tiny:SHELF",
            mail=True,
        )

    return make


@asynccontextmanager
async def open_post(setup: Setup, relay: Catcher, wall: Wall) -> AsyncIterator[Post]:
    """A service with Ann and Bob, of whom nothing is to be told."""
    with keep_port() as kept:
        port = kept.getsockname()[1]
    async with Service.open(setup) as service:
        mail = MailSetup("sheepfold@fold.example", "127.0.0.1", relay.port, origin="https://fold.example", port=port)
        ann, bob = [await confirmed(service, name, f"{name.lower()}@mail.example") for name in ("Ann", "Bob")]
        made = Post(service, relay, wall, mail, ann, bob)
        await made.drop_all()
        yield made


@asynccontextmanager
async def open_door(post: Post, parsers: Parsers | None = None) -> AsyncIterator[Post]:
    """The same with its door open."""
    log = structlog.get_logger()
    receiving = Receiving(post.service, post.setup, log, parsers or ParseHere())
    async with inbound(receiving, post.setup, log):
        yield post


@pytest.fixture
async def post(database: str, make_setup: Callable[[str], Setup], relay: Catcher, wall: Wall) -> AsyncIterator[Post]:
    async with open_post(make_setup(database), relay, wall) as made:
        yield made


@pytest.fixture
async def door(
    new_database: Callable[[str], str], make_setup: Callable[[str], Setup], relay: Catcher, wall: Wall
) -> AsyncIterator[Post]:
    """With its door open; what is stored differently on PostgreSQL is tried without one."""
    async with open_post(make_setup(new_database("sqlite")), relay, wall) as made, open_door(made) as opened:
        yield opened


@pytest.fixture
async def shelf_door(
    new_database: Callable[[str], str], make_setup: Callable[[str], Setup], relay: Catcher, wall: Wall
) -> AsyncIterator[Post]:
    """A door to the games of the shelf, whose mails have no pictures: they take long, and are looked at elsewhere."""
    setup = replace(make_setup(new_database("sqlite")), shelf=SHELF, locate="sheepfold.games:SHELF")
    async with open_post(setup, relay, wall) as made, open_door(made) as opened:
        opened.sending = opened.another(composers=Plain())
        yield opened
