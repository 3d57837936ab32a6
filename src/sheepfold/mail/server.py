"""The mail of one server: the SMTP port at which mail comes in, and the delivery of what goes out.

The port has a thread with an event loop of its own: whatever is sent there, play goes on.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope, Session

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.words.prose import shown
from sheepfold.mail import addresses
from sheepfold.mail.compose import Composers
from sheepfold.mail.delivery import Delivery, Relay
from sheepfold.mail.letters import Letters
from sheepfold.mail.parsing import LARGEST, Parsers, too_much
from sheepfold.mail.receiving import Receiving, TooManyMails
from sheepfold.mail.setup import MailSetup
from sheepfold.play.errors import Busy
from sheepfold.play.host.background import WorkerDied, background
from sheepfold.play.service import Service

MOST_RECIPIENTS: Final = 5
"""Of one mail."""
IDLE_TIMEOUT: Final = 60.0
"""Seconds after which a silent connection is closed."""
TIMEOUT: Final = 40.0
"""Seconds for which the relay waits until a mail is dealt with."""
CONCURRENT: Final = 8
"""Mails that are dealt with at the same time."""

NULL_SENDER: Final = "<>"
"""The envelope sender of reports: nobody is to answer them."""
LATER: Final = "451 4.3.2 Please bring it again later"
NOT_OURS: Final = "550 5.1.1 Nobody here has that address"
TOO_MUCH: Final = "554 5.6.0 This mail has too many {}: write your command in a short mail of plain text"
TAKEN: Final = "250 2.0.0 Taken"


class PortUnavailable(SheepfoldError):
    """Mail cannot be taken in where the settings say."""


class MailHandler:
    """Speaks SMTP; what a mail means is up to ``Receiving``, in the server's own loop."""

    def __init__(self, receiving: Receiving, setup: MailSetup, loop: asyncio.AbstractEventLoop, log: Any) -> None:
        self._receiving, self._setup, self._loop, self._log = receiving, setup, loop, log
        self._limit = asyncio.Semaphore(CONCURRENT)

    async def handle_RCPT(
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if addresses.read(address, self._setup.host) is None:
            return NOT_OURS
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        raw = envelope.content if isinstance(envelope.content, bytes) else (envelope.content or "").encode()
        if more := too_much(raw):
            self._log.warning("a mail was refused", why=f"too many {more}")
            return TOO_MUCH.format(more)
        sender = "" if envelope.mail_from in (None, NULL_SENDER) else envelope.mail_from
        async with self._limit:
            taken = self._receiving.take(raw, sender, list(envelope.rcpt_tos))
            work = asyncio.run_coroutine_threadsafe(taken, self._loop)
            try:
                async with asyncio.timeout(TIMEOUT):
                    await asyncio.wrap_future(work)
            except (TooManyMails, Busy, WorkerDied, TimeoutError):
                return LATER
            except Exception as error:
                self._log.error("a mail could not be dealt with", fault=type(error).__name__)
                return LATER
        return TAKEN

    async def handle_exception(self, error: Exception) -> str:
        """Whatever aiosmtpd itself stumbles over; its own words would quote what was sent."""
        self._log.warning("mail", fault=type(error).__name__)
        return "451 4.3.0 That did not work"


@asynccontextmanager
async def inbound(receiving: Receiving, setup: MailSetup, log: Any) -> AsyncIterator[None]:
    """Take mail in as long as this is entered. Raises PortUnavailable."""
    tls = None
    try:
        if setup.certificate:
            tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            tls.load_cert_chain(setup.certificate, setup.private_key or None)
        port = Controller(
            MailHandler(receiving, setup, asyncio.get_running_loop(), log),
            setup.address,
            setup.port,
            data_size_limit=LARGEST,
            timeout=IDLE_TIMEOUT,
            tls_context=tls,
            server_hostname=setup.host,
            ident="Sheepfold",
            enable_SMTPUTF8=True,
        )
        await asyncio.to_thread(port.start)
    except (OSError, ssl.SSLError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise PortUnavailable(f"Mail cannot be taken in at {shown(setup.address)}:{setup.port}: {why}.") from None
    try:
        yield
    finally:
        await asyncio.to_thread(port.stop)


@asynccontextmanager
async def open_mail(service: Service, setup: MailSetup, log: Any) -> AsyncIterator[None]:
    """Send what is to be sent and take in what comes until the server stops; what is not sent by then stays in the
    outbox. Raises PortUnavailable."""
    composers = Composers()
    delivery = Delivery(service, Letters(service, setup), Relay(setup), composers, log)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(composers.close)
        await stack.enter_async_context(background(delivery.run()))
        if setup.port:
            parsers = Parsers()
            stack.push_async_callback(parsers.close)
            await stack.enter_async_context(inbound(Receiving(service, setup, log, parsers), setup, log))
        yield
