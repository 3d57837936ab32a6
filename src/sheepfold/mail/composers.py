"""Letters are written and drawn in a process of its own: a picture takes a tenth of a second in which nothing else of
its process can run."""

from __future__ import annotations

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

from sheepfold.mail.letter import Letter, Unwritten

PATIENCE: Final = 60.0
"""Seconds for one letter, from the start of the process on."""


class Composers:
    """One process, begun with the first letter, and anew if it dies."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._process: Process | None = None

    async def compose(self, letter: Letter) -> bytes:
        """The mail as it goes over the wire. Raises Unwritten."""
        async with self._turn:
            try:
                async with asyncio.timeout(PATIENCE):
                    mail = await self._asked(pickle.dumps(letter))
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                await self.close()
                raise Unwritten("the process that writes mails died") from None
            except asyncio.CancelledError:
                await self.close()  # its answer would come to whoever asks next
                raise
        if not mail:
            raise Unwritten("it cannot be written as a mail")
        return mail

    async def _asked(self, request: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "sheepfold.mail.composer"),
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,  # Ctrl-C is for the server; it ends the process itself
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(len(request).to_bytes(4, "big") + request)
        await stdin.drain()
        return await stdout.readexactly(int.from_bytes(await stdout.readexactly(4), "big"))

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
