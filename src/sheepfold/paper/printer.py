"""Sheets for whoever asks a server for them: made in a process of their own, which takes a second or two, and kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from sheepfold.core.memory import Memory
from sheepfold.play.errors import Busy
from sheepfold.play.host.background import WorkerDied, WorkerPool

LONGEST: Final = 60.0
"""Seconds for one sheet."""
KEPT: Final = 16
"""Sheets of some hundred kilobytes, which many ask for."""


class Printer:
    """One per server."""

    def __init__(self) -> None:
        self._workers = WorkerPool("sheepfold.paper.printer:printed", 1, LONGEST)
        self._kept = Memory[str, bytes](KEPT)

    async def puzzles(self, ids: Sequence[str]) -> bytes:
        """These puzzles with their solutions as PDF. Raises Busy."""
        return await self._made({"puzzles": list(ids)})

    async def game(self, name: str, paper: str) -> bytes:
        """A game to print and play as PDF. Raises Busy."""
        return await self._made({"game": name, "paper": paper})

    async def _made(self, order: dict[str, object]) -> bytes:
        request = json.dumps(order)
        found = self._kept.get(request)
        if found is None:
            try:
                found = self._kept.keep(request, await self._workers.ask(request.encode()))
            except WorkerDied:
                raise Busy("The sheet could not be made just now: try again in a moment.") from None
        return found

    async def close(self) -> None:
        await self._workers.close()


# -- the worker's end ----------------------------------------------------------------------------


def printed(request: bytes) -> bytes:
    """The sheet that a request orders."""
    from sheepfold.paper.sheets import game_sheet, puzzle_sheet
    from sheepfold.puzzles import puzzle_by_id

    order = json.loads(request)
    if "game" in order:
        return game_sheet(order["game"], order["paper"])
    return puzzle_sheet([puzzle_by_id(id) for id in order["puzzles"]])
