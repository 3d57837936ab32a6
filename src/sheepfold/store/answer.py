"""What a store will answer, from a thread of its own, to somebody who waits in an event loop."""

from __future__ import annotations

import asyncio
from typing import TypeVar

T = TypeVar("T")


class Answer(asyncio.Future[T]):
    """It cannot be cancelled: whoever gives up waiting goes when it is known what became of the work."""

    def cancel(self, msg: object = None) -> bool:
        return False

    def settle(self, result: T | None, error: BaseException | None) -> None:
        """To be called in the event loop."""
        if error is not None:
            self.set_exception(error)
        else:
            self.set_result(result)  # type: ignore[arg-type]
