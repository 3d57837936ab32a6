"""Futures for transactions that run on a store's threads: an event loop awaits them with a time limit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal, TypeVar

from sheepfold.store.drivers.port import StoreDown

T = TypeVar("T")

PATIENCE: Final = 10.0
"""Seconds after which whoever waits hears that the store does not answer."""
AGAIN: Final = 2.0
"""The same while it is known not to answer: a request that asks it two or three things still has its answer soon."""


class Patience:
    """How long is waited for one store. Some kinds of work may hang while others go on."""

    def __init__(self) -> None:
        self._hanging: set[str] = set()

    @property
    def seconds(self) -> float:
        return AGAIN if self._hanging else PATIENCE

    def learn(self, kind: str, answered: bool) -> None:
        (self._hanging.discard if answered else self._hanging.add)(kind)


class Answer(asyncio.Future[T]):
    """Made in the event loop in which somebody waits for it.

    Of a write it must be known what became of it, so it cannot be cancelled: whoever gives up waiting goes when it is
    known. When the ``patience`` is over (not where it is ``bulk``) it is StoreDown. Work that was not begun by then is
    dropped; what was stored after all is reported to ``late``.
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
        """To be called in the event loop."""
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
    """Threads of the store's own, for whatever may wait for a disk or a network."""

    def __init__(self, count: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(count, name)

    def run(self, work: Callable[[], T], answer: Answer[T]) -> Answer[T]:
        """Do the work when a thread has time, unless nobody waits for it any more."""
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
        """Finish what was begun; a thread that hangs is left to itself."""
        closing = asyncio.get_running_loop().run_in_executor(None, self._pool.shutdown)
        await asyncio.wait({closing}, timeout=PATIENCE)
