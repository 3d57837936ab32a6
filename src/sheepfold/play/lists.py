"""Lists of tables, straight from the store: nobody replays a game to show that it exists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Text, cast, exists, func, literal, or_, select, tuple_

from sheepfold.core.chance import commitment
from sheepfold.play import desk
from sheepfold.play.table import Person
from sheepfold.play.terms import Access, Listed, Plan, SeatInfo, Status, TableId, TableInfo, UserId
from sheepfold.store import schema

tables, seats, users, chat = schema.tables, schema.seats, schema.users, schema.chat


def lobby(
    conn: Connection, game: str | None, status: Status, limit: int, between_people: bool | None = None
) -> list[Listed]:
    """Tables that anybody may find, newest first; only those where several people sit, or only the others."""
    query = select(tables).where((tables.c.status == str(status)) & (tables.c.access != str(Access.PRIVATE)))
    if game is not None:
        query = query.where(tables.c.game == game)
    if between_people is not None:
        people = select(func.count()).where((seats.c.table_id == tables.c.id) & seats.c.sits).scalar_subquery()
        query = query.where(people > 1 if between_people else people <= 1)
    return _listed(conn, query.order_by(tables.c.opened_at.desc()).limit(limit), None)


def every(conn: Connection, status: Status, limit: int) -> list[Listed]:
    """All tables of that status, for the host."""
    query = select(tables).where(tables.c.status == str(status))
    return _listed(conn, query.order_by(tables.c.opened_at.desc()).limit(limit), None)


def of_user(conn: Connection, user: UserId, status: Status | None, limit: int) -> list[Listed]:
    """Where the user sits or is expected: those waiting for them first, then by the last move."""
    own = select(seats.c.table_id).where(seats.c.user_id == user)
    query = select(tables).where(tables.c.id.in_(own))
    if status is not None:
        query = query.where(tables.c.status == str(status))
    found = _listed(conn, query.order_by(tables.c.moved_at.desc()).limit(limit), user)
    return sorted(found, key=lambda listed: not listed.your_turn)


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


def _listed(conn: Connection, query: Select[Any], user: UserId | None) -> list[Listed]:
    rows = conn.execute(query).mappings().all()
    ids = [row["id"] for row in rows]
    seated: dict[str, dict[int, Any]] = {}
    sitting = select(seats).where(seats.c.table_id.in_(ids))
    for seat in conn.execute(sitting).mappings():
        seated.setdefault(seat["table_id"], {})[seat["seat"]] = seat
    there = {seat["user_id"] for one in seated.values() for seat in one.values()}
    people = desk.people(conn, there - {None})
    return [_one(row, seated[row["id"]], people, user) for row in rows]


def _one(row: Any, seated: dict[int, Any], people: dict[UserId, Person], user: UserId | None) -> Listed:
    deed = desk.deed_from(row)
    status = Status(row["status"])
    infos = tuple(_seat(seated[n], plan, people, status) for n, plan in enumerate(deed.terms.seats, 1))
    mine = next((info.seat for info in infos if user is not None and info.user == user), None)
    info = TableInfo(
        id=deed.id,
        terms=deed.terms,
        status=status,
        host=deed.host,
        seats=infos,
        rated=deed.terms.rated and not _taken_over(deed.terms.seats, infos),
        version=deed.version,
        commitment=commitment(deed.seed),
        seed=deed.seed.hex() if status is Status.OVER else "",
        opened_at=deed.opened_at,
        offers=(),
        rematch=None,
    )
    turn = mine is not None and str(mine) in row["to_move"].split()
    return Listed(info, mine, turn, desk.outcome_from(row["outcome"]), row["moved_at"])


def _seat(row: Any, plan: Plan, people: dict[UserId, Person], status: Status) -> SeatInfo:
    person = people.get(row["user_id"])
    if row["bot"] is not None:
        return SeatInfo(row["seat"], "bot", row["bot"], None)
    if person is None or not row["sits"]:
        return SeatInfo(row["seat"], "empty", plan.name, None)
    return SeatInfo(row["seat"], "guest" if person.guest else "user", person.name, person.id)


def _taken_over(plans: Iterable[Plan], infos: Iterable[SeatInfo]) -> bool:
    return any(plan.kind != "bot" and info.kind == "bot" for plan, info in zip(plans, infos, strict=True))
