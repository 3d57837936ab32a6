"""Lists of tables, straight from the store: nobody replays a game to show that it exists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, RowMapping, Text, cast, exists, func, literal, or_, select, tuple_

from sheepfold.core.chance import commitment
from sheepfold.play import cursors, numbers, repository
from sheepfold.play.cursors import Page, written
from sheepfold.play.table import Person
from sheepfold.play.terms import Access, Listed, Played, SeatInfo, SeatPlan, Status, TableId, TableInfo, UserId
from sheepfold.store import schema

tables, seats, chat = schema.tables, schema.seats, schema.chat

NEWEST_LISTED: Final = (tables.c.listed_at.desc(), tables.c.id.desc())


def lobby(
    conn: Connection,
    game: str | None,
    status: Status,
    limit: int,
    between_people: bool | None = None,
    cursor: str | None = None,
    access: Access | None = None,
) -> Page[Listed]:
    """Tables that anybody may find: of every crowd the newest three, then all others, each newest first.

    Only those where several people sit, or only the others; only those of that access. Raises BadRequest (cursor).
    """
    kind = f"lobby {status}"
    behind, *last = (0,) if cursor is None else cursors.read(kind, cursor, int, float, str)
    query = select(tables).where(tables.c.status == str(status)).order_by(*NEWEST_LISTED)
    if game is not None:
        query = query.where(tables.c.game == game)
    if access is not None:
        query = query.where(tables.c.access == str(access))
    found: list[RowMapping] = []
    for front in (False,) if behind else (True, False):
        more = query.where(tables.c.front == front).limit(limit + 1 - len(found))
        if last:
            more = more.where(tuple_(tables.c.listed_at, tables.c.id) < tuple(last))
        companies = (True, False) if between_people is None else (between_people,)
        parts = [conn.execute(more.where(tables.c.together == together)).mappings().all() for together in companies]
        found += sorted(chain(*parts), key=lambda row: (row["listed_at"], row["id"]), reverse=True)
        if len(found) > limit:
            break
        last = []
    shown = found[:limit]
    mark = None
    if len(found) > limit:
        mark = written(kind, int(not shown[-1]["front"]), shown[-1]["listed_at"], shown[-1]["id"])
    return Page(_listed(conn, shown, None), mark)


def every(conn: Connection, status: Status, limit: int, cursor: str | None = None) -> Page[Listed]:
    """All tables of that status, newest first, for the host. Raises BadRequest (cursor)."""
    query = select(tables).where(tables.c.status == str(status))
    if cursor is not None:
        query = query.where(tuple_(tables.c.opened_at, tables.c.id) < cursors.read("every", cursor, float, str))
    newest_first = (tables.c.opened_at.desc(), tables.c.id.desc())
    found = conn.execute(query.order_by(*newest_first).limit(limit + 1)).mappings().all()
    mark = written("every", found[limit - 1]["opened_at"], found[limit - 1]["id"]) if len(found) > limit else None
    return Page(_listed(conn, found[:limit], None), mark)


def of_user(
    conn: Connection,
    user: UserId,
    status: Status | None,
    limit: int,
    cursor: str | None = None,
    *,
    public: bool = False,
    over: bool = True,
) -> Page[Listed]:
    """Where the user sits or is expected: those waiting for them, then other unfinished ones by the last move, then
    finished ones by their end. Raises BadRequest (cursor).

    ``public``: only what everybody may know of. ``over``: finished ones too.
    """
    last = None if cursor is None else cursors.read("mine", cursor, int, float, str)
    marks: list[_Mark] = []
    if status is not Status.OVER and (last is None or last[0] < _OVER):
        marks = _current_of(conn, user, status, public)
        marks = marks if last is None else [mark for mark in marks if mark > _Mark(last[0], -last[1], last[2])]
    if status in (None, Status.OVER) and over and len(marks) <= limit:
        after = last[1:] if last is not None and last[0] == _OVER else None
        marks += _finished_of(conn, user, public, limit + 1 - len(marks), after)
    shown = marks[:limit]
    mark = written("mine", shown[-1].group, -shown[-1].age, shown[-1].id) if len(marks) > limit else None
    rows = conn.execute(select(tables).where(tables.c.id.in_([one.id for one in shown]))).mappings()
    by_id = {row["id"]: row for row in rows}
    return Page(_listed(conn, [by_id[one.id] for one in shown], user), mark)


_YOURS, _THEIRS, _OVER = range(3)


class _Mark(NamedTuple):
    """A table's place in somebody's own list."""

    group: int
    age: float
    """Less what it is ordered by: the newest come first."""
    id: TableId


def _current_of(conn: Connection, user: UserId, status: Status | None, public: bool) -> list[_Mark]:
    """Every unfinished table of the user, in order."""
    query = select(tables.c.id, tables.c.moved_at, tables.c.to_move, seats.c.seat, seats.c.sits).join_from(
        seats, tables
    )
    query = query.where((seats.c.user_id == user) & seats.c.ended_at.is_(None))
    if status is not None:
        query = query.where(tables.c.status == str(status))
    if public:
        query = query.where(tables.c.front.is_not(None))
    found: dict[TableId, _Mark] = {}
    for row in conn.execute(query):
        group = _YOURS if row.sits and str(row.seat) in row.to_move.split() else _THEIRS
        mark = _Mark(group, -row.moved_at, row.id)
        found[row.id] = min(mark, found.get(row.id, mark))
    return sorted(found.values())


def _finished_of(
    conn: Connection, user: UserId, public: bool, limit: int, after: tuple[float, TableId] | None
) -> list[_Mark]:
    """The user's finished tables after that one, the last to end first."""
    order = (seats.c.ended_at, seats.c.table_id)
    query = select(*order).where((seats.c.user_id == user) & seats.c.ended_at.is_not(None))
    if public:
        query = query.join(tables).where(tables.c.front.is_not(None))
    if after is not None:
        query = query.where(tuple_(*order) < after)
    newest_first = [column.desc() for column in order]
    rows = conn.execute(query.distinct().order_by(*newest_first).limit(limit))
    return [_Mark(_OVER, -row.ended_at, row.table_id) for row in rows]


def results_of(conn: Connection, user: UserId, limit: int, public: bool) -> list[Played]:
    """The user's last games that were played to the end; ``public``: only those that everybody may know of."""
    mine = (seats.c.user_id == user) & seats.c.ended_at.is_not(None) & seats.c.sits
    others = schema.seats.alias()
    count = select(func.count()).where(others.c.table_id == tables.c.id).scalar_subquery()
    query = select(tables.c.game, seats.c.seat, count.label("seats"), tables.c.outcome).join_from(seats, tables)
    if public:
        query = query.where(tables.c.front.is_not(None))
    rows = conn.execute(query.where(mine).order_by(seats.c.ended_at.desc(), seats.c.table_id.desc()).limit(limit))
    found = ((row, repository.outcome_from(row.outcome)) for row in rows)
    return [
        Played(row.game, row.seat, row.seats, outcome)
        for row, outcome in found
        if outcome is not None and outcome.reason != "aborted"
    ]


def ids_of(conn: Connection, user: UserId) -> list[TableId]:
    """Every table where the user sits, sat to the end, or is expected."""
    return list(conn.execute(select(seats.c.table_id).where(seats.c.user_id == user).distinct()).scalars())


def unfinished_of(conn: Connection, user: UserId) -> dict[TableId, Status]:
    """Every table where the user sits and that is not over."""
    mine = (seats.c.user_id == user) & seats.c.ended_at.is_(None) & seats.c.sits
    found = conn.execute(select(tables.c.id, tables.c.status).join_from(seats, tables).where(mine))
    return {row.id: Status(row.status) for row in found}


def at_tables(conn: Connection, among: Collection[UserId]) -> frozenset[UserId]:
    """Who of those sits at a table that is not over."""
    query = select(seats.c.user_id).distinct().where(seats.c.user_id.in_(among))
    return frozenset(conn.execute(query.where(seats.c.ended_at.is_(None) & seats.c.sits)).scalars())


def waiting_of(conn: Connection, host: UserId) -> list[TableId]:
    """Tables that the user opened, perhaps for others only, and that wait for players."""
    query = select(tables.c.id).where((tables.c.host == host) & (tables.c.status == str(Status.WAITING)))
    return list(conn.execute(query).scalars())


def with_bots_to_move(
    conn: Connection, until: float, after: tuple[float, TableId], limit: int
) -> list[tuple[float, TableId]]:
    """Running tables where it is a bot's turn, by when they are due: perhaps it was thinking when a server stopped.

    Only a running table is ever due. Those due after ``until`` wait for people: however many there are, they are not
    looked at.
    """
    turn = literal(" ") + tables.c.to_move + " "
    bots = exists().where(
        (seats.c.table_id == tables.c.id)
        & seats.c.bot.is_not(None)
        & turn.contains(literal(" ") + cast(seats.c.seat, Text) + " ")
    )
    due = tuple_(tables.c.due, tables.c.id)
    query = select(tables.c.due, tables.c.id).where((tables.c.due <= until) & (due > after) & bots)
    return [(row.due, row.id) for row in conn.execute(query.order_by(tables.c.due, tables.c.id).limit(limit))]


class Stands(NamedTuple):
    """How far a table is that somebody sits at: lines in its log, and lines of talk that a seat may read."""

    user: UserId
    table: TableId
    length: int
    talk: int


def followed(conn: Connection, users: Iterable[UserId], moved_after: float) -> list[Stands]:
    """The tables where these users sit, without those that are over and rest since then."""
    over = tables.c.status == str(Status.OVER)
    readable = (chat.c.table_id == tables.c.id) & or_(chat.c.room == "table", over)
    talk = select(func.count()).where(readable).scalar_subquery()
    query = select(seats.c.user_id, tables.c.id, tables.c.length, talk).join_from(seats, tables)
    sitting = seats.c.user_id.in_(users) & seats.c.sits
    return [Stands(*row) for row in conn.execute(query.where(sitting & (~over | (tables.c.moved_at >= moved_after))))]


def lengths(conn: Connection, ids: Iterable[TableId]) -> list[tuple[TableId, int, int]]:
    """How many lines the logs of these tables have, and how many lines were said there."""
    said = select(func.max(chat.c.number)).where(chat.c.table_id == tables.c.id).scalar_subquery()
    query = select(tables.c.id, tables.c.length, func.coalesce(said, 0)).where(tables.c.id.in_(ids))
    return [(table, length, number) for table, length, number in conn.execute(query)]


def seated(conn: Connection, table: TableId) -> list[UserId]:
    """Who sits at the table, or is expected there."""
    query = select(seats.c.user_id).where((seats.c.table_id == table) & seats.c.user_id.is_not(None))
    return list(conn.execute(query).scalars())


def _listed(conn: Connection, rows: Sequence[RowMapping], user: UserId | None) -> list[Listed]:
    ids = [row["id"] for row in rows]
    seated: dict[str, dict[int, Any]] = {}
    sitting = select(seats).where(seats.c.table_id.in_(ids))
    for seat in conn.execute(sitting).mappings():
        seated.setdefault(seat["table_id"], {})[seat["seat"]] = seat
    there = {seat["user_id"] for one in seated.values() for seat in one.values()}
    people = repository.people(conn, there - {None})
    board = numbers.of(conn, ids)
    return [_one(row, board.get(row["id"], 0), seated[row["id"]], people, user) for row in rows]


def _one(row: Any, board: int, seated: dict[int, Any], people: dict[UserId, Person], user: UserId | None) -> Listed:
    header = repository.header_from(row, board)
    status = Status(row["status"])
    infos = tuple(_seat(seated[n], plan, people, status) for n, plan in enumerate(header.terms.seats, 1))
    mine = next((info.seat for info in infos if user is not None and info.user == user), None)
    info = TableInfo(
        id=header.id,
        board=header.board,
        terms=header.terms,
        status=status,
        host=header.host,
        seats=infos,
        rated=header.terms.rated and not _taken_over(header.terms.seats, infos),
        version=header.version,
        commitment=commitment(header.seed),
        seed=header.seed.hex() if status is Status.OVER else "",
        opened_at=header.opened_at,
        offers=(),
        rematch=None,
    )
    turn = mine is not None and str(mine) in row["to_move"].split()
    return Listed(info, mine, turn, repository.outcome_from(row["outcome"]), row["moved_at"])


def _seat(row: Any, plan: SeatPlan, people: dict[UserId, Person], status: Status) -> SeatInfo:
    person = people.get(row["user_id"])
    if row["bot"] is not None:
        return SeatInfo(row["seat"], "bot", row["bot"], None)
    if person is None or not row["sits"]:
        return SeatInfo(row["seat"], "empty", plan.name, None)
    return SeatInfo(row["seat"], "guest" if person.guest else "user", person.name, person.id)


def _taken_over(plans: Iterable[SeatPlan], infos: Iterable[SeatInfo]) -> bool:
    return any(plan.kind != "bot" and info.kind == "bot" for plan, info in zip(plans, infos, strict=True))
