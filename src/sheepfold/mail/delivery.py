"""Delivery of the outbox's mails through a relay, the mail server that brings them to their readers.

A row goes when the relay has accepted its mail. A crash between that and our commit lets the mail go out again: every
mail goes out at least once, and a second one has the same Message-ID, by which mail programs know it.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import aiosmtplib

from sheepfold.mail.compose import CannotCompose, Composers, Letter
from sheepfold.mail.letters import Later, Letters, ReadyLetter
from sheepfold.mail.parsing import unreachable
from sheepfold.mail.setup import IMPLICIT_TLS, MailSetup
from sheepfold.play.errors import Busy, PlayError
from sheepfold.play.host.background import keep_draining
from sheepfold.play.notices.outbox import Kind, MailRow
from sheepfold.play.service import Service

BATCH: Final = 20
"""Mails that are claimed from the outbox together."""
PAUSE: Final = 1.0
"""Seconds between looks at an empty outbox."""
FIRST_RETRY, LAST_RETRY = 2.0, 60.0
"""Seconds until a relay that was down is tried again: exponential back-off between these."""
TIMEOUT: Final = 30.0
"""Seconds for each answer of the relay until it takes mail."""
DATA_TIMEOUT: Final = 60.0
"""Seconds for each of its four answers to a mail, which it may want to look through: one that it takes after we have
gone is sent again. All of them together are within ``outbox.LONGEST_TRY``."""
_ENHANCED_STATUS: Final = re.compile(r"[245]\.\d{1,3}\.\d{1,3}")
"""RFC 3463."""


class Delivery:
    """One server's share of the delivery: several may deliver, each mail is claimed by one of them."""

    def __init__(self, service: Service, letters: Letters, relay: Relay, composers: Composers, log: Any) -> None:
        self._outbox, self._bounces, self._accounts = service.outbox, service.bounces, service.accounts
        self._letters, self._relay, self._composers, self._log = letters, relay, composers, log
        self._back_off = 0.0
        self.sent = 0

    async def run(self) -> None:
        """For ever; a relay or a store that is down is waited for."""
        with suppress(RelayDown):
            async with self._relay.connected() as session:
                self._learn(session)
        await keep_draining(
            self.drain, lambda found: self._back_off or (0.0 if found else PAUSE), self._log, "sending mail failed"
        )

    async def drain(self) -> bool:
        """Send some of what is due; whether there was any. Raises Busy."""
        rows = await self._outbox.claim(BATCH)
        ready = [(row, made) for row in rows if (made := await self._made(row)) is not None]
        if not ready:
            return bool(rows)
        left = list(ready)
        try:
            async with self._relay.connected() as session, self._composed([made.letter for _, made in ready]) as mails:
                self._learn(session)
                for (row, made), mail in zip(ready, mails, strict=True):
                    await self._send(session, row, made, mail)
                    left.pop(0)
            self._back_off = 0.0
        except RelayDown as down:
            self._back_off = min(max(FIRST_RETRY, 2 * self._back_off), LAST_RETRY)
            self._log.warning("the relay takes no mail", reason=str(down), again_in=self._back_off)
            if isinstance(down, ConnectionBroken):  # or a mail that breaks the connection would hold up all others
                await self._refused(left.pop(0)[0], MailRefused(str(down), for_good=False))
            for row, _ in left:
                await self._outbox.later(row)
        return True

    async def _made(self, row: MailRow) -> ReadyLetter | None:
        """The row's letter, unless there is nothing to send now."""
        try:
            made = await self._letters.letter(row)
        except Busy:
            raise
        except PlayError as error:
            self._log.warning("a mail cannot be made", about=row.key, reason=str(error))
            made = None
        if isinstance(made, Later):
            await self._outbox.later(row, made.due)
            return None
        if made is None:
            await self._outbox.drop(row)
        return made

    @asynccontextmanager
    async def _composed(self, letters: Sequence[Letter]) -> AsyncIterator[list[asyncio.Task[bytes]]]:
        """The mails, on which all composers work while the first are sent."""
        tasks = [asyncio.create_task(self._composers.compose(letter)) for letter in letters]
        try:
            yield tasks
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, session: RelaySession, row: MailRow, made: ReadyLetter, mail: asyncio.Task[bytes]) -> None:
        """Raises RelayDown."""
        try:
            content = await mail
            if not await self._outbox.hold(row):
                return  # it took so long that somebody else sends it
            letter = made.letter
            missed = await session.send((letter.to, *letter.further), content, letter.envelope)
            for refused in missed:
                await self._count(row, refused)
        except MailRefused as refused:
            await self._refused(row, refused)
        except CannotCompose as fault:
            await self._refused(row, MailRefused(str(fault), for_good=False))
        else:
            await self._outbox.sent(row, made.mailed)
            self.sent += 1

    async def _refused(self, row: MailRow, refused: MailRefused) -> None:
        await self._count(row, refused)
        if await self._outbox.refused(row, str(refused), for_good=refused.for_good):
            self._log.error("a mail is given up", number=row.id, about=row.key, said=str(refused))

    async def _count(self, row: MailRow, refused: MailRefused) -> None:
        """Note it of an address that there is nobody."""
        if refused.nobody and row.user is not None and row.kind != Kind.CONFIRM:
            await self._bounces.failed(row.user, str(refused), refused.address)

    def _learn(self, session: RelaySession) -> None:
        """Let nobody sign up with an address that the relay will not take."""
        self._accounts.plain_addresses = not session.smtputf8


# -- the relay -----------------------------------------------------------------------------------


class RelayDown(Exception):
    """It cannot be reached, or takes nothing from us: no fault of any mail."""


class ConnectionBroken(RelayDown):
    """The connection broke while a mail was handed over: the relay's fault, or that of something in the mail."""


class MailRefused(Exception):
    """It does not take this mail: now, or ``for_good``; because there is ``nobody`` at that ``address``."""

    def __init__(self, said: str, *, for_good: bool, nobody: bool = False, address: str = "") -> None:
        super().__init__(said)
        self.for_good, self.nobody, self.address = for_good, nobody, address

    @classmethod
    def at(cls, error: aiosmtplib.SMTPRecipientRefused) -> MailRefused:
        """It was refused for one address."""
        return cls(_said(error), for_good=error.code >= 500, nobody=_is_nobody(error), address=error.recipient)


class RelaySession:
    """A connection to the relay."""

    def __init__(self, smtp: aiosmtplib.SMTP, sender: str) -> None:
        self._smtp, self._sender = smtp, sender

    @property
    def smtputf8(self) -> bool:
        """Whether addresses may have other letters than a to z (RFC 6531)."""
        return self._smtp.supports_extension("smtputf8")

    async def send(self, to: Sequence[str], mail: bytes, envelope: str = "") -> list[MailRefused]:
        """Return when the relay has accepted it for any of these addresses, with what it said of the others. Raises
        RelayDown, MailRefused (by the first of them)."""
        plain = "".join(to).isascii()
        if not plain and not self.smtputf8:
            raise MailRefused("The relay takes only the letters a to z in an address.", for_good=True)
        options = [] if plain else ["SMTPUTF8", "BODY=8BITMIME"]
        if not self._smtp.is_connected:
            raise RelayDown("The relay has closed the line.")
        try:
            refused, _ = await self._smtp.sendmail(
                envelope or self._sender, to, mail, mail_options=options, timeout=DATA_TIMEOUT
            )
            return [
                MailRefused.at(aiosmtplib.SMTPRecipientRefused(said.code, said.message, address))
                for address, said in refused.items()
            ]
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise MailRefused.at(error.recipients[0]) from None
        except aiosmtplib.SMTPSenderRefused as error:
            raise RelayDown(_said(error)) from None
        except aiosmtplib.SMTPResponseException as error:
            if error.code == 421:  # it closes the connection
                raise ConnectionBroken(_said(error)) from None
            raise MailRefused(_said(error), for_good=error.code >= 500) from None
        except (aiosmtplib.SMTPException, OSError) as error:
            raise ConnectionBroken(_said(error)) from None
        except ValueError as error:  # an address that cannot be written
            raise MailRefused(_said(error), for_good=True) from None


class Relay:
    """Opens connections, with TLS and a certificate that holds wherever the relay is not on this machine."""

    def __init__(self, setup: MailSetup) -> None:
        self._setup = setup
        self._implicit = setup.relay_port == IMPLICIT_TLS
        self._starts = not self._implicit and (setup.encrypted or bool(setup.authorities))
        self._tls: ssl.SSLContext | None = None
        if self._implicit or self._starts:  # reading all that the system trusts takes a while
            self._tls = ssl.create_default_context(cafile=setup.authorities or None)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[RelaySession]:
        """Raises RelayDown."""
        setup = self._setup
        smtp = aiosmtplib.SMTP(
            hostname=setup.relay_host,
            port=setup.relay_port,
            local_hostname=setup.host,
            timeout=TIMEOUT,
            use_tls=self._implicit,
            start_tls=None if self._implicit else self._starts,
            tls_context=self._tls,
        )
        try:
            await smtp.connect()
            if smtp.is_ehlo_or_helo_needed:
                await smtp.ehlo()
            if setup.relay_user:
                await smtp.login(setup.relay_user, setup.relay_password)
        except (aiosmtplib.SMTPException, OSError) as error:
            smtp.close()
            raise RelayDown(_said(error)) from None
        try:
            yield RelaySession(smtp, setup.sender)
        finally:
            with suppress(aiosmtplib.SMTPException, OSError):
                await smtp.quit()
            smtp.close()


def _is_nobody(error: aiosmtplib.SMTPResponseException) -> bool:
    """Whether it is the address that is wrong, and not what the relay thinks of us or of the mail."""
    status = _ENHANCED_STATUS.match(error.message)
    return error.code in (550, 551, 553) if status is None else unreachable(status[0])


def _said(error: BaseException) -> str:
    """What went wrong, in one line for the host."""
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return " ".join(f"{error.code} {error.message}".split())[:200]
    return " ".join(f"{type(error).__name__} {error}".split())[:200]
