"""The relay: the mail server that takes our mails and brings them to their readers."""

from __future__ import annotations

import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import aiosmtplib

from sheepfold.mail.setup import IMPLICIT_TLS, MailSetup

PATIENCE: Final = 30.0
"""Seconds for each answer of the relay until it takes mail."""
LONG: Final = 60.0
"""Seconds for each of its four answers to a mail, which it may want to look through: one that it takes after we have
gone is sent again. All of them together are within ``outbox.LONGEST_TRY``."""


ENHANCED: Final = re.compile(r"[245]\.\d{1,3}\.\d{1,3}")
"""What went wrong, in figures (RFC 3463)."""


class RelayDown(Exception):
    """It cannot be reached, or takes nothing from us: no fault of any mail."""


class Dropped(RelayDown):
    """The line broke while a mail was handed over: the relay's fault, or that of something in the mail."""


class MailRefused(Exception):
    """It does not take this mail: now, or ``for_good``; because there is ``nobody`` at that address."""

    def __init__(self, said: str, *, for_good: bool, nobody: bool = False) -> None:
        super().__init__(said)
        self.for_good, self.nobody = for_good, nobody


class RelaySession:
    """A connection to the relay."""

    def __init__(self, smtp: aiosmtplib.SMTP, sender: str) -> None:
        self._smtp, self._sender = smtp, sender

    @property
    def any_letters(self) -> bool:
        """Whether addresses may have other letters than a to z (RFC 6531)."""
        return self._smtp.supports_extension("smtputf8")

    async def send(self, to: str, mail: bytes, envelope: str = "") -> None:
        """Return when the relay has taken it. Raises RelayDown (Dropped, if it happened meanwhile), MailRefused."""
        if not to.isascii() and not self.any_letters:
            raise MailRefused("The relay takes only the letters a to z in an address.", for_good=True)
        options = [] if to.isascii() else ["SMTPUTF8", "BODY=8BITMIME"]
        if not self._smtp.is_connected:
            raise RelayDown("The relay has closed the line.")
        try:
            await self._smtp.sendmail(envelope or self._sender, [to], mail, mail_options=options, timeout=LONG)
        except aiosmtplib.SMTPRecipientsRefused as error:
            first = error.recipients[0]
            raise MailRefused(_said(first), for_good=first.code >= 500, nobody=_is_nobody(first)) from None
        except aiosmtplib.SMTPSenderRefused as error:
            raise RelayDown(_said(error)) from None
        except aiosmtplib.SMTPResponseException as error:
            if error.code == 421:  # it closes the line
                raise Dropped(_said(error)) from None
            raise _refused(error) from None
        except (aiosmtplib.SMTPException, OSError) as error:
            raise Dropped(_said(error)) from None
        except ValueError as error:  # an address that cannot be written
            raise MailRefused(_said(error), for_good=True) from None


class Relay:
    """Opens lines, with TLS and a certificate that holds wherever the relay is not on this machine."""

    def __init__(self, setup: MailSetup) -> None:
        self._setup = setup
        self._implicit = setup.relay_port == IMPLICIT_TLS
        self._starts = not self._implicit and (setup.encrypted or bool(setup.authorities))
        self._tls: ssl.SSLContext | None = None
        if self._implicit or self._starts:  # reading all that the system trusts takes a while
            self._tls = ssl.create_default_context(cafile=setup.authorities or None)

    @asynccontextmanager
    async def line(self) -> AsyncIterator[RelaySession]:
        """Raises RelayDown."""
        setup = self._setup
        smtp = aiosmtplib.SMTP(
            hostname=setup.relay_host,
            port=setup.relay_port,
            local_hostname=setup.host,
            timeout=PATIENCE,
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


def _refused(error: aiosmtplib.SMTPResponseException) -> MailRefused:
    return MailRefused(_said(error), for_good=error.code >= 500)


def _is_nobody(error: aiosmtplib.SMTPResponseException) -> bool:
    """Whether it is the address that is wrong, and not what the relay thinks of us or of the mail."""
    status = ENHANCED.match(error.message)
    return error.code in (550, 551, 553) if status is None else unreachable(status[0])


def unreachable(status: str) -> bool:
    """Whether a status says that mail cannot be brought to the address, now and later."""
    return re.match(r"5\.[0124]\.", status) is not None


def _said(error: BaseException) -> str:
    """What went wrong, in one line for the host."""
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return " ".join(f"{error.code} {error.message}".split())[:200]
    return " ".join(f"{type(error).__name__} {error}".split())[:200]
