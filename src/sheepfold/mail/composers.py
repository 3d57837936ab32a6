"""Letters are written and drawn in processes of their own, one for each core: a picture takes a tenth of a second in
which nothing else of its process can run."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

from sheepfold.mail.letter import Letter, Unwritten

PATIENCE: Final = 60.0
"""Seconds for one letter, from the start of the process on."""


class Composers:
    """Processes that are begun when there is a letter for them, and anew if they die."""

    def __init__(self, count: int | None = None) -> None:
        """``count``: so many, else as many as the machine has cores."""
        self._all = [_Composer() for _ in range(count or os.cpu_count() or 1)]
        self._idle = [*reversed(self._all)]
        self._room = asyncio.Semaphore(len(self._all))

    async def compose(self, letter: Letter) -> bytes:
        """The mail as it goes over the wire. Raises Unwritten."""
        async with self._room:
            composer = self._idle.pop()  # the one that was busy last: it is there already
            try:
                mail = await composer.compose(letter)
            finally:
                self._idle.append(composer)
        if not mail:
            raise Unwritten("it cannot be written as a mail")
        return mail

    async def close(self) -> None:
        await asyncio.gather(*(composer.close() for composer in self._all))


class _Composer:
    """One process, which writes one letter at a time."""

    def __init__(self) -> None:
        self.process: Process | None = None

    async def compose(self, letter: Letter) -> bytes:
        """The mail; empty where it cannot be written. Raises Unwritten."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._asked(pickle.dumps(letter))
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            await self.close()
            raise Unwritten("the process that writes mails died") from None
        except asyncio.CancelledError:
            await self.close()  # its answer would come to whoever asks next
            raise

    async def _asked(self, request: bytes) -> bytes:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "sheepfold.mail.composer"),
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,  # Ctrl-C is for the server; it ends the process itself
            )
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(len(request).to_bytes(4, "big") + request)
        await stdin.drain()
        return await stdout.readexactly(int.from_bytes(await stdout.readexactly(4), "big"))

    async def close(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
