"""``sheepfold mail "COMMAND"``: one command of play by mail, and its reply."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

from sheepfold.cli import FAULTY
from sheepfold.cli.arguments import Parser
from sheepfold.cli.say import safe

if TYPE_CHECKING:
    from sheepfold.command import Reply

PATIENCE = 30.0
"""Seconds for which the reply waits for bots."""


def parser() -> Parser:
    made = Parser(
        "mail",
        "Give one command of play by mail and read the reply. A body, as of a mail, comes from standard input when"
        " something is piped in.",
        epilog="sheepfold mail help lists the commands.",
    )
    made.add_argument("words", metavar="COMMAND", nargs="+", help="the command; quote it, since # and ; mean much here")
    made.add_argument("--database", metavar="URL", help="sqlite:///PATH or postgresql://… (SHEEPFOLD_DATABASE)")
    made.add_argument("--bus", metavar="BUS", help="between processes: local, postgres or redis://… (SHEEPFOLD_BUS)")
    return made


def run(given: list[str]) -> int:
    own, line = _apart(given)
    asked = parser().read([*own, *(["COMMAND"] if line else [])])
    from sheepfold.command import Sender, obey
    from sheepfold.play.service import Service
    from sheepfold.play.setup import Setup

    database = asked.database or os.environ.get("SHEEPFOLD_DATABASE") or "sqlite:///sheepfold.db"
    bus = asked.bus or os.environ.get("SHEEPFOLD_BUS") or "local"
    body = "" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.read(20_001)

    async def work() -> int:
        async with Service.open(Setup(database=database, bus=bus, tick=0, workers=1)) as service:
            reply = await obey(service, Sender("shell", patience=PATIENCE), " ".join(line), body)
            print(written(reply), end="")
            return 0 if reply.ok else FAULTY

    return asyncio.run(work())


def written(reply: Reply) -> str:
    """The reply as a mail would show it."""
    return safe(f"Subject: {reply.subject}\n\n{reply.text}")


def _apart(given: list[str]) -> tuple[list[str], list[str]]:
    """The options of this program, which stand before the command, and the command with its own."""
    index = 0
    while index < len(given) and given[index].startswith("--"):
        index += 1 if "=" in given[index] or given[index] == "--help" else 2
    return given[:index], given[index:]
