"""The trail: who did what, when and from which address, for the host to look up. Never a secret, and not for ever.

Names and passwords that were tried and are nobody's are not kept: people type passwords where names belong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, delete, insert, select, tuple_

from sheepfold.play import cursors
from sheepfold.play.cursors import Page
from sheepfold.play.terms import DAY, UserId
from sheepfold.play.whence import NOWHERE, Whence
from sheepfold.store import schema

trail, users = schema.trail, schema.users


class Act(StrEnum):
    """What can be done; the host's acts are told by ``Trace.host``."""

    SIGNED_UP = "signed up"
    LOGGED_IN = "logged in"
    REFUSED = "was refused a login"
    LOGGED_OUT = "logged out"
    PASSWORD = "got a new password"
    ENDED = "ended a session"
    ENDED_OTHERS = "ended all other sessions and tokens"
    TOKEN = "made a token"
    REVOKED = "revoked a token"
    OPENED = "opened a table"
    CLOSED_TABLE = "closed a table"
    CLOSED = "was shut out"
    REOPENED = "was let in again"
    MUTED = "was muted"
    UNMUTED = "may talk again"
    RENAMED = "was renamed"
    TALK_REMOVED = "had a line removed"
    DELETED = "deleted the account"


@dataclass(frozen=True, slots=True)
class Trace:
    """One line of the trail. ``about`` is a table, a token's number, or names before and after."""

    at: float
    user: UserId | None
    name: str
    act: str
    about: str
    address: str
    host: bool
    """Whether the host did it, to the user."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that is to be kept in the trail."""

    at: float
    user: UserId | None
    act: Act
    about: str
    address: str
    host: bool


class Trail:
    """Writes and reads the trail, for as many days as the host wants to keep it; with 0 nothing is written."""

    def __init__(self, days: int, now: Callable[[], float]) -> None:
        self._days, self._now = days, now

    def note(
        self,
        conn: Connection,
        act: Act,
        user: UserId | None,
        whence: Whence = NOWHERE,
        about: str = "",
        *,
        host: bool = False,
    ) -> None:
        """Part of whatever transaction it belongs to."""
        keep(conn, self.marks(act, user, whence, about, host=host))

    def marks(
        self, act: Act, user: UserId | None, whence: Whence = NOWHERE, about: str = "", *, host: bool = False
    ) -> list[Mark]:
        """What is to be kept of an act: one mark, or none where the host wants no trail."""
        return [Mark(self._now(), user, act, about, whence.place, host)] if self._days else []

    def sweep(self, conn: Connection) -> None:
        """Forget what is older than it may be."""
        conn.execute(delete(trail).where(trail.c.at < self._now() - self._days * DAY))

    def read(
        self, conn: Connection, user: UserId | None, days: float | None, limit: int, cursor: str | None = None
    ) -> Page[Trace]:
        """The newest lines, newest first; those about one user, or of so many days. Raises BadRequest (cursor)."""
        query = select(trail, users.c.name).outerjoin(users).order_by(trail.c.at.desc(), trail.c.id.desc())
        if cursor is not None:
            query = query.where(tuple_(trail.c.at, trail.c.id) < cursors.read("trail", cursor, float, int))
        if user is not None:
            query = query.where(trail.c.user_id == user)
        if days is not None:
            query = query.where(trail.c.at >= self._now() - days * DAY)
        rows = conn.execute(query.limit(limit + 1)).all()
        mark = cursors.written("trail", rows[limit - 1].at, rows[limit - 1].id) if len(rows) > limit else None
        return Page(map(_trace, rows[:limit]), mark)


def keep(conn: Connection, marks: Iterable[Mark]) -> None:
    """Part of whatever transaction they belong to."""
    for mark in marks:
        values = {"at": mark.at, "act": str(mark.act), "about": mark.about, "address": mark.address, "host": mark.host}
        conn.execute(insert(trail).values(user_id=mark.user, **values))


def forget(conn: Connection, user: UserId) -> None:
    """Nothing that the person did is known any more."""
    conn.execute(delete(trail).where(trail.c.user_id == user))


def _trace(row: Any) -> Trace:
    return Trace(row.at, row.user_id, row.name or "", row.act, row.about, row.address, row.host)
