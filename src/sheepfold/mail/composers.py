"""Letters are written and drawn in processes of their own, one for each core: a picture takes a tenth of a second in
which nothing else of its process can run."""

from __future__ import annotations

import os
import pickle
from typing import Final

from sheepfold.mail.letter import Letter, Unwritten
from sheepfold.mail.workers import WorkerDied, Workers

PATIENCE: Final = 60.0
"""Seconds for one letter."""


class Composers:
    """The worker processes that write letters."""

    def __init__(self, count: int | None = None) -> None:
        """``count``: so many, else as many as the machine has cores."""
        self._workers = Workers("sheepfold.mail.composer", count or os.cpu_count() or 1, PATIENCE)

    async def compose(self, letter: Letter) -> bytes:
        """The mail as it goes over the wire. Raises Unwritten."""
        try:
            mail = await self._workers.ask(pickle.dumps(letter))
        except WorkerDied:
            raise Unwritten("the process that writes mails died") from None
        if not mail:
            raise Unwritten("it cannot be written as a mail")
        return mail

    async def close(self) -> None:
        await self._workers.close()
