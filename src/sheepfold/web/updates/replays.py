"""Finished games as they are leafed through: replayed once, while somebody looks at them."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from sheepfold.core.errors import RecordError
from sheepfold.core.memory import Memory
from sheepfold.core.records.progress import AnyGame, Step, first_state, ply_of, replay, verify
from sheepfold.core.records.record import Record
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
            return True, "This game has no chance in it. Every move was checked against the rules."
        draws = "The only draw follows" if found.draws == 1 else f"All {found.draws} draws follow"
        return True, f"{draws} from the seed whose hash was published before the first move."


class Replays:
    """The games that were last looked at. May be asked from any thread."""

    def __init__(self, most: int = MOST) -> None:
        self._kept: Memory[TableId, Replayed] = Memory(most)

    def known(self, table: TableId, record: Record) -> bool:
        """Whether the game is at hand as its record has it now; names may have changed, and nothing here knows them."""
        found = self._kept.get(table)
        return found is not None and _played(found.record) == _played(record)

    def of(self, table: TableId, game: AnyGame, record: Record) -> Replayed:
        """The table's game, replayed unless it is at hand. Raises RecordError."""
        found = self._kept.get(table) if self.known(table, record) else None
        return found or self._kept.keep(table, Replayed(game, record))


def _played(record: Record) -> tuple[Any, ...]:
    """All that a replay follows from."""
    return record.game, record.version, record.options, record.commitment, record.moves, record.seed, record.outcome
