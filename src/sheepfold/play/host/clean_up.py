"""Clean-up: deletes rows whose retention is over, a few at a time.

``fate`` decides which table is past its retention. Tables and users are walked through by their keys, so a step costs
the same however many there are. A row in ``chores`` says when the next step is due and where the last one ended: of
several servers the one that moves it on does the step.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final, NamedTuple

from sheepfold.core.contract import NATURE
from sheepfold.play.engine import Engine
from sheepfold.play.errors import NotFound, NotNow
from sheepfold.play.setup import Retention
from sheepfold.play.tables import moves
from sheepfold.play.tables.draft import Draft
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import DAY, Status, TableId, UserId
from sheepfold.store import Transaction
from sheepfold.store import host as kept
from sheepfold.store.host import Chore
from sheepfold.store.people import users
from sheepfold.store.tables import TableRow, lists
from sheepfold.store.tables.lists import Spot

PRESENT: Final = 2 * 3600.0
"""Seconds for which somebody counts as here after their last request; an open page asks more often than that."""


class Fate(StrEnum):
    """What goes: a table is closed without a result, or deleted like everything else."""

    WAITING = "waiting tables"
    PRACTICE = "games against bots"
    UNFINISHED = "games among guests"
    CLOSED = "closed tables"
    PRACTISED = "finished games of guests against bots"
    FINISHED = "finished games between people"
    GUESTS = "guests"
    SESSIONS = "sessions that had ended"

    @property
    def closes(self) -> bool:
        return self in (Fate.WAITING, Fate.PRACTICE, Fate.UNFINISHED)

    @property
    def done(self) -> str:
        """What is done with it, in a word."""
        return "closed" if self.closes else "deleted"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at a table, as far as this matters: whether they have no account, and when they were last here."""

    guest: bool
    here_at: float


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What decides a table's fate."""

    status: Status
    moved_at: float
    people: Sequence[Guest]
    """Who sits there, and who opened it."""
    together: bool = False
    """Whether several people sit there."""
    timed: bool = False
    """Whether a clock runs, or something else is going to happen by itself."""
    rated: bool = False
    called_off: bool = False
    begun: bool = True
    """Whether a person made a move."""


def fate(table: Glimpse, retention: Retention, now: float) -> Fate | None:
    """What the table has come to; None: it stays. No game goes whose time runs, nor one that is rated and goes on or
    was played to its end."""

    def past(days: int, *moments: float) -> bool:
        return days > 0 and now - max(table.moved_at, *moments, 0.0) > days * DAY

    here = [person.here_at for person in table.people]
    absent = now - max(here, default=0.0) > PRESENT
    guests = all(person.guest for person in table.people)
    match table.status:
        case Status.WAITING if past(retention.waiting, *here):
            return Fate.WAITING
        case Status.RUNNING if not table.timed and absent:
            if not table.together and not table.rated and past(retention.practice):
                return Fate.PRACTICE
            if table.together and guests and past(retention.unfinished, *here):
                return Fate.UNFINISHED
        case Status.OVER if table.called_off and not (table.together and table.begun):
            return Fate.CLOSED if past(retention.closed) else None
        case Status.OVER if not table.rated and not table.called_off:
            if not table.together and guests and past(retention.practised):
                return Fate.PRACTISED
            if table.together and past(retention.finished):
                return Fate.FINISHED
    return None


# -- the steps -------------------------------------------------------------------------------------


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
        """Cleans the next page of tables and users, unless another server has just done so. Counts what was done."""
        now, done = self._engine.now, Counter[Fate]()
        mark = await self._engine.write(lambda tx: taken(tx, now))
        if mark is None:
            return done
        at = SweptTo(*json.loads(mark)) if mark else START
        on = await self._some(at, done, dry=False)
        await self._delete_expired(done)
        due = self._engine.now + (ROUND if on == START else STEP)
        await self._engine.write(lambda tx: kept.set_chore(tx, CHORE, Chore(due, json.dumps(on))))
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
            done[Fate.SESSIONS] += await self._engine.read(lambda tx: kept.count_expired(tx, self._engine.now))
        else:
            await self._delete_expired(done)
        return +done

    async def _some(self, at: SweptTo, done: Counter[Fate], dry: bool) -> SweptTo:
        """Cleans a page of tables and users. Returns the mark to go on from; START after the last page."""
        engine, now, retention = self._engine, self._engine.now, self._engine.setup.retention
        last, doomed = await engine.read(lambda tx: looked(tx, at.table, retention, now))
        for table in doomed:
            if table.fate.closes and (dry or await self._close(table)):
                done[table.fate] += 1
        gone = [table for table in doomed if not table.fate.closes and not self._watched(table.id)]
        for first in range(0, len(gone), DELETED):
            some = gone[first : first + DELETED]
            done.update(table.fate for table in (some if dry else await self._delete(some)))
        after, guests = await engine.read(lambda tx: idle_guests(tx, at.user, retention, now))
        if guests and not dry:
            guests = await engine.write(lambda tx: without(tx, guests, retention, now))
        done[Fate.GUESTS] += len(guests)
        if last is None and after is None:
            return START
        return SweptTo(at.table if last is None else last, at.user if after is None else after)

    async def _delete_expired(self, done: Counter[Fate]) -> None:
        """Deletes expired sessions, so many in a transaction, and what the audit log need not keep any more."""
        engine, count = self._engine, LOOKED_AT
        while count == LOOKED_AT:
            count = await engine.write(lambda tx: kept.delete_expired(tx, engine.now, LOOKED_AT))
            done[Fate.SESSIONS] += count
        await engine.write(engine.audit_log.sweep)

    def _watched(self, table: TableId) -> bool:
        loaded = self._engine.loaded.known(table)
        return loaded is not None and bool(loaded.wakes)

    async def _close(self, table: Doomed) -> bool:
        """Closes a table unless somebody watches it or it has changed meanwhile; whether it did."""

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


class SweptTo(NamedTuple):
    """The last table and the last user that were looked at."""

    table: TableId
    user: UserId


START: Final = SweptTo("", 0)


def taken(tx: Transaction, now: float) -> str | None:
    """Leases the next step, which one server gets when it is due: the mark to go on from. None for all others."""
    row = kept.chore(tx, CHORE)
    if row is None:
        kept.add_chore(tx, CHORE, Chore(now + ROUND, ""))
        return ""
    late = now - row.due
    if -2 * AWAY < late < 0:  # further ahead: somebody set the clock back
        return None
    in_time = late <= AWAY
    moved = kept.take_chore(tx, CHORE, row.due, now + (ROUND if in_time else AWAY))
    return row.mark if moved and in_time else None


# -- tables ------------------------------------------------------------------------------------


def looked(tx: Transaction, after: TableId, retention: Retention, now: float) -> tuple[TableId | None, list[Doomed]]:
    """The next page of tables: the last of them (None: there are no more), and those whose retention is over."""
    rows = kept.tables_after(tx, after, LOOKED_AT)
    people = _people(tx, rows)
    found = [(row, fate(_glimpse(tx, row, people[row.id]), retention, now)) for row in rows]
    doomed = [Doomed(row.id, end, row.length, row.moved_at) for row, end in found if end is not None]
    return rows[-1].id if len(rows) == LOOKED_AT else None, doomed


def _glimpse(tx: Transaction, row: TableRow, people: Sequence[Guest]) -> Glimpse:
    terms = json.loads(row.terms)
    called_off = row.outcome is not None and json.loads(row.outcome)[2] == "aborted"
    return Glimpse(
        status=Status(row.status),
        moved_at=row.moved_at,
        people=people,
        together=row.together,
        timed=terms["clock"]["kind"] != "none" or row.due is not None,
        rated=terms["rated"],
        called_off=called_off,
        begun=not (called_off and row.together) or kept.is_begun(tx, row.id, NATURE),
    )


def _people(tx: Transaction, rows: Sequence[TableRow]) -> dict[TableId, list[Guest]]:
    """Who sits at these tables or opened them."""
    ids: dict[TableId, set[UserId]] = {row.id: set() if row.host is None else {row.host} for row in rows}
    for table, user in kept.sitters(tx, ids):
        ids[table].add(user)
    everybody = set[UserId]().union(*ids.values())
    here = users.here_at(tx, everybody)
    found = {row.id: Guest(row.name_key is None, here.get(row.id, 0.0)) for row in users.by_ids(tx, everybody)}
    return {table: [found[user] for user in some if user in found] for table, some in ids.items()}


def deleted(tx: Transaction, some: Sequence[Doomed]) -> list[Doomed]:
    """Deletes these tables with all that is theirs, except any that changed meanwhile."""
    gone = []
    for table in some:
        stood = kept.delete_table(tx, table.id, str(Status.OVER), table.moved_at)
        if stood is None:
            continue
        gone.append(table)
        if stood.front:
            lists.left(tx, stood.crowd, Spot(Status.OVER, stood.together))
    return gone


# -- people ------------------------------------------------------------------------------------


def idle_guests(tx: Transaction, after: UserId, retention: Retention, now: float) -> tuple[UserId | None, list[UserId]]:
    """The next page of users: the last of them (None: there are no more), and the idle guests among them."""
    page = kept.users_after(tx, after, LOOKED_AT)
    found = kept.idle(tx, page, _away_since(retention, now)) if retention.guests else []
    return page[-1] if len(page) == LOOKED_AT else None, found


def without(tx: Transaction, guests: Sequence[UserId], retention: Retention, now: float) -> list[UserId]:
    """Deletes these guests, except any who came back meanwhile; who was deleted."""
    return kept.delete_idle(tx, guests, _away_since(retention, now))


def _away_since(retention: Retention, now: float) -> float:
    """A guest who was here after this moment is kept."""
    return now - max(retention.guests * DAY, PRESENT)
