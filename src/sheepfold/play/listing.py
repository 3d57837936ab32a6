"""Public lists in which nobody crowds out the others: of every crowd the newest three tables come first.

A *crowd* is whoever counts as one host: a player, or all newcomers of one address. A table stands in the list of its
status and company (several people, or one alone or with bots), in ``front`` or behind; one that is private or was
called off stands in none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select, update

from sheepfold.play.draft import Draft
from sheepfold.play.terms import DAY, Access, Status, TableId, UserId
from sheepfold.play.whence import Whence
from sheepfold.store import schema

tables, users = schema.tables, schema.users

FIRST: Final = 3
"""So many tables of one crowd come before the rest."""


class Spot(NamedTuple):
    """Which list a table is in."""

    status: Status
    together: bool

    def of(self, crowd: int) -> ColumnElement[bool]:
        """The crowd's tables in this list."""
        same = (tables.c.status == str(self.status)) & (tables.c.together == self.together)
        return (tables.c.crowd == crowd) & same


def before(draft: Draft) -> Spot:
    return Spot(draft.table.status, len(draft.table.people_seats) > 1)


def after(draft: Draft) -> Spot:
    return Spot(draft.status, len(draft.people) > 1)


def columns(draft: Draft) -> dict[str, Any]:
    """What a table's row says of its place once it has come into another list, as its newest."""
    private = draft.table.header.terms.access is Access.PRIVATE
    called_off = draft.outcome is not None and draft.outcome.reason == "aborted"
    spot = after(draft)
    found: dict[str, Any] = {"together": spot.together, "front": None if private or called_off else True}
    return found if spot.status is draft.table.status else found | {"listed_at": draft.now}


def moved(conn: Connection, draft: Draft) -> None:
    """The table went from one list to another: somebody moves up there, somebody steps back here."""
    crowd = crowd_of(conn, draft.table.header.id)
    left(conn, crowd, before(draft))
    entered(conn, crowd, after(draft))


def crowd_for(conn: Connection, host: UserId | None, whence: Whence, now: float) -> int:
    """As whose a new table counts: whoever comes as many guests of an address, or signs up there under many names, is
    one crowd on that day."""
    old = users.c.name_key.is_not(None) & (users.c.created_at < now - DAY)
    known = select(users.c.id).where((users.c.id == host) & old)
    if not whence.neighbourhood or conn.execute(known).first():
        return host or 0
    place = f"{whence.neighbourhood} {int(now // DAY)}"
    return -1 - int.from_bytes(blake2b(place.encode(), digest_size=7).digest())


def crowd_of(conn: Connection, table: TableId) -> int:
    found: int = conn.execute(select(tables.c.crowd).where(tables.c.id == table)).scalar_one()
    return found


def entered(conn: Connection, crowd: int, spot: Spot) -> None:
    """Whoever was among the crowd's first, and is no more, steps back."""
    ahead = conn.execute(_newest(spot.of(crowd) & (tables.c.front == True)).add_columns(tables.c.host))  # noqa: E712
    if behind := surplus([(row.id, row.host) for row in ahead]):
        conn.execute(update(tables).where(tables.c.id.in_(behind)).values(front=False))


def surplus(ahead: Sequence[tuple[TableId, UserId | None]]) -> list[TableId]:
    """Of a crowd's tables and their hosts, newest first, all that are too many: the oldest of whoever has most, so that
    one guest of a school takes no place of another."""
    kept, behind = list(ahead), []
    while len(kept) > FIRST:
        of = Counter(host for _, host in kept)
        oldest = next(one for one in reversed(kept) if of[one[1]] == max(of.values()))
        kept.remove(oldest)
        behind.append(oldest[0])
    return behind


def left(conn: Connection, crowd: int, spot: Spot) -> None:
    """The newest of those behind moves up where a place is free."""
    ahead = select(func.count()).where(spot.of(crowd) & (tables.c.front == True)).scalar_subquery()  # noqa: E712
    next_up = _newest(spot.of(crowd) & (tables.c.front == False)).limit(1)  # noqa: E712
    conn.execute(update(tables).where(tables.c.id.in_(next_up) & (ahead < FIRST)).values(front=True))


def _newest(which: ColumnElement[bool]) -> Any:
    """Rows that another process is just changing are left alone: two that wait for each other would wait for ever."""
    newest_first = (tables.c.listed_at.desc(), tables.c.id.desc())
    return select(tables.c.id).where(which).order_by(*newest_first).with_for_update(skip_locked=True)
