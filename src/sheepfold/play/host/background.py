"""Background work: tasks that run as long as a server does, events that several wait for, and worker processes.

What takes long, or could, runs in a process of its own, which is killed and replaced if it is too slow. Bots think in
such processes, and mails are parsed and composed there. Both ends of the pipe are here: ``python -m
sheepfold.play.host.background MODULE:FUNCTION`` serves a function from bytes to bytes.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final, Generic, TypeVar

from sheepfold.play.errors import Busy

K = TypeVar("K")


class Events(Generic[K]):
    """Who waits for what: tasks of this process, by key."""

    def __init__(self) -> None:
        self._waiting: dict[K, set[asyncio.Event]] = {}

    @contextmanager
    def of(self, key: K) -> Iterator[asyncio.Event]:
        """An event that ``set`` sets."""
        event = asyncio.Event()
        self._waiting.setdefault(key, set()).add(event)
        try:
            yield event
        finally:
            self._waiting[key].discard(event)
            if not self._waiting[key]:
                del self._waiting[key]

    def set(self, key: K) -> None:
        for event in self._waiting.get(key, ()):
            event.set()

    def set_all(self) -> None:
        for key in self._waiting:
            self.set(key)


@asynccontextmanager
async def background(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Runs a task until the block is left, then cancels it."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def keep_draining(
    drain: Callable[[], Awaitable[bool]], pause: Callable[[bool], float], log: Any, failing: str
) -> None:
    """Empties a queue for ever. ``drain`` returns whether there was anything, ``pause`` the seconds to sleep then.
    A store that is down is waited for; any other error is logged and survived."""
    while True:
        try:
            found = await drain()
        except Busy:
            found = False
        except Exception as error:
            log.error(failing, exc_info=error)
            found = False
        if rest := pause(found):
            await asyncio.sleep(rest)


# -- worker processes -----------------------------------------------------------------------------


NICE: Final = 5
"""The server comes first."""
ANSWER, PROGRESS = b"\0", b"\1"
"""What a worker's frame holds: its first byte."""
MEMORY: Final = 2 * 1024**3
"""Bytes that a worker may hold: one that takes more must fail before the server does."""


class WorkerDied(Exception):
    """The worker crashed or could not be started."""


class WorkerTimeout(WorkerDied):
    """The worker was killed because it took too long."""


def environment() -> dict[str, str]:
    """What a worker's process starts with."""
    from sheepfold.bots import one_thread  # here: a worker that parses mails loads no games

    found = dict(os.environ)
    one_thread(found)
    return found


class WorkerProcess:
    """One process, which answers one request at a time. It starts with the first request, and again after it died."""

    def __init__(self, *command: str) -> None:
        """``command``: a module, and what its process is started with."""
        self._command = command
        self._process: Process | None = None

    async def ask(self, request: bytes, timeout: float, progress: Callable[[bytes], None] = lambda told: None) -> bytes:
        """Its answer, within so many seconds, starting the process included; ``progress`` gets what it tells before.
        Raises WorkerDied, WorkerTimeout."""
        try:
            async with asyncio.timeout(timeout):
                return await self._asked(request, progress)
        except TimeoutError:
            await self.close()
            raise WorkerTimeout from None
        except (OSError, asyncio.IncompleteReadError):
            await self.close()
            raise WorkerDied from None
        except asyncio.CancelledError:
            await self.close()  # its answer would come to whoever asks next
            raise

    async def _asked(self, request: bytes, progress: Callable[[bytes], None]) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", *self._command),  # -P: nothing is loaded from the current folder
                stdin=PIPE,
                stdout=PIPE,
                env=environment(),
                start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(len(request).to_bytes(4, "big") + request)
        await stdin.drain()
        while True:
            kind = await stdout.readexactly(1)
            told = await stdout.readexactly(int.from_bytes(await stdout.readexactly(4), "big"))
            if kind == ANSWER:
                return told
            progress(told)

    async def close(self) -> None:
        """Kill it."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class WorkerPool:
    """So many processes that serve one function from bytes to bytes."""

    def __init__(self, function: str, count: int, timeout: float) -> None:
        """``function``: as ``module:name``; ``timeout``: seconds for one request."""
        self._workers = [WorkerProcess(__name__, function) for _ in range(count)]
        self._idle = [*reversed(self._workers)]
        self._free = asyncio.Semaphore(count)
        self._timeout = timeout

    async def ask(self, request: bytes) -> bytes:
        """The answer of whichever worker is free. Raises WorkerDied."""
        async with self._free:
            worker = self._idle.pop()  # the one that was busy last is running already
            try:
                return await worker.ask(request, self._timeout)
            finally:
                self._idle.append(worker)

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self._workers))


# -- the worker's end ----------------------------------------------------------------------------


def serve(answer: Callable[[bytes, Callable[[bytes], None]], bytes]) -> None:
    """Answer requests until the pipe closes; what takes long may tell how far it is."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not get between the answers
    yield_to_the_server()

    def say(kind: bytes, body: bytes) -> None:
        answers.write(kind + len(body).to_bytes(4, "big") + body)
        answers.flush()

    while (request := _read_frame(sys.stdin.buffer)) is not None:
        say(ANSWER, answer(request, partial(say, PROGRESS)))


def yield_to_the_server() -> None:
    """Leave the machine to the server: its time, its memory, and its life where memory runs out."""
    os.nice(NICE)
    with suppress(ValueError):  # the host allows less already
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    with suppress(OSError):  # Linux only
        Path("/proc/self/oom_score_adj").write_text("1000")


def _read_frame(pipe: BinaryIO) -> bytes | None:
    head = pipe.read(4)
    return pipe.read(int.from_bytes(head, "big")) if len(head) == 4 else None


if __name__ == "__main__":
    module, _, name = sys.argv[1].partition(":")
    work = getattr(import_module(module), name)
    serve(lambda request, tell: work(request))
