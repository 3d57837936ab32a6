"""Somebody's finished games, page by page, and how they went: for each game, and with each person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheepfold.play.tables import cursors, lists
from sheepfold.play.tables.cursors import Rows, written
from sheepfold.play.terms import PastGame, Tally, UserId
from sheepfold.store import Transaction
from sheepfold.store.people import history as kept
from sheepfold.store.people.history import Sought as Sought
from sheepfold.store.people.history import TallyRow
from sheepfold.store.tables import lists as stored

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine


class History:
    """One per service: ``service.history``. Lessons, practice and games that were called off are no part of it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def games(self, user: UserId, sought: Sought, limit: int, cursor: str | None = None) -> Rows[PastGame]:
        """The user's games, the last to end first. Raises BadRequest (cursor)."""
        return await self._engine.read(lambda tx: _games(tx, user, sought, limit, cursor))

    async def tally(self, user: UserId, sought: Sought) -> list[Tally]:
        """How the user's games went, for each game in the order of the shelf."""
        found = {row.name: _tally(row) for row in await self._engine.read(lambda tx: kept.tally(tx, user, sought))}
        return [found[name] for name in self._engine.setup.shelf if name in found]

    async def opponents(self, user: UserId, sought: Sought, limit: int) -> list[Tally]:
        """How the user's games with each person went, those of the most games first."""
        return [_tally(row) for row in await self._engine.read(lambda tx: kept.opponents(tx, user, sought, limit))]


def _games(tx: Transaction, user: UserId, sought: Sought, limit: int, cursor: str | None) -> Rows[PastGame]:
    after = None if cursor is None else cursors.read("games", cursor, float, str)
    found = kept.games(tx, user, sought, limit + 1, after)
    shown = found[:limit]
    by_id = stored.by_ids(tx, [row.table for row in shown])
    listed = lists.as_listed(tx, [by_id[row.table] for row in shown], user)
    games = (PastGame(card, row.ended_at, row.went) for card, row in zip(listed, shown, strict=True))
    return Rows(games, written("games", shown[-1].ended_at, shown[-1].table) if len(found) > limit else None)


def _tally(row: TallyRow) -> Tally:
    return Tally(*row)
