"""A mail server that keeps what it is given, refuses it, or is away: the relay of tests."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cached_property
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope

from sheepfold_bench.load import keep_port


@dataclass
class Caught:
    """A mail as it was given over."""

    sender: str
    to: str
    raw: bytes

    @cached_property
    def mail(self) -> EmailMessage:
        found = message_from_bytes(self.raw, policy=default)
        assert isinstance(found, EmailMessage)
        return found

    @property
    def text(self) -> str:
        body = self.mail.get_body(("plain",))
        assert body is not None
        return str(body.get_content())

    @property
    def html(self) -> str:
        body = self.mail.get_body(("html",))
        assert body is not None
        return str(body.get_content())


@dataclass
class Catcher:
    """What it caught, and what it says instead of taking a mail: to whom (RCPT) or to the mail itself (DATA); to whom
    it breaks the line when it has the mail."""

    port: int
    mails: list[Caught] = field(default_factory=list)
    at_rcpt: str = ""
    at_data: str = ""
    breaks: str = ""
    nobody: str = ""
    tried: int = 0

    async def handle_RCPT(self, server: Any, session: Any, envelope: Envelope, address: str, options: Any) -> str:
        self.tried += 1
        if self.at_rcpt or address == self.nobody:
            return self.at_rcpt or "550 5.1.1 nobody here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Envelope) -> str:
        if self.at_data:
            return self.at_data
        if self.breaks in envelope.rcpt_tos:
            server.transport.abort()
            return "250 never heard"
        assert isinstance(envelope.content, bytes)
        self.mails += [Caught(envelope.mail_from or "", to, envelope.content) for to in envelope.rcpt_tos]
        return "250 taken"

    def to(self, address: str) -> list[Caught]:
        return [mail for mail in self.mails if mail.to == address]


@contextmanager
def catcher(port: int = 0, tls: ssl.SSLContext | None = None, **more: Any) -> Iterator[Catcher]:
    """A mail server at a port of its own, or at that one again."""
    if not port:
        with keep_port() as kept:
            port = kept.getsockname()[1]
    found = Catcher(port)
    control = Controller(found, "127.0.0.1", port, tls_context=tls, data_size_limit=2**24, **more)
    control.start()
    try:
        yield found
    finally:
        control.stop()
