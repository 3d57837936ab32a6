"""Worker processes: what takes long, or could, is done where nobody waits for it and where it can be ended."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

from sheepfold.play.bots.worker import be_modest, read_frame, write_frame


class WorkerDied(Exception):
    """A worker ended, or was killed because it took too long."""


class Workers:
    """A pool of processes that are started when there is work for them, and again if they die."""

    def __init__(self, module: str, count: int, patience: float) -> None:
        """``module`` calls ``serve``; ``patience`` is in seconds for one request, from the start of the process on."""
        self._all = [_Worker(module, patience) for _ in range(count)]
        self._idle = [*reversed(self._all)]
        self._room = asyncio.Semaphore(count)

    async def ask(self, request: bytes) -> bytes:
        """The answer of whichever worker is free. Raises WorkerDied."""
        async with self._room:
            worker = self._idle.pop()  # the one that was busy last: it is there already
            try:
                return await worker.ask(request)
            finally:
                self._idle.append(worker)

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self._all))


class _Worker:
    """One process, which answers one request at a time."""

    def __init__(self, module: str, patience: float) -> None:
        self._module, self._patience = module, patience
        self.process: Process | None = None

    async def ask(self, request: bytes) -> bytes:
        try:
            async with asyncio.timeout(self._patience):
                return await self._asked(request)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            await self.close()
            raise WorkerDied from None
        except asyncio.CancelledError:
            await self.close()  # its answer would come to whoever asks next
            raise

    async def _asked(self, request: bytes) -> bytes:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", self._module),  # -P: nothing is loaded from the folder that we are in
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


def serve(answer: Callable[[bytes], bytes]) -> None:
    """The worker's side: answer requests until the pipe closes."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not get between the answers
    be_modest()
    while (request := read_frame(sys.stdin.buffer)) is not None:
        write_frame(answers, answer(request))
