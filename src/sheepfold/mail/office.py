"""The mail of one server: what sends, begun and ended with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sheepfold.command import board_mail
from sheepfold.mail.composers import Composers
from sheepfold.mail.letters import Letters
from sheepfold.mail.relay import Relay
from sheepfold.mail.sending import Sending
from sheepfold.mail.setup import MailSetup
from sheepfold.play.service import Service


@asynccontextmanager
async def open_mail(service: Service, setup: MailSetup, log: Any) -> AsyncIterator[None]:
    """Send what is to be sent until the server stops; what is not sent by then stays in the outbox."""
    composers = Composers()
    letters = Letters(service, setup, board_mail)
    sending = asyncio.create_task(Sending(service.outbox, letters, Relay(setup), composers, log).run())
    try:
        yield
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        await composers.close()
