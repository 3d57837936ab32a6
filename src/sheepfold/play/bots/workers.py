"""The bots' workers seen from the server: a slow, crashed or killed one is replaced and holds nobody up."""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sheepfold.bots import UnknownBot, bot
from sheepfold.core.bot import Compiled, Thinking
from sheepfold.core.contract import Move
from sheepfold.play.bots.fair_queue import FairQueue
from sheepfold.play.setup import Setup

START_GRACE: Final = 5.0
"""Seconds that a worker may need beyond its budget to start and import."""
LONGEST: Final = 600
"""Characters of a bot's reasons; what is longer is cut off."""
MOST_EFFORT: Final = 4.0
"""Times as long as bots usually think, beyond which no table makes them think; only the host can. Else who thinks long
where the host lets all think longer would run out of time, and move at random."""
ATTEMPTS: Final = 2
"""A worker that dies at once is tried again; one that is too slow is not."""


@dataclass(slots=True)
class _Job:
    request: bytes
    answer: asyncio.Future[Any]


class BotWorkers:
    """``think`` gives a move, or None when thinking came to nothing: then the caller moves at random."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._jobs: FairQueue[_Job] = FairQueue()
        self._expected: set[tuple[str, str]] = set()
        self._tasks = [asyncio.create_task(self._work(), name=f"bots-{n}") for n in range(setup.workers)]

    def expect(self, game: str, name: str) -> None:
        """A bot has sat down. If it thinks with a kernel, the workers begin to make that ready before it is to move."""
        if (game, name) in self._expected:
            return
        self._expected.add((game, name))
        with suppress(UnknownBot):  # of an old game, which goes on without it
            if isinstance(bot(self._setup.shelf.game(game), name, self._setup.shelf), Compiled):
                for _ in self._tasks:
                    self._put((game, name, 1.0, None, None), ("expected",))

    async def think(
        self, game: str, name: str, view: Any, owners: Sequence[str], thinking: Thinking = Thinking.USUAL
    ) -> Move | None:
        """What the bot would play. The worker gets the view of its seat and nothing else.

        It thinks when it is the turn of one of the ``owners``, those who wait for it; for as long as the table agreed,
        within what the host allows.
        """
        times = min(thinking.times, max(1.0, MOST_EFFORT / self._setup.effort))
        answer = await self._put((game, name, times, view, None), owners).answer
        is_move = isinstance(answer, list) and all(isinstance(part, str) for part in answer)
        return tuple(answer) if is_move else None

    async def explain(self, game: str, name: str, view: Any, move: Move, owners: Sequence[str]) -> str:
        """Why the bot played the move; nothing where it cannot say or thinking came to nothing."""
        answer = await self._put((game, name, 1.0, view, move), owners).answer
        return answer[:LONGEST] if isinstance(answer, str) else ""

    def _put(self, request: tuple[str, str, float, Any, Move | None], owners: Sequence[str]) -> _Job:
        job = _Job(pickle.dumps(request), asyncio.get_running_loop().create_future())
        self._jobs.put(owners, job)
        return job

    async def done(self) -> None:
        """Wait until nothing is left to think about."""
        await self._jobs.join()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self) -> None:
        process: Process | None = None
        try:
            while True:
                job = await self._jobs.get()
                move = None
                for _ in range(ATTEMPTS):
                    try:
                        if process is None or process.returncode is not None:
                            process = await self._start()
                        async with asyncio.timeout(self._setup.think + START_GRACE):
                            move = await _ask(process, job.request)
                        break
                    except TimeoutError:
                        await _kill(process)
                        break
                    except (OSError, ValueError, asyncio.IncompleteReadError):
                        await _kill(process)
                if not job.answer.done():
                    job.answer.set_result(move)
                self._jobs.done()
        finally:
            await _kill(process)

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", "sheepfold.play.bots.worker", self._setup.locate, str(self._setup.effort)),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C is for the server; it ends its workers itself
        )


async def _ask(process: Process, request: bytes) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(len(request).to_bytes(4, "big") + request)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(4), "big")
    answer = json.loads(await process.stdout.readexactly(length))
    if not isinstance(answer, str) and not (isinstance(answer, list) and all(isinstance(part, str) for part in answer)):
        raise ValueError("neither a move nor words")
    return answer


async def _kill(process: Process | None) -> None:
    if process is None:  # it could not even be started
        return
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
