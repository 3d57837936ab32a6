"""Futures for transactions that run on a store's threads: an event loop awaits them with a time limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal, TypeVar

from sheepfold.store import StoreDown

T = TypeVar("T")

PATIENCE: Final = 10.0
"""Seconds after which whoever waits hears that the store does not answer."""
AGAIN: Final = 2.0
"""The same while it is known not to answer: a request that asks it two or three things still has its answer soon."""


class Patience:
    """Time limits of one store, in seconds. Work on the disk may hang while the rest goes on."""

    def __init__(self) -> None:
        self._hanging: set[str] = set()

    @property
    def seconds(self) -> float:
        return AGAIN if self._hanging else PATIENCE

    def learn(self, kind: str, answered: bool) -> None:
        (self._hanging.discard if answered else self._hanging.add)(kind)


class Answer(asyncio.Future[T]):
    """The future of one transaction, made in the event loop that awaits it.

    The outcome of a write must be known, so it cannot be cancelled: a task that is cancelled ends when the write has.
    When ``patience`` runs out (not where it is ``bulk``), the future raises StoreDown. Work that has not begun by then
    is dropped; work that commits afterwards is reported to ``late``.
    """

    def __init__(
        self,
        patience: Patience,
        kind: Literal["read", "write"],
        *,
        bulk: bool = False,
        late: Callable[[], object] | None = None,
    ) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(loop=loop)
        self._patience, self._kind, self._late = patience, kind, late
        self.seconds = None if bulk else patience.seconds
        """For how long it is waited for; None: for as long as it takes."""
        self._timer = None if self.seconds is None else loop.call_later(self.seconds, self._give_up)

    def cancel(self, msg: object = None) -> bool:
        return super().cancel(msg) if self._kind == "read" else False

    def settle(self, result: T | None, error: BaseException | None) -> None:
        """Set the result. Call it in the event loop."""
        if self._timer is not None:
            self._timer.cancel()
        self._patience.learn(self._kind, answered=not isinstance(error, StoreDown))
        if self.done():
            if error is None and self._late is not None:
                self._late()
        elif error is not None:
            self.set_exception(error)
        else:
            self.set_result(result)  # type: ignore[arg-type]

    def _give_up(self) -> None:
        if not self.done():
            self._patience.learn(self._kind, answered=False)
            self.set_exception(StoreDown("no answer in time"))


class Threads:
    """A thread pool of the store's own, for calls that wait for a disk or a network."""

    def __init__(self, count: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(count, name)

    def run(self, work: Callable[[], T], answer: Answer[T]) -> Answer[T]:
        """Run the work when a thread is free, unless it was given up before."""
        loop = answer.get_loop()

        def begin() -> None:
            found: T | None = None
            error: BaseException | None = None
            try:
                if answer.done():
                    raise StoreDown("nobody waits any more")
                found = work()
            except BaseException as raised:
                error = raised
            if not loop.is_closed():
                loop.call_soon_threadsafe(answer.settle, found, error)

        self._pool.submit(begin)
        return answer

    async def close(self) -> None:
        """Finish the work that has begun. A thread that hangs is abandoned."""
        closing = asyncio.get_running_loop().run_in_executor(None, self._pool.shutdown)
        await asyncio.wait({closing}, timeout=PATIENCE)
