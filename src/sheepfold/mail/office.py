"""The mail of one server: what sends and what takes in, begun and ended with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from sheepfold.command import board_mail
from sheepfold.mail.compose import Composers
from sheepfold.mail.inbound import inbound
from sheepfold.mail.letters import Letters
from sheepfold.mail.parsing import Readers
from sheepfold.mail.receiving import Receiving
from sheepfold.mail.relay import Relay
from sheepfold.mail.sending import Sending
from sheepfold.mail.setup import MailSetup
from sheepfold.play.host.background import background
from sheepfold.play.service import Service


@asynccontextmanager
async def open_mail(service: Service, setup: MailSetup, log: Any) -> AsyncIterator[None]:
    """Send what is to be sent and take in what comes until the server stops; what is not sent by then stays in the
    outbox. Raises NoPort."""
    composers = Composers()
    letters = Letters(service, setup, board_mail)
    sending = Sending(service, letters, Relay(setup), composers, log)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(composers.close)
        await stack.enter_async_context(background(sending.run()))
        if setup.port:
            readers = Readers()
            stack.push_async_callback(readers.close)
            port = inbound(Receiving(service, setup, log, readers), setup, asyncio.get_running_loop(), log)
            await asyncio.to_thread(port.__enter__)
            stack.push_async_callback(asyncio.to_thread, port.__exit__, None, None, None)
        yield
