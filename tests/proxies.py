"""A way to a real server that a test can silence or cut, in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

from patience import PATIENCE
from sheepfold_bench.load import keep_port
from sheepfold_bench.torture.faults import Proxy as Wire


class Proxy:
    """Passes bytes on until it is told to be ``silent``: connections stay open, and nothing comes through. What was
    held back goes on its way when it is ``loud`` again."""

    def __init__(self, port: int) -> None:
        self._kept = keep_port()
        self.port = self._kept.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._wire = Wire(self._kept, port)
        self._do(self._wire.open)

    def silent(self) -> None:
        self._do(self._wire.silence)

    def loud(self) -> None:
        self._do(self._wire.speak)

    def cut(self) -> None:
        """Close all connections, as a firewall does that forgot them."""
        self._do(self._wire.cut)

    def close(self) -> None:
        self._do(self._end)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._kept.close()

    def _do(self, work: Callable[[], Awaitable[None] | None]) -> None:
        async def done() -> None:
            if (waiting := work()) is not None:
                await waiting

        asyncio.run_coroutine_threadsafe(done(), self._loop).result()

    async def _end(self) -> None:
        await self._wire.close()
        if others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others, timeout=PATIENCE)
