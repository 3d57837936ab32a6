"""Clean-up: what nobody comes back to goes after a while, a few rows at a time.

Tables and users are walked through by their keys, so a step costs the same however many there are. A row in ``chores``
says when the next step is due and where the last one ended: of several servers the one that moves it on does the step.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from sqlalchemy import ColumnElement, Connection, RowMapping, and_, delete, exists, func, insert, select, update

from sheepfold.core.contract import NATURE
from sheepfold.play import listing, moves
from sheepfold.play.draft import Draft
from sheepfold.play.engine import Engine
from sheepfold.play.errors import NotFound, NotNow
from sheepfold.play.listing import Spot
from sheepfold.play.spans import PRESENT, Fate, Glimpse, Guest, Spans, fate
from sheepfold.play.table import Table
from sheepfold.play.terms import DAY, Status, TableId, UserId
from sheepfold.store import race, schema

tables, seats, users, log = schema.tables, schema.seats, schema.users, schema.log
sessions, tokens, chores = schema.sessions, schema.tokens, schema.chores

LOOKED_AT: Final = 200
"""Rows of a step."""
DELETED: Final = 20
"""Tables that are deleted in one transaction: some hundred lines of the log each."""
STEP: Final = 5.0
"""Seconds between the steps of a round,"""
ROUND: Final = 600.0
"""and between rounds."""
CHORE: Final = "clean"
AWAY: Final = DAY
"""Seconds without a step after which nobody could come back, for as long as the servers were away: everybody gets as
much time before the next one."""


@dataclass(frozen=True, slots=True)
class Doomed:
    """A table whose time has come, as it was when that was decided."""

    id: TableId
    fate: Fate
    length: int
    moved_at: float


class Cleaner:
    """``step`` does the next piece of the work when it is due; ``whole`` all of it now."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def step(self) -> Counter[Fate]:
        """The next few tables and users, unless another server has just seen to them; what was done."""
        now, done = self._engine.now, Counter[Fate]()
        mark = await self._engine.write(lambda conn: taken(conn, now))
        if mark is None:
            return done
        at = SweptTo.read(mark)
        on = await self._some(at, done, dry=False)
        await self._end_sessions(done)
        due = self._engine.now + (ROUND if on == START else STEP)
        await self._engine.write(lambda conn: noted(conn, due, on.written()))
        done = +done
        if done:
            self._engine.setup.log.info("cleaned", **{what.name.lower(): count for what, count in done.items()})
        return done

    async def whole(self, dry: bool) -> Counter[Fate]:
        """A round from beginning to end; ``dry``: only what it would do, before the first of it is done."""
        done = Counter[Fate]()
        at = await self._some(START, done, dry)
        while at != START:
            at = await self._some(at, done, dry)
        if dry:
            every = select(func.count()).where(sessions.c.expires_at < self._engine.now)
            done[Fate.SESSIONS] += await self._engine.read(lambda conn: conn.execute(every).scalar_one())
        else:
            while await self._end_sessions(done):
                pass
        return +done

    async def _some(self, at: SweptTo, done: Counter[Fate], dry: bool) -> SweptTo:
        """What is next after the mark, and where it ended: at the start again after the last."""
        engine, now, spans = self._engine, self._engine.now, self._engine.setup.spans
        last, doomed = await engine.read(lambda conn: looked(conn, at.table, spans, now))
        for table in doomed:
            if table.fate.closes and (dry or await self._close(table)):
                done[table.fate] += 1
        gone = [table for table in doomed if not table.fate.closes and not self._watched(table.id)]
        for first in range(0, len(gone), DELETED):
            some = gone[first : first + DELETED]
            done.update(table.fate for table in (some if dry else await self._delete(some)))
        after, guests = await engine.read(lambda conn: idle_guests(conn, at.user, spans, now))
        if guests and not dry:
            guests = await engine.write(lambda conn: without(conn, guests, spans, now))
        done[Fate.GUESTS] += len(guests)
        if last is None and after is None:
            return START
        return SweptTo(at.table if last is None else last, at.user if after is None else after)

    async def _end_sessions(self, done: Counter[Fate]) -> bool:
        """Delete some that nobody can use any more; whether there may be others."""
        ended = select(sessions.c.hash).where(sessions.c.expires_at < self._engine.now).limit(LOOKED_AT)
        gone = delete(sessions).where(sessions.c.hash.in_(ended))
        count = await self._engine.write(lambda conn: conn.execute(gone).rowcount)
        done[Fate.SESSIONS] += count
        return count == LOOKED_AT

    def _watched(self, table: TableId) -> bool:
        room = self._engine.rooms.known(table)
        return room is not None and bool(room.wakes)

    async def _close(self, table: Doomed) -> bool:
        """Unless somebody looks on, or something has happened meanwhile; whether it was closed."""

        def decide(fresh: Table) -> Draft | None:
            return moves.closed(fresh, self._engine.now, idle=True) if fresh.length == table.length else None

        if self._watched(table.id):
            return False
        with suppress(NotNow, NotFound):  # one that does not replay is left to the host
            return (await self._engine.change(table.id, decide)).status is Status.OVER
        return False

    async def _delete(self, some: Sequence[Doomed]) -> Sequence[Doomed]:
        gone = await self._engine.write(partial(deleted, some=some))
        for table in gone:
            self._engine.forget(table.id)
        return gone


# -- whose turn it is --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SweptTo:
    """The last table and the last user that were looked at."""

    table: TableId
    user: UserId

    def written(self) -> str:
        return json.dumps([self.table, self.user])

    @classmethod
    def read(cls, text: str) -> SweptTo:
        return cls(*json.loads(text)) if text else START


START: Final = SweptTo("", 0)


def taken(conn: Connection, now: float) -> str | None:
    """Where to go on, for the one server that asks first when it is time; None for all others."""
    row = conn.execute(select(chores).where(chores.c.name == CHORE)).first()
    if row is None:
        with race():
            conn.execute(insert(chores).values(name=CHORE, due=now + ROUND, mark=""))
        return ""
    late = now - row.due
    if -2 * AWAY < late < 0:  # further ahead: somebody set the clock back
        return None
    in_time = late <= AWAY
    mine = (chores.c.name == CHORE) & (chores.c.due == row.due)
    moved = conn.execute(update(chores).where(mine).values(due=now + (ROUND if in_time else AWAY))).rowcount == 1
    return str(row.mark) if moved and in_time else None


def noted(conn: Connection, due: float, mark: str) -> None:
    conn.execute(update(chores).where(chores.c.name == CHORE).values(due=due, mark=mark))


# -- tables ------------------------------------------------------------------------------------


def looked(conn: Connection, after: TableId, spans: Spans, now: float) -> tuple[TableId | None, list[Doomed]]:
    """The next tables' last, and those of them whose time has come; None: there are no more."""
    names = ("id", "status", "moved_at", "outcome", "due", "together", "terms", "length", "host")
    query = select(*(tables.c[name] for name in names)).where(tables.c.id > after).order_by(tables.c.id)
    rows = conn.execute(query.limit(LOOKED_AT)).mappings().all()
    people = _people(conn, rows)
    found = [(row, fate(_glimpse(conn, row, people[row["id"]]), spans, now)) for row in rows]
    doomed = [Doomed(row["id"], end, row["length"], row["moved_at"]) for row, end in found if end is not None]
    return rows[-1]["id"] if len(rows) == LOOKED_AT else None, doomed


def _glimpse(conn: Connection, row: RowMapping, people: Sequence[Guest]) -> Glimpse:
    terms = json.loads(row["terms"])
    called_off = row["outcome"] is not None and json.loads(row["outcome"])[2] == "aborted"
    return Glimpse(
        status=Status(row["status"]),
        moved_at=row["moved_at"],
        people=people,
        together=row["together"],
        timed=terms["clock"]["kind"] != "none" or row["due"] is not None,
        rated=terms["rated"],
        called_off=called_off,
        begun=not (called_off and row["together"]) or _begun(conn, row["id"]),
    )


def _begun(conn: Connection, table: TableId) -> bool:
    """Whether a person made a move; asked only of tables that were closed."""
    moved = (log.c.table_id == table) & (log.c.kind == "move") & (log.c.seat != NATURE)
    return conn.execute(select(log.c.number).where(moved).limit(1)).first() is not None


def _people(conn: Connection, rows: Sequence[RowMapping]) -> dict[TableId, list[Guest]]:
    """Who sits at these tables or opened them."""
    ids: dict[TableId, set[UserId]] = {row["id"]: {row["host"]} - {None} for row in rows}
    for seat in conn.execute(select(seats.c.table_id, seats.c.user_id).where(seats.c.table_id.in_(ids) & seats.c.sits)):
        ids[seat.table_id].add(seat.user_id)
    everybody = set[UserId]().union(*ids.values())
    here = here_at(conn, everybody)
    known = conn.execute(select(users.c.id, users.c.name_key).where(users.c.id.in_(everybody)))
    found = {row.id: Guest(row.name_key is None, here.get(row.id, 0.0)) for row in known}
    return {table: [found[user] for user in some if user in found] for table, some in ids.items()}


def here_at(conn: Connection, some: Collection[UserId]) -> dict[UserId, float]:
    """When these users last asked for anything, within ten minutes."""
    found: dict[UserId, float] = {}
    for kept in (sessions, tokens):
        query = select(kept.c.user_id, func.max(kept.c.used_at)).where(kept.c.user_id.in_(some))
        for user, used_at in conn.execute(query.group_by(kept.c.user_id)):
            found[user] = max(found.get(user, 0.0), used_at or 0.0)
    return found


def deleted(conn: Connection, some: Sequence[Doomed]) -> list[Doomed]:
    """Delete these tables with all that is theirs, but for any where something happened meanwhile."""
    gone = []
    for table in some:
        same = (tables.c.id == table.id) & (tables.c.status == str(Status.OVER)) & (tables.c.moved_at == table.moved_at)
        row = conn.execute(
            delete(tables).where(same).returning(tables.c.crowd, tables.c.together, tables.c.front)
        ).first()
        if row is None:
            continue
        gone.append(table)
        if row.front:
            listing.left(conn, row.crowd, Spot(Status.OVER, row.together))
    return gone


# -- people ------------------------------------------------------------------------------------


@cache
def _nowhere() -> ColumnElement[bool]:
    """Nothing that would be missed mentions the user: no seat, no table, no line of talk."""
    mentions = [
        key.parent
        for table in schema.metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is users.c.id and key.ondelete != "CASCADE"
    ]
    return and_(*(~exists().where(column == users.c.id) for column in mentions))


def _idle(spans: Spans, now: float) -> ColumnElement[bool]:
    """Guests who have nothing and have not come for a while, and of whom the host's trail says nothing. Who was shut
    out or muted stays so.

    The newest user stays: SQLite would give their number to somebody else, who could then see what was theirs.
    """
    before = now - max(spans.guests * DAY, PRESENT)
    seen = [exists().where((kept.c.user_id == users.c.id) & (kept.c.used_at >= before)) for kept in (sessions, tokens)]
    newest = select(func.max(users.c.id)).scalar_subquery()
    seen.append(exists().where(schema.trail.c.user_id == users.c.id))
    free = ~users.c.closed & ~users.c.muted & (users.c.id < newest)
    return and_(users.c.name_key.is_(None), users.c.created_at < before, free, *(~some for some in seen), _nowhere())


def idle_guests(conn: Connection, after: UserId, spans: Spans, now: float) -> tuple[UserId | None, list[UserId]]:
    """The next users' last, and those of them who may go; None: there are no more."""
    query = select(users.c.id).where(users.c.id > after).order_by(users.c.id).limit(LOOKED_AT)
    page = conn.execute(query).scalars().all()
    found: list[UserId] = []
    if spans.guests:
        found = list(conn.execute(select(users.c.id).where(users.c.id.in_(page) & _idle(spans, now))).scalars())
    return page[-1] if len(page) == LOOKED_AT else None, found


def without(conn: Connection, guests: Sequence[UserId], spans: Spans, now: float) -> list[UserId]:
    """Delete these guests, but for any who came back meanwhile; who is gone."""
    gone = delete(users).where(users.c.id.in_(guests) & _idle(spans, now)).returning(users.c.id)
    with race():
        return list(conn.execute(gone).scalars())
