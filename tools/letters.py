"""Write the letters in docs/mail.md anew: every command there is given in its order, and its reply put below it.

.venv/bin/python tools/letters.py
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from itertools import count
from pathlib import Path

from argon2 import PasswordHasher

from sheepfold.cli.mail import written
from sheepfold.command import Sender, obey
from sheepfold.play.service import Service
from sheepfold.play.setup import Setup

PAGE = Path(__file__).parent.parent / "docs" / "mail.md"
BLOCK = re.compile(
    r'^```\n\$ (?:echo "(?P<body>[^"\n]*)" \| )?sheepfold mail "(?P<line>[^"\n]*)"\n.*?^```$', re.MULTILINE | re.DOTALL
)
BEGUN = 1_700_000_000.0
"""14 November 2023: letters name days, and what is said after something has a later moment."""


async def rewritten(page: str) -> str:
    """The page with the replies that the commands in it get now."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with tempfile.TemporaryDirectory() as folder:
        async with Service.open(
            Setup(
                database=f"sqlite:///{folder}/fold.db", tick=0, workers=0, hasher=cheap, now=count(BEGUN, 0.01).__next__
            )
        ) as service:
            pieces, end = [], 0
            for block in BLOCK.finditer(page):
                reply = await obey(service, Sender("shell"), block["line"], block["body"] or "")
                command = block[0].split("\n")[1]
                pieces += [page[end : block.start()], f"```\n{command}\n{written(reply)}```"]
                end = block.end()
    return "".join([*pieces, page[end:]])


if __name__ == "__main__":
    PAGE.write_text(asyncio.run(rewritten(PAGE.read_text("utf-8"))), "utf-8")
