"""For the host: people and talk, tables, backup, export and import of everything, and the check before an upgrade.

What a host does to people and talk leaves a line in the audit log.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Final

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.record import Record, to_json
from sheepfold.core.words.prose import shown
from sheepfold.play import cursors
from sheepfold.play.cursors import Rows
from sheepfold.play.engine import Engine
from sheepfold.play.errors import BadRequest, NotFound, NotNow
from sheepfold.play.host.audit_log import Act, AuditLog, Trace
from sheepfold.play.host.clean_up import Cleaner, Fate
from sheepfold.play.people import ratings
from sheepfold.play.people import users as names
from sheepfold.play.people.accounts import readdress
from sheepfold.play.setup import Setup
from sheepfold.play.tables import chat, lists, moves, repository
from sheepfold.play.tables.draft import Draft
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Listed, Status, TableId, UserId
from sheepfold.store import Transaction, Values, exports
from sheepfold.store.people import users
from sheepfold.store.people.users import UserRow
from sheepfold.store.tables import lists as stored
from sheepfold.store.tables.chat import ChatRow
from sheepfold.store.tables.lists import GameRow


@dataclass(frozen=True, slots=True)
class Account:
    """A user as the host sees them."""

    id: UserId
    name: str
    guest: bool
    mail: str | None
    closed: bool
    muted: bool
    created_at: float
    games: int


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """A stored game that does not replay under the rules of this version."""

    table: TableId
    game: str
    reason: str


@dataclass(frozen=True, slots=True)
class Check:
    """How many games were replayed, and those that failed."""

    games: int
    problems: tuple[BrokenRecord, ...]


class Admin:
    """What ``sheepfold admin`` does. Everything works while servers run, except ``import_all``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def users(self, match: str = "", limit: int = 100, cursor: str | None = None) -> Rows[Account]:
        """Accounts and guests whose name or mail address contains ``match``, newest first. Raises BadRequest."""
        return await self._engine.read(lambda tx: accounts(tx, match, limit, cursor))

    async def tables(
        self, status: Status = Status.RUNNING, limit: int = 100, cursor: str | None = None
    ) -> Rows[Listed]:
        """Tables of that status, private ones included, newest first. Raises BadRequest (cursor)."""
        return await self._engine.read(lambda tx: lists.every(tx, status, limit, cursor))

    async def close_table(self, table: TableId) -> bool:
        """End a table without a result; all who watch are told. Repeatable.

        False if the game had ended before: its result stays. Raises NotFound.
        """
        closing = partial(_closing, now=self._engine.now, audit_log=self._engine.audit_log)
        try:
            found = await self._engine.change(table, closing)
        except NotFound:
            raise NotFound(f"There is no table {shown(table)!r}; see sheepfold admin tables.") from None
        return found.outcome is not None and found.outcome.reason == "aborted"

    async def backup(self, to: Path) -> None:
        """A copy of the database while play goes on (SQLite), for its owner's eyes only.

        Raises BadRequest if the file exists or cannot be made.
        """
        try:
            os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            raise BadRequest(f"{shown(str(to))} exists already; name another file.") from None
        except (OSError, ValueError):
            raise BadRequest(f"{shown(str(to))} cannot be written; name another place.") from None
        try:
            await self._engine.store.backup(to)
        except BaseException:
            to.unlink()  # half a copy would be taken for a whole one
            raise

    async def export_all(self) -> list[str]:
        """Everything, as lines of JSON: the first says what it is, the last how many rows are between."""
        return await self._engine.read(lambda tx: list(exports.exported(tx)), bulk=True)

    async def import_all(self, lines: Iterable[str]) -> int:
        """Fill an empty database from an export, of either kind; returns the number of rows. All or nothing.

        Raises NotNow (not empty), RecordError (not an export, of another schema, cut off or damaged).
        """
        rows = list(lines)  # a write may run again
        try:
            found = await self._engine.write(lambda tx: exports.imported(tx, rows), bulk=True)
        except exports.NotEmpty:
            raise NotNow("The database is not empty: import into a new one.") from None
        self._engine.forget()
        return found

    async def clean(self, dry: bool = False) -> Counter[Fate]:
        """Let everything go whose time has come, now; ``dry``: nothing, only count it. What was done, how often."""
        return await Cleaner(self._engine).whole(dry)

    async def recompute_ratings(self) -> int:
        """Work through all rated results again; returns how many there were."""
        return await self._engine.write(ratings.recompute, bulk=True)

    async def check_records(self, every: bool = False) -> Check:
        """Replay all running games (``every``: finished ones too) under these rules."""
        setup = self._engine.setup
        return await self._engine.read(lambda tx: checked(tx, setup, every), bulk=True)

    async def shared_records(self) -> list[Record]:
        """Finished games in which all people agreed to research, without names, seeds and times; in an order that says
        nothing. Where a bot took over from somebody it is not known whether they agreed: such games stay out."""
        setup = self._engine.setup
        return await self._engine.read(lambda tx: _shared(tx, setup), bulk=True)


def accounts(tx: Transaction, match: str, limit: int, cursor: str | None = None) -> Rows[Account]:
    """People whose name or mail address has it in it, the newest first. Raises BadRequest (cursor)."""
    before = None if cursor is None else cursors.read("users", cursor, int)[0]
    rows = cursors.page(users.matching(tx, match, limit + 1, before), limit, "users", lambda found: (found[0].id,))
    found = (
        Account(row.id, row.name, row.name_key is None, row.mail, row.closed, row.muted, row.created_at, games)
        for row, games in rows
    )
    return Rows(found, rows.next)


def _closing(table: Table, now: float, audit_log: AuditLog) -> Draft | None:
    """Ending a table by the host, which is kept in the audit log."""
    draft = moves.closed(table, now)
    if draft is not None:
        draft.marks = audit_log.marks(Act.CLOSED_TABLE, None, about=table.header.id, host=True)
    return draft


# -- games for research ------------------------------------------------------------------------

PERSON: Final = "person"
"""What everybody who is no bot is called."""
NO_SEED: Final = "0" * 64
"""The commitment of a record without a seed: the true one would say which game it is."""


def _shared(tx: Transaction, setup: Setup) -> list[Record]:
    found = []
    for row in stored.begun(tx, [str(Status.OVER)]):
        try:
            table = repository.load(tx, setup, row.id)
        except SheepfoldError:
            continue  # check-records names it
        if table is not None and _all_agreed(tx, table):
            names = tuple(seat.name if seat.kind == "bot" else PERSON for seat in table.seats)
            found.append(replace(table.record(), seats=names, seed=None, commitment=NO_SEED))
    return sorted(found, key=lambda record: blake2b(to_json(record).encode()).digest())


def _all_agreed(tx: Transaction, table: Table) -> bool:
    """Whether it is a whole game of their own, of people who all agreed."""
    terms, people = table.header.terms, {seat.user for seat in table.seats if seat.user is not None}
    if table.outcome is None or terms.practice is not None or lists.taken_over(terms.seats, table.seats):
        return False
    return bool(people) and all(seat.kind != "empty" for seat in table.seats) and users.agreed(tx, people) == people


# -- check-records -----------------------------------------------------------------------------


def checked(tx: Transaction, setup: Setup, every: bool) -> Check:
    """Games that cannot be read back as they were stored."""
    wanted = [Status.RUNNING, Status.OVER] if every else [Status.RUNNING]
    rows = stored.begun(tx, [str(status) for status in wanted])
    found = ((row, _trouble(tx, setup, row)) for row in rows)
    return Check(len(rows), tuple(BrokenRecord(row.id, row.game, reason) for row, reason in found if reason))


def _trouble(tx: Transaction, setup: Setup, row: GameRow) -> str:
    """Why this game does not replay; "" if it does."""
    try:
        table = repository.load(tx, setup, row.id)
        if table is None:
            return ""
        if " ".join(map(str, sorted(table.awaited))) != row.to_move:
            return f"it waits for seats {sorted(table.awaited)}, but waited for {row.to_move or 'none'}."
        if table.outcome != repository.outcome_from(row.outcome):
            return "its outcome is not the one that was stored."
    except SheepfoldError as error:
        return str(error)
    return ""


# -- people and talk -------------------------------------------------------------------------------


class Moderation:
    """What a host may do to people, and what they did."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._names = names.Names(engine.setup.shelf)

    async def close_user(self, user: UserId, closed: bool = True) -> None:
        """Shut somebody out (sessions end, seats stay), or let them in again. Raises NotFound."""

        def work(tx: Transaction) -> None:
            self._set(tx, user, Act.CLOSED if closed else Act.REOPENED, {"closed": closed})
            if closed:
                users.end_sessions(tx, user)

        await self._engine.write(work)
        self._engine.announce("revoked", number=user)

    async def mute(self, user: UserId, muted: bool = True) -> None:
        """Somebody may play but not talk, or may talk again. Raises NotFound."""
        act = Act.MUTED if muted else Act.UNMUTED
        await self._engine.write(lambda tx: self._set(tx, user, act, {"muted": muted}))

    async def rename(self, user: UserId, name: str) -> str:
        """Give somebody another name; returns it as it is shown. The audit log keeps the old one.

        Raises NotFound, BadRequest (no name), NotNow (taken, or too much like another).
        """
        name = await asyncio.to_thread(self._names.checked, name)

        def work(tx: Transaction) -> None:
            old = _row(tx, user)
            names.check_name_is_free(tx, name, user)
            if old.name_key is not None:
                names.claim_name(tx, name, user)
                readdress(tx, user, name)
            key = None if old.name_key is None else names.name_key(name)
            self._set(tx, user, Act.RENAMED, {"name": name, "name_key": key}, f"{old.name} → {name}")

        await self._engine.write(work)
        await self._engine.forget_tables(user)
        return name

    async def talk(self, table: TableId, limit: int = 100) -> list[ChatRow]:
        """The last lines that were said at a table, in whichever room. Raises NotFound."""
        return await self._engine.read(lambda tx: chat.all_of(tx, table, limit))

    async def remove_talk(self, table: TableId, number: int) -> bool:
        """Take a line away, for everybody and for good; open pages are told. False if it was gone. Raises NotFound."""

        def work(tx: Transaction) -> int | None:
            found = chat.remove(tx, table, number, self._engine.now)
            if found is None:
                return None
            author, told = found
            self._engine.audit_log.note(tx, Act.TALK_REMOVED, author, about=f"{table} {number}", host=True)
            return told

        told = await self._engine.write(work)
        if told is not None:
            self._engine.announce("chat", table, told)
        return told is not None

    async def audit_log(
        self, user: UserId | None = None, days: float | None = None, limit: int = 100, cursor: str | None = None
    ) -> Rows[Trace]:
        """Who did what, newest first; only of one user, or of so many days. Raises BadRequest (cursor)."""
        return await self._engine.read(lambda tx: self._engine.audit_log.read(tx, user, days, limit, cursor))

    def _set(self, tx: Transaction, user: UserId, act: Act, values: Values, about: str = "") -> None:
        _row(tx, user)
        users.change(tx, user, values)
        self._engine.audit_log.note(tx, act, user, about=about, host=True)


def _row(tx: Transaction, user: UserId) -> UserRow:
    row = users.by_id(tx, user)
    if row is None or row.deleted:
        raise NotFound(f"There is no user {user}; see sheepfold admin users.")
    return row
