"""Mail in and out: how many a second, beside bare aiosmtpd that takes the same mails and drops them.

In: commands over SMTP on loopback, each carried out and remembered before it is taken. Out: what the outbox holds,
made, composed and handed to a mail server that keeps nothing; with the picture, and without.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiosmtplib
import structlog
from aiosmtpd.controller import Controller

from sheepfold.mail.compose import Composers, Letter
from sheepfold.mail.delivery import Delivery, Relay
from sheepfold.mail.letters import Letters
from sheepfold.mail.parsing import LARGEST, Parsers
from sheepfold.mail.receiving import Receiving
from sheepfold.mail.server import inbound
from sheepfold.mail.setup import MailSetup
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Clock, SeatPlan, Terms
from sheepfold_bench.load import keep_port

HOST = "fold.example"
LINES = 4
"""Connections over which mails come in at the same time."""


@dataclass(frozen=True, slots=True)
class Brought:
    """Mails a second, and the processor time that each took, with that of whoever brings it."""

    rate: float
    seconds: float


@dataclass(frozen=True, slots=True)
class MailRates:
    """Mails a second."""

    taken: Brought
    dropped: Brought
    """What the peer takes and drops."""
    sent: float
    sent_alike: float
    """All with the same picture."""
    sent_plain: float
    """Without pictures."""


class _Dropping:
    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        return "250 dropped"


class _Measured(Composers):
    """Leaves pictures out where they are not measured."""

    pictures = True

    async def compose(self, letter: Letter) -> bytes:
        return await super().compose(letter if self.pictures else replace(letter, picture=None))


def measure(mails: int) -> MailRates:
    """One run with so many mails each way."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_measure(mails, Path(folder)))


async def _measure(mails: int, folder: Path) -> MailRates:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    async with _dropping() as peer, Service.open(_setup(folder)) as service:
        with keep_port() as kept:
            port = kept.getsockname()[1]
        setup = MailSetup(f"sheepfold@{HOST}", "127.0.0.1", peer, port=port, strangers=mails, origin=f"https://{HOST}")
        log, readers = structlog.get_logger(), Parsers()
        try:
            async with inbound(Receiving(service, setup, log, readers), setup, log):
                taken = await _brought(port, mails, "in")
        finally:
            await readers.close()
        dropped = await _brought(peer, mails, "peer")
        for row in await service.outbox.rows(mails + 1):
            await service.outbox.drop(row)
        players = [await _player(service, number) for number in range(2)]
        composers, rates = _Measured(), []
        try:
            for composers.pictures, placed in ((True, "random"), (True, "sparse"), (False, "random")):
                rates.append(await _sent(service, setup, players, composers, mails, placed))
        finally:
            await composers.close()
    return MailRates(taken, dropped, *rates)


def _setup(folder: Path) -> Setup:
    return Setup(database=f"sqlite:///{folder}/bench.db", workers=0, mail=True)


@asynccontextmanager
async def _dropping() -> AsyncIterator[int]:
    """The port of a mail server that keeps nothing."""
    with keep_port() as kept:
        port = kept.getsockname()[1]
    control = Controller(_Dropping(), "127.0.0.1", port, data_size_limit=LARGEST * 8)
    await asyncio.to_thread(control.start)
    try:
        yield port
    finally:
        await asyncio.to_thread(control.stop)


async def _brought(port: int, mails: int, name: str) -> Brought:
    """Bring so many commands to a port, over a few lines."""

    async def line(number: int) -> None:
        async with aiosmtplib.SMTP(hostname="127.0.0.1", port=port, start_tls=False) as smtp:
            for index in range(number, mails, LINES):
                sender = f"{name}{index}@mail.example"
                await smtp.sendmail(sender, [f"sheepfold@{HOST}"], _command(sender, index))

    begun, worked = time.perf_counter(), time.process_time()
    await asyncio.gather(*map(line, range(LINES)))
    return Brought(mails / (time.perf_counter() - begun), (time.process_time() - worked) / mails)


def _command(sender: str, number: int) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, f"sheepfold@{HOST}", "mutton help"
    mail["Message-ID"] = f"<{number}.{sender}>"
    mail.set_content("Please.\n")
    return mail.as_bytes()


async def _player(service: Service, number: int) -> int:
    user = (await service.accounts.register(f"Player {number}", "correct horse", f"p{number}@mail.example")).id
    await service.addresses.confirm(await service.addresses.link("confirm", user))
    return user


async def _sent(
    service: Service, setup: MailSetup, players: list[int], composers: Composers, mails: int, placed: str
) -> float:
    """Begin so many games of Mutton, whose second player is told of each; how many mails a second are sent. ``placed``:
    the first move, after which the boards look alike or not."""
    terms = Terms("mutton", {}, (SeatPlan("me"), SeatPlan()), Clock("days", 86_400))
    for _ in range(mails):
        table = (await service.tables.open(players[0], terms)).id
        await service.tables.sit(table, players[1])
        await service.tables.move(table, players[1], placed)
        await service.tables.leave(table, players[0])
    sending = Delivery(service, Letters(service, setup), Relay(setup), composers, None)
    await composers.compose(Letter(setup.sender, "x@mail.example", "x", (), "<x@x>", 0.0))  # the process must be there
    begun = time.perf_counter()
    while await sending.drain():
        pass
    return sending.sent / (time.perf_counter() - begun)
