"""Finished games as they are leafed through: replayed once, while somebody looks at them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cached_property
from typing import Any, Final

from sheepfold.core.errors import RecordError
from sheepfold.core.records.progress import AnyGame, Step, first_state, replay, verify
from sheepfold.core.records.record import Record
from sheepfold.core.records.undo import ply_of
from sheepfold.play.terms import TableId

MOST: Final = 32
"""Finished games that are kept in memory: as many as people look at in a while, at a few hundred kilobytes each."""


class Replayed:
    """A finished game, every move of it checked."""

    def __init__(self, game: AnyGame, record: Record) -> None:
        self.game, self.record = game, record
        self.first = first_state(game, record)
        self.steps: tuple[Step, ...] = tuple(replay(game, record))
        self.plies = tuple(ply_of(game, step) for step in self.steps)

    def after(self, ply: int) -> tuple[Any, Step | None]:
        """The state after so many moves, and the move that led there."""
        return (self.steps[ply - 1].state, self.steps[ply - 1]) if ply else (self.first, None)

    @cached_property
    def fair(self) -> tuple[bool, str]:
        """Whether every draw follows from the seed that was promised at the start, in words. Kept: every ply of
        a replay shows it, and it draws the whole game again."""
        try:
            found = verify(self.game, self.record)
        except RecordError as error:
            return False, str(error)
        if not found.seed_known:
            return False, "The seed of this game is not known, so its draws cannot be checked."
        if not found.draws:
            return True, "No chance was in this game, and every move was checked against the rules."
        draws = "The only draw follows" if found.draws == 1 else f"All {found.draws} draws follow"
        return True, f"{draws} from the seed whose hash was published before the first move."


class Replays:
    """The games that were last looked at. May be asked from any thread."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._lock = most, threading.Lock()
        self._kept: OrderedDict[TableId, Replayed] = OrderedDict()

    def known(self, table: TableId, record: Record) -> bool:
        """Whether the game is at hand."""
        return self._find(table, record) is not None

    def of(self, table: TableId, game: AnyGame, record: Record) -> Replayed:
        """The table's game, replayed unless it is at hand. Raises RecordError."""
        found = self._find(table, record) or Replayed(game, record)
        with self._lock:
            self._kept[table] = found
            self._kept.move_to_end(table)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found

    def _find(self, table: TableId, record: Record) -> Replayed | None:
        """As its record has it now; names may have changed, and nothing here knows them."""
        with self._lock:
            found = self._kept.get(table)
        return found if found is not None and _played(found.record) == _played(record) else None


def _played(record: Record) -> tuple[Any, ...]:
    """All that a replay follows from."""
    return record.game, record.version, record.options, record.commitment, record.moves, record.seed, record.outcome
