"""The pool of the bots' worker processes, and the fair queue before it. A slow or dead worker is replaced."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sheepfold.bots import UnknownBot, bot
from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import BARE, Compiled, Means, Thinking
from sheepfold.core.memory import Memory
from sheepfold.play.bots.worker import PLAY
from sheepfold.play.host.background import WorkerDied, WorkerProcess, WorkerTimeout
from sheepfold.play.setup import Setup
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import UserId

T = TypeVar("T")

MOST_GUESTS: Final = 50_000
"""Guests of whom it is kept from where they came."""


class FairQueue(Generic[T]):
    """Serves owners in turn (round robin), and the jobs of one owner in the order in which they came."""

    def __init__(self) -> None:
        self._lines: dict[str, deque[T]] = {}
        self._waiting = asyncio.Semaphore(0)
        self.unfinished = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def put(self, owners: Sequence[str], item: T) -> None:
        """Adds a job to the shortest line of its owners."""
        owner = min(owners, key=lambda name: len(self._lines.get(name, ())))
        self._lines.setdefault(owner, deque()).append(item)
        self.unfinished += 1
        self._idle.clear()
        self._waiting.release()

    async def get(self) -> T:
        """Takes the next job. Its owner's next turn comes after everybody else's."""
        await self._waiting.acquire()
        owner = next(iter(self._lines))
        line = self._lines.pop(owner)
        item = line.popleft()
        if line:
            self._lines[owner] = line
        return item

    def done(self) -> None:
        """Marks a job that was taken as finished."""
        self.unfinished -= 1
        if not self.unfinished:
            self._idle.set()

    async def join(self) -> None:
        """Waits until all jobs are finished."""
        await self._idle.wait()


class Owners:
    """Says whose line a job stands in. An account has its own. All guests of one address share one, since anybody can
    be many guests."""

    def __init__(self) -> None:
        self._homes: Memory[UserId, str] = Memory(MOST_GUESTS)

    def came(self, guest: UserId, address: str) -> None:
        self._homes.keep(guest, address)

    def of(self, table: Table) -> tuple[str, ...]:
        """The owners of what a bot at the table thinks: the people there."""
        people = [(info.kind, info.user) for info in table.seats if info.user is not None]
        found = {(kind == "guest" and self._homes.get(user)) or f"user:{user}" for kind, user in people}
        return tuple(sorted(found)) or ("nobody",)


# -- workers ---------------------------------------------------------------------------------------


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
class _BotJob:
    request: bytes
    answer: asyncio.Future[Any]


class BotWorkers:
    """``think`` gives a move, or None when thinking came to nothing: then the caller moves at random."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._jobs: FairQueue[_BotJob] = FairQueue()
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
                    self._put((game, name, BARE, None, None), ("expected",))

    async def think(
        self,
        game: str,
        name: str,
        view: Any,
        owners: Sequence[str],
        thinking: Thinking = Thinking.USUAL,
        casual: bool = False,
        luck: bytes | None = None,
    ) -> Move | None:
        """What the bot would play. The worker gets the view of its seat and nothing else.

        It thinks when it is the turn of one of the ``owners``, those who wait for it; for as long as the table agreed,
        within what the host allows. ``casual``: it leaves people time. ``luck``: what its own choices come from, where
        it is to choose alike in the same position; None: from nowhere.
        """
        times = min(thinking.times, max(1.0, MOST_EFFORT / self._setup.effort))
        answer = await self._put((game, name, Means(None, times, casual), view, None, luck), owners).answer
        return tuple(answer) if isinstance(answer, list) else None

    async def explain(self, game: str, name: str, view: Any, move: Move, owners: Sequence[str]) -> str:
        """Why the bot played the move; nothing where it cannot say or thinking came to nothing."""
        answer = await self._put((game, name, BARE, view, move), owners).answer
        return answer[:LONGEST] if isinstance(answer, str) else ""

    def _put(self, request: tuple[Any, ...], owners: Sequence[str]) -> _BotJob:
        job = _BotJob(pickle.dumps(request), asyncio.get_running_loop().create_future())
        self._jobs.put(owners, job)
        return job

    @property
    def waiting(self) -> int:
        """How much is left to think about."""
        return self._jobs.unfinished

    async def done(self) -> None:
        """Wait until nothing is left to think about."""
        await self._jobs.join()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self) -> None:
        worker = WorkerProcess("sheepfold.play.bots.worker", self._setup.locate, PLAY, str(self._setup.effort))
        try:
            while True:
                job = await self._jobs.get()
                answer = await self._answer(worker, job.request)
                if not job.answer.done():
                    job.answer.set_result(answer)
                self._jobs.done()
        finally:
            await worker.close()

    async def _answer(self, worker: WorkerProcess, request: bytes) -> Any:
        """What the worker says: the parts of a move, or words. None: nothing that can be used."""
        for _ in range(ATTEMPTS):
            with suppress(WorkerDied, ValueError):
                try:
                    answer = json.loads(await worker.ask(request, self._setup.think + START_GRACE))
                except WorkerTimeout:
                    return None
                parts = [answer] if isinstance(answer, str) else answer
                if isinstance(parts, list) and all(isinstance(part, str) for part in parts):
                    return answer
            await worker.close()
        return None
