"""``sheepfold mail "COMMAND"``: one command of play by mail, and its reply."""

from __future__ import annotations

import asyncio
import os
import sys
from argparse import Namespace
from contextlib import suppress
from select import select
from typing import TYPE_CHECKING

from sheepfold.cli import FAULTY
from sheepfold.cli.arguments import Parser
from sheepfold.cli.output import safe

if TYPE_CHECKING:
    from sheepfold.command import Reply

FIRST_WORD = 2.0
"""Seconds for which a body may take to begin."""
LONGEST_BODY = 20_000
PATIENCE = 30.0
"""Seconds for which the reply waits for bots."""


def mail_parser() -> Parser:
    made = MailParser(
        "mail",
        "Give one command of play by mail and read the reply. A body, as of a mail, comes from standard input when"
        " something is piped in.",
        _mail,
        epilog="sheepfold mail help lists the commands.",
    )
    made.add_argument(
        "words", metavar="COMMAND", nargs="+", help="the command; put it in quotes, since shells read # and ; otherwise"
    )
    made.takes_database()
    return made


class MailParser(Parser):
    """Our own options stand before the command; what follows is the command's."""

    def read(self, words: list[str]) -> Namespace:
        index = 0
        while index < len(words) and words[index].startswith("--"):
            index += 1 if "=" in words[index] or words[index] == "--help" else 2
        found = super().read([*words[:index], *["COMMAND"] * (index < len(words))])
        found.words = words[index:]
        return found


def _mail(asked: Namespace) -> int:
    from sheepfold.command import Sender, obey
    from sheepfold.play.service import Service
    from sheepfold.play.setup import Setup
    from sheepfold.web.settings import Settings

    settings = Settings.read(os.environ, database=asked.database, bus=asked.bus)
    setup = Setup(
        database=settings.database,
        bus=settings.bus,
        tick=0,
        audit_log_days=settings.trail_days,
        mail=settings.mail is not None,  # what the servers of this database are to send
    )
    body = _body()

    async def work() -> int:
        async with Service.open(setup) as service:
            reply = await obey(service, Sender("shell", patience=PATIENCE), " ".join(asked.words), body)
            print(written(reply), end="")
            return 0 if reply.ok else FAULTY

    return asyncio.run(work())


def _body() -> str:
    """What is piped in. Whoever runs this with an open pipe and writes nothing into it has no body."""
    if sys.stdin is None or sys.stdin.isatty():
        return ""
    with suppress(OSError, ValueError):  # what cannot be waited for is read at once
        if not select([sys.stdin], [], [], FIRST_WORD)[0]:
            return ""
    return sys.stdin.read(LONGEST_BODY + 1)


def written(reply: Reply) -> str:
    """The reply as a mail would show it."""
    return safe(f"Subject: {reply.subject}\n\n{reply.text}")
