"""The host's powers over people. Each leaves a line in the trail, and works while servers run."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select, update

from sheepfold.play.cursors import Page
from sheepfold.play.errors import NotFound
from sheepfold.play.house import House
from sheepfold.play.terms import UserId
from sheepfold.play.trail import Act, Trace
from sheepfold.store import schema

users, sessions = schema.users, schema.sessions


class Moderation:
    """What a host may do to people, and what they did."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def close_user(self, user: UserId, closed: bool = True) -> None:
        """Shut somebody out (sessions end, seats stay), or let them in again. Raises NotFound."""

        def work(conn: Connection) -> None:
            self._set(conn, user, Act.CLOSED if closed else Act.REOPENED, closed=closed)
            if closed:
                conn.execute(delete(sessions).where(sessions.c.user_id == user))

        await self._house.write(work)
        self._house.farewell(user)

    async def trail(
        self, user: UserId | None = None, days: float | None = None, limit: int = 100, cursor: str | None = None
    ) -> Page[Trace]:
        """Who did what, newest first; only of one user, or of so many days. Raises BadRequest (cursor)."""
        return await self._house.read(lambda conn: self._house.trail.read(conn, user, days, limit, cursor))

    def _set(self, conn: Connection, user: UserId, act: Act, about: str = "", **values: Any) -> None:
        _row(conn, user)
        conn.execute(update(users).where(users.c.id == user).values(values))
        self._house.trail.note(conn, act, user, about=about, host=True)


def _row(conn: Connection, user: UserId) -> Any:
    row = conn.execute(select(users).where((users.c.id == user) & ~users.c.deleted)).first()
    if row is None:
        raise NotFound("There is no such user.")
    return row
