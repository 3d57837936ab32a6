"""The port at which mail comes in, in a thread with an event loop of its own: whatever is sent there, play goes on."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope, Session

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.options import shown
from sheepfold.mail import addresses
from sheepfold.mail.parsing import LARGEST, too_much
from sheepfold.mail.receiving import Receiving, TooMuch
from sheepfold.mail.setup import MailSetup
from sheepfold.play.errors import Busy
from sheepfold.play.host.worker_process import WorkerDied

MOST_READERS: Final = 5
"""Recipients of one mail."""
IDLE: Final = 60.0
"""Seconds after which a line that says nothing is closed."""
PATIENCE: Final = 40.0
"""Seconds for which the relay waits until a mail is dealt with."""
AT_ONCE: Final = 8
"""Mails that are dealt with at the same time."""

NO_SENDER: Final = "<>"
"""Whence reports come: nobody is to answer them."""
LATER: Final = "451 4.3.2 Please bring it again later"
NOT_OURS: Final = "550 5.1.1 Nobody here has that address"
TOO_MUCH: Final = "554 5.6.0 This mail has too many {}: write your command in a short mail of plain text"
TAKEN: Final = "250 2.0.0 Taken"


class NoPort(SheepfoldError):
    """Mail cannot be taken in where the settings say."""


class MailHandler:
    """What the port says; everything else is ``Receiving``, in the server's own loop."""

    def __init__(self, receiving: Receiving, setup: MailSetup, loop: asyncio.AbstractEventLoop, log: Any) -> None:
        self._receiving, self._setup, self._loop, self._log = receiving, setup, loop, log
        self._room = asyncio.Semaphore(AT_ONCE)

    async def handle_RCPT(
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if addresses.read(address, self._setup.host) is None:
            return NOT_OURS
        if len(envelope.rcpt_tos) >= MOST_READERS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        raw = envelope.content if isinstance(envelope.content, bytes) else (envelope.content or "").encode()
        if more := too_much(raw):
            self._log.warning("a mail was refused", why=f"too many {more}")
            return TOO_MUCH.format(more)
        sender = "" if envelope.mail_from in (None, NO_SENDER) else envelope.mail_from
        async with self._room:
            taken = self._receiving.take(raw, sender, list(envelope.rcpt_tos))
            work = asyncio.run_coroutine_threadsafe(taken, self._loop)
            try:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.wrap_future(work)
            except (TooMuch, Busy, WorkerDied, TimeoutError):
                return LATER
            except Exception as error:
                self._log.error("a mail could not be dealt with", fault=type(error).__name__)
                return LATER
        return TAKEN

    async def handle_exception(self, error: Exception) -> str:
        """Whatever aiosmtpd itself stumbles over; its own words would quote what was sent."""
        self._log.warning("mail", fault=type(error).__name__)
        return "451 4.3.0 That did not work"


@contextmanager
def inbound(receiving: Receiving, setup: MailSetup, loop: asyncio.AbstractEventLoop, log: Any) -> Iterator[None]:
    """Take mail in as long as this is entered. Raises NoPort."""
    tls = None
    try:
        if setup.certificate:
            tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            tls.load_cert_chain(setup.certificate, setup.private_key or None)
        port = Controller(
            MailHandler(receiving, setup, loop, log),
            setup.address,
            setup.port,
            data_size_limit=LARGEST,
            timeout=IDLE,
            tls_context=tls,
            server_hostname=setup.host,
            ident="Sheepfold",
            enable_SMTPUTF8=True,
        )
        port.start()
    except (OSError, ssl.SSLError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise NoPort(f"Mail cannot be taken in at {shown(setup.address)}:{setup.port}: {why}.") from None
    try:
        yield
    finally:
        port.stop()
