"""Mails are parsed in a process of its own, which is killed if it takes too long. Run as a module, this is that
process."""

from __future__ import annotations

import pickle
from typing import Final

from sheepfold.mail.reading import Incoming, read
from sheepfold.mail.workers import Workers, serve

PATIENCE: Final = 20.0
"""Seconds for one mail. Its bounds keep it far below: a worker that takes longer waits for the machine."""


class Readers:
    """The worker process that parses mails, one at a time."""

    def __init__(self) -> None:
        self._workers = Workers("sheepfold.mail.readers", 1, PATIENCE)

    async def read(self, raw: bytes, envelope: str, house: str) -> Incoming:
        """As ``reading.read``. Raises WorkerDied."""
        found: Incoming = pickle.loads(await self._workers.ask(pickle.dumps((raw, envelope, house))))
        return found

    async def close(self) -> None:
        await self._workers.close()


def parsed(request: bytes) -> bytes:
    raw, envelope, house = pickle.loads(request)
    return pickle.dumps(read(raw, envelope, house))


if __name__ == "__main__":
    serve(parsed)
