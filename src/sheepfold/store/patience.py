"""For how long an event loop waits for a transaction on a store's threads."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, Final, Literal, TypeAlias, TypeVar

from sheepfold.store import StoreDown

T = TypeVar("T")

Kind: TypeAlias = Literal["read", "write"]

PATIENCE: Final = 10.0
"""Seconds after which whoever waits hears that the store does not answer."""
AGAIN: Final = 2.0
"""The same while it is known not to answer: a request that asks it two or three things still has its answer soon."""


class Patience:
    """Time limits of one store. Work on the disk may hang while the rest goes on."""

    def __init__(self) -> None:
        self._hanging: set[Kind] = set()

    @property
    def seconds(self) -> float:
        return AGAIN if self._hanging else PATIENCE

    def deadline(self, bulk: bool) -> float | None:
        """Until when a transaction that is asked for now is waited for; ``bulk``: for as long as it takes."""
        return None if bulk else time.monotonic() + self.seconds

    async def outcome(
        self, kind: Kind, work: Future[T], deadline: float | None, late: Callable[[], object] | None = None
    ) -> T:
        """What comes of a transaction. Raises StoreDown at the deadline: work that has not begun by then is dropped,
        work that commits afterwards is reported to ``late``.

        The outcome of a write must be known: a task that is cancelled ends when the write has.
        """
        answer = asyncio.wrap_future(work)
        answer.add_done_callback(partial(self._learn, kind))
        try:
            await _wait(answer, deadline, to_the_end=kind == "write")
        finally:
            if not answer.done():
                work.cancel()  # only what has not begun
                answer.add_done_callback(partial(_report, late))
        if not answer.done():
            self._hanging.add(kind)
            raise StoreDown("no answer in time")
        return answer.result()

    def _learn(self, kind: Kind, answer: asyncio.Future[Any]) -> None:
        if not answer.cancelled():
            hangs = isinstance(answer.exception(), StoreDown)
            (self._hanging.add if hangs else self._hanging.discard)(kind)


async def _wait(answer: asyncio.Future[Any], deadline: float | None, *, to_the_end: bool) -> None:
    """Until the deadline; ``to_the_end``: a cancellation of the task is raised only then."""
    cancelled: asyncio.CancelledError | None = None
    while not answer.done() and (deadline is None or time.monotonic() < deadline):
        try:
            await asyncio.wait({answer}, timeout=None if deadline is None else deadline - time.monotonic())
        except asyncio.CancelledError as error:
            if not to_the_end:
                raise
            cancelled = error
    if cancelled is not None:
        raise cancelled


def _report(late: Callable[[], object] | None, answer: asyncio.Future[Any]) -> None:
    if late is not None and not answer.cancelled() and answer.exception() is None:
        late()


async def finish(threads: Executor) -> None:
    """Finish the work that has begun. A thread that hangs is abandoned."""
    closing = asyncio.get_running_loop().run_in_executor(None, threads.shutdown)
    await asyncio.wait({closing}, timeout=PATIENCE)
