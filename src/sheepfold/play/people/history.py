"""Somebody's finished games, and how they went: for each game, and with each person. And all data that is stored about
them, for them to take along.

Of a running game they get what their seat was told; its record only when it is over. Secrets that let in (hashes of
passwords, sessions and tokens) stay here.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from sheepfold.core.records import record as records
from sheepfold.play import cursors
from sheepfold.play.cursors import Rows
from sheepfold.play.errors import NotNow, PlayError
from sheepfold.play.people.ratings import history, ladder
from sheepfold.play.people.sessions import Sessions
from sheepfold.play.tables import access, lists
from sheepfold.play.terms import PastGame, Status, TableId, Tally, UserId
from sheepfold.store import Transaction
from sheepfold.store.people import users
from sheepfold.store.tables import lists as stored
from sheepfold.store.tables.lists import Sought as Sought

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
        found = {row.name: Tally(*row) for row in await self._engine.read(lambda tx: stored.tally(tx, user, sought))}
        return [found[name] for name in self._engine.setup.shelf if name in found]

    async def opponents(self, user: UserId, sought: Sought, limit: int) -> list[Tally]:
        """How the user's games with each person went, those of the most games first."""
        return [Tally(*row) for row in await self._engine.read(lambda tx: stored.opponents(tx, user, sought, limit))]

    async def own_data(self, user: UserId) -> dict[str, Any]:
        """Everything that is held about somebody, for them alone, to be written as JSON; never what they may not know,
        nor secrets that let in."""
        engine, sessions, subject = self._engine, Sessions(self._engine), f"user:{user}"
        audit_log = engine.audit_log
        rows = await engine.read(lambda tx: users.gathered(tx, user))
        ratings = await engine.read(lambda tx: ladder(tx, None, subject, None, MOST_LINES))
        return {
            **rows,
            "sessions": [asdict(session) for session in await sessions.sessions(user)],
            "tokens": [asdict(token) for token in await sessions.tokens(user)],
            "ratings": [asdict(rating) for rating in ratings],
            "rating_history": [asdict(step) for step in await engine.read(lambda tx: history(tx, subject, MOST_LINES))],
            "trail": [
                {name: value for name, value in line._asdict().items() if name != "id"}
                for line in await engine.read(lambda tx: audit_log.read(tx, user, None, MOST_LINES))
            ],
            "tables": [
                await _table(engine, table, user) for table in await engine.read(lambda tx: stored.ids_of(tx, user))
            ],
        }


def _games(tx: Transaction, user: UserId, sought: Sought, limit: int, cursor: str | None) -> Rows[PastGame]:
    after = None if cursor is None else cursors.read("games", cursor, float, str)
    found = stored.past_games(tx, user, sought, limit + 1, after)
    shown = cursors.page(found, limit, "games", lambda row: (row.ended_at, row.table))
    by_id = stored.by_ids(tx, [row.table for row in shown])
    listed = lists.as_listed(tx, [by_id[row.table] for row in shown], user)
    games = (PastGame(card, row.ended_at, row.went) for card, row in zip(listed, shown, strict=True))
    return Rows(games, shown.next)


MOST_LINES: Final = 100_000
"""Lines of a kind: more than anybody has, and an end all the same."""


async def _table(engine: Engine, table: TableId, user: UserId) -> dict[str, Any]:
    """A table as the person knows it: who sat there, what they were told, and its record when it is over."""
    try:
        found = await access.seen(engine, table, user, None)
    except NotNow:
        return {"id": table, "problem": "This game cannot be replayed under the rules as they are now."}
    except PlayError as error:
        return {"id": table, "problem": str(error)}
    seat, info = found.seat_of(user), found.info()
    told = found.update(seat, 0, engine.now)
    return {
        "id": table,
        "game": info.terms.game,
        "options": dict(info.terms.options),
        "status": str(info.status),
        "opened_at": info.opened_at,
        "seat": seat,
        "players": dict(info.plain_names),
        "told": [{"at": seen.at, "sentences": seen.sentences} for seen in told.events],
        "ready": [] if seat is None else [[move.text, move.when] for move in found.queues.get(seat, ())],
        "record": json.loads(records.to_json(found.record())) if info.status is Status.OVER else None,
    }
