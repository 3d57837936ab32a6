"""For the host: people, tables, backup, export and import of everything, and the check before an upgrade."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, LargeBinary, Table, func, insert, or_, select, text, update

from sheepfold import __version__
from sheepfold.core.errors import RecordError, SheepfoldError
from sheepfold.core.options import shown
from sheepfold.play import desk, lists, moves, ratings
from sheepfold.play.errors import BadRequest, NotFound, NotNow
from sheepfold.play.house import House
from sheepfold.play.setup import Setup
from sheepfold.play.terms import Listed, Status, TableId, UserId
from sheepfold.store import schema

users, tables = schema.users, schema.tables

BATCH = 500


@dataclass(frozen=True, slots=True)
class Account:
    """A user as the host sees them."""

    id: UserId
    name: str
    guest: bool
    mail: str | None
    closed: bool
    created_at: float
    games: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A stored game that does not replay under the rules of this version."""

    table: TableId
    game: str
    reason: str


class Admin:
    """What ``sheepfold admin`` does. Everything works while servers run, except ``import_all``."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def users(self, match: str = "", limit: int = 100) -> list[Account]:
        """Accounts and guests whose name or mail address contains ``match``, newest first."""
        return await self._house.read(lambda conn: _accounts(conn, match, limit))

    async def close_user(self, user: UserId, closed: bool = True) -> None:
        """Shut somebody out (sessions end, seats stay), or let them in again. Raises NotFound."""

        def work(conn: Connection) -> bool:
            if closed:
                conn.execute(schema.sessions.delete().where(schema.sessions.c.user_id == user))
            return conn.execute(update(users).where(users.c.id == user).values(closed=closed)).rowcount == 1

        if not await self._house.write(work):
            raise NotFound("There is no such user.")

    async def tables(self, status: Status = Status.RUNNING, limit: int = 100) -> list[Listed]:
        """Tables of that status, private ones included, newest first."""
        return await self._house.read(lambda conn: lists.every(conn, status, limit))

    async def close_table(self, table: TableId) -> None:
        """End a table without a result; all who watch are told. Repeatable. Raises NotFound."""
        await self._house.change(table, lambda fresh: moves.closed(fresh, self._house.now))

    async def backup(self, to: Path) -> None:
        """A copy of the database while play goes on (SQLite). Raises BadRequest if the file exists."""
        if to.exists():
            raise BadRequest(f"{shown(str(to))} exists already.")
        await self._house.store.backup(to)

    async def export_all(self) -> list[str]:
        """Everything, as lines of JSON: the first says what it is, the others are rows."""
        return await self._house.read(lambda conn: list(exported(conn)))

    async def import_all(self, lines: Iterable[str]) -> int:
        """Fill an empty database from an export, of either kind; returns the number of rows. All or nothing.

        Raises NotNow (not empty), RecordError (not an export, or of another schema).
        """
        rows = list(lines)  # a write may run again
        found = await self._house.write(lambda conn: imported(conn, rows))
        self._house.forget_everything()
        return found

    async def recompute_ratings(self) -> int:
        """Work through all rated results again; returns how many there were."""
        return await self._house.write(ratings.recompute)

    async def check_records(self, every: bool = False) -> list[Problem]:
        """Replay all running games (``every``: finished ones too) under these rules; returns those that fail."""
        setup = self._house.setup
        return await self._house.read(lambda conn: list(problems(conn, setup, every)))


def _accounts(conn: Connection, match: str, limit: int) -> list[Account]:
    games = select(func.count()).where(schema.seats.c.user_id == users.c.id).scalar_subquery()
    like = f"%{match.casefold()}%"
    query = select(users, games.label("games")).where(~users.c.deleted).order_by(users.c.id.desc()).limit(limit)
    if match:
        query = query.where(or_(func.lower(users.c.name).like(like), users.c.mail_key.like(like)))
    return [
        Account(row.id, row.name, row.name_key is None, row.mail, row.closed, row.created_at, row.games)
        for row in conn.execute(query)
    ]


# -- check-records -----------------------------------------------------------------------------


def problems(conn: Connection, setup: Setup, every: bool) -> Iterator[Problem]:
    """Games that cannot be read back as they were stored."""
    query = select(tables.c.id, tables.c.game, tables.c.to_move, tables.c.outcome)
    if not every:
        query = query.where(tables.c.status == str(Status.RUNNING))
    for row in conn.execute(query.order_by(tables.c.opened_at)).all():
        try:
            table = desk.load(conn, setup, row.id)
            if table is None:
                continue
            if " ".join(map(str, sorted(table.awaited))) != row.to_move:
                raise RecordError(
                    f"it waits for seats {sorted(table.awaited)}, but waited for {row.to_move or 'none'}."
                )
            if table.outcome != desk.outcome_from(row.outcome):
                raise RecordError("its outcome is not the one that was stored.")
        except SheepfoldError as error:
            yield Problem(row.id, row.game, str(error))


# -- export and import -------------------------------------------------------------------------


def exported(conn: Connection) -> Iterator[str]:
    """Every row of every table, parents before children."""
    yield json.dumps({"sheepfold": __version__, "schema": _schema(conn)})
    for table in schema.metadata.sorted_tables:
        for row in conn.execute(select(table).order_by(*table.primary_key)).mappings():
            values = {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()}
            yield json.dumps([table.name, values], ensure_ascii=False, separators=(",", ":"))


def imported(conn: Connection, lines: Iterable[str]) -> int:
    """Rows back into an empty database."""
    if conn.execute(select(func.count()).select_from(users)).scalar_one():
        raise NotNow("The database is not empty: import into a new one.")
    conn.execute(schema.heartbeat.delete())
    rest = iter(lines)
    match _parsed(next(rest, "")):
        case {"sheepfold": str(), "schema": str(found)} if found == _schema(conn):
            pass
        case {"sheepfold": str(version)}:
            raise RecordError(f"This export is of Sheepfold {shown(version)}: import it there, then upgrade.")
        case _:
            raise RecordError("This is not an export of Sheepfold.")
    count = 0
    waiting: list[dict[str, Any]] = []
    current: Table | None = None
    for line in rest:
        table, values = _row(line)
        if table is not current or len(waiting) == BATCH:
            _flush(conn, current, waiting)
            current = table
        waiting.append(values)
        count += 1
    _flush(conn, current, waiting)
    _renumber(conn)
    return count


def _flush(conn: Connection, table: Table | None, waiting: list[dict[str, Any]]) -> None:
    if table is not None and waiting:
        conn.execute(insert(table), waiting)
    waiting.clear()


def _row(line: str) -> tuple[Table, dict[str, Any]]:
    match _parsed(line):
        case [str(name), dict(values)] if name in schema.metadata.tables:
            table = schema.metadata.tables[name]
            if set(values) == set(table.c.keys()):
                return table, {
                    key: bytes.fromhex(value) if isinstance(table.c[key].type, LargeBinary) else value
                    for key, value in values.items()
                }
    raise RecordError(f"This line of the export cannot be read: {shown(line)}")


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _schema(conn: Connection) -> str:
    return str(conn.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def _renumber(conn: Connection) -> None:
    """PostgreSQL's counters know nothing of rows that came with their numbers."""
    if conn.dialect.name != "postgresql":
        return
    for table in (users, schema.tokens, schema.results):
        counter = func.pg_get_serial_sequence(table.name, "id")
        highest = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
        conn.execute(select(func.setval(counter, highest, False)))
