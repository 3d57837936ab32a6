"""Queries for lists of tables, and the order of the public ones. No game is replayed for a list.

Of every *crowd* the newest three tables come first: so nobody crowds out the others. A crowd is whoever counts as one
host: a player, or all newcomers of one address. ``front`` says whether a table is among these; a private one, or one
that was called off, is in no list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, Text, case, cast, exists, func, literal, or_, select, tuple_, update

from sheepfold.core.contract.lesson import LAST_SEED
from sheepfold.store import Transaction, all_of
from sheepfold.store.schema import chat, seats, tables, users
from sheepfold.store.tables import COLUMNS, SeatRow, TableRow


class Current(NamedTuple):
    """An unfinished table of a user, and their seat."""

    id: str
    moved_at: float
    to_move: str
    seat: int
    sits: bool


class Stands(NamedTuple):
    """How far a table is: lines in its log, and lines of chat that a seat may read."""

    user: int
    table: str
    length: int
    chat: int


# -- everybody's -------------------------------------------------------------------------------


COUNTS: Final = (tables.c.seed > LAST_SEED) & tables.c.origin.is_(None)
"""Among somebody's games: neither lessons nor practice."""


def public(
    tx: Transaction,
    status: str,
    *,
    game: str | None,
    access: str | None,
    front: bool,
    together: bool,
    limit: int,
    after: tuple[float, str] | None,
) -> list[TableRow]:
    """Public tables, those listed last first, without lessons."""
    query = select(*COLUMNS).where((tables.c.status == status) & (tables.c.seed > LAST_SEED))
    query = query.order_by(tables.c.listed_at.desc(), tables.c.id.desc())
    if game is not None:
        query = query.where(tables.c.game == game)
    if access is not None:
        query = query.where(tables.c.access == access)
    query = query.where(tables.c.front == front).limit(limit)
    if after is not None:
        query = query.where(tuple_(tables.c.listed_at, tables.c.id) < after)
    return all_of(tx, TableRow, query.where(tables.c.together == together))


def every(tx: Transaction, status: str, limit: int, after: tuple[float, str] | None) -> list[TableRow]:
    """All tables of that status, newest first."""
    query = select(*COLUMNS).where(tables.c.status == status)
    if after is not None:
        query = query.where(tuple_(tables.c.opened_at, tables.c.id) < after)
    return all_of(tx, TableRow, query.order_by(tables.c.opened_at.desc(), tables.c.id.desc()).limit(limit))


def by_ids(tx: Transaction, ids: Collection[str]) -> dict[str, TableRow]:
    rows = tx.execute(select(*COLUMNS).where(tables.c.id.in_(ids)))
    return {row.id: TableRow(*row) for row in rows}


def practice_of(tx: Transaction, host: int, origin: str, limit: int) -> list[TableRow]:
    """The tables that somebody opened to play on from that one, the newest first."""
    query = select(*COLUMNS).where((tables.c.host == host) & (tables.c.origin == origin))
    return all_of(tx, TableRow, query.order_by(tables.c.opened_at.desc()).limit(limit))


def seats_at(tx: Transaction, ids: Collection[str]) -> dict[str, dict[int, SeatRow]]:
    """All seats of these tables."""
    found: dict[str, dict[int, SeatRow]] = {}
    for row in tx.execute(select(seats).where(seats.c.table_id.in_(ids))):
        found.setdefault(row.table_id, {})[row.seat] = SeatRow(row.user_id, row.sits, row.bot)
    return found


# -- somebody's --------------------------------------------------------------------------------


def current_of(tx: Transaction, user: int, status: str | None, public: bool) -> list[Current]:
    """Unfinished tables where the user sits or is expected; ``public``: only what anybody may know of."""
    columns = (tables.c.id, tables.c.moved_at, tables.c.to_move, seats.c.seat, seats.c.sits)
    query = select(*columns).join_from(seats, tables).where((seats.c.user_id == user) & seats.c.ended_at.is_(None))
    if status is not None:
        query = query.where(tables.c.status == status)
    if public:
        query = query.where(tables.c.front.is_not(None))
    return all_of(tx, Current, query)


def finished_of(
    tx: Transaction,
    user: int,
    public: bool,
    limit: int,
    after: tuple[float, str] | None,
    *,
    guided: bool,
) -> list[tuple[float, str]]:
    """When the user's finished tables ended, the last first; ``guided``: lessons and practice, too."""
    order = (seats.c.ended_at, seats.c.table_id)
    query = select(*order).where((seats.c.user_id == user) & seats.c.ended_at.is_not(None))
    if public or not guided:
        query = query.join(tables)
    if public:
        query = query.where(tables.c.front.is_not(None))
    if not guided:
        query = query.where(COUNTS)
    if after is not None:
        query = query.where(tuple_(*order) < after)
    newest_first = [column.desc() for column in order]
    rows = tx.execute(query.distinct().order_by(*newest_first).limit(limit))
    return [(row.ended_at, row.table_id) for row in rows]


def ids_of(tx: Transaction, user: int) -> list[str]:
    """All tables where the user sits, sat to the end, or is expected."""
    return list(tx.execute(select(seats.c.table_id).where(seats.c.user_id == user).distinct()).scalars())


def unfinished_of(tx: Transaction, user: int) -> dict[str, str]:
    """Unfinished tables where the user sits, with how far they are."""
    mine = (seats.c.user_id == user) & seats.c.ended_at.is_(None) & seats.c.sits
    found = tx.execute(select(tables.c.id, tables.c.status).join_from(seats, tables).where(mine))
    return {row.id: row.status for row in found}


def hosted_by(tx: Transaction, host: int, status: str) -> list[str]:
    """Tables that the user opened."""
    return list(tx.execute(select(tables.c.id).where((tables.c.host == host) & (tables.c.status == status))).scalars())


def seated(tx: Transaction, table: str) -> list[int]:
    """Who sits at the table, or is expected there."""
    query = select(seats.c.user_id).where((seats.c.table_id == table) & seats.c.user_id.is_not(None))
    return list(tx.execute(query).scalars())


# -- for servers -------------------------------------------------------------------------------


def with_bots_to_move(tx: Transaction, until: float, after: tuple[float, str], limit: int) -> list[tuple[float, str]]:
    """Running tables where a bot is to move, by due time: its server may have stopped. Only running tables have a due
    time. Those due after ``until`` wait for people, and are not read."""
    turn = literal(" ") + tables.c.to_move + " "
    bots = exists().where(
        (seats.c.table_id == tables.c.id)
        & seats.c.bot.is_not(None)
        & turn.contains(literal(" ") + cast(seats.c.seat, Text) + " ")
    )
    due = tuple_(tables.c.due, tables.c.id)
    query = select(tables.c.due, tables.c.id).where((tables.c.due <= until) & (due > after) & bots)
    return [(row.due, row.id) for row in tx.execute(query.order_by(tables.c.due, tables.c.id).limit(limit))]


def followed(tx: Transaction, users: Iterable[int], over: str, moved_after: float) -> list[Stands]:
    """Tables where these users sit, without those that are ``over`` and rest since then."""
    ended = tables.c.status == over
    readable = (chat.c.table_id == tables.c.id) & or_(chat.c.room == "table", ended)
    talk = select(func.count()).where(readable).scalar_subquery()
    query = select(seats.c.user_id, tables.c.id, tables.c.length, talk).join_from(seats, tables)
    sitting = seats.c.user_id.in_(users) & seats.c.sits
    return all_of(tx, Stands, query.where(sitting & (~ended | (tables.c.moved_at >= moved_after))))


def lengths(tx: Transaction, ids: Iterable[str]) -> list[tuple[str, int, int]]:
    """The lengths of the logs of these tables, and of their chats."""
    said = select(func.max(chat.c.number)).where(chat.c.table_id == tables.c.id).scalar_subquery()
    query = select(tables.c.id, tables.c.length, func.coalesce(said, 0)).where(tables.c.id.in_(ids))
    return [(table, length, number) for table, length, number in tx.execute(query)]


FIRST: Final = 3
"""So many tables of one crowd come before the rest."""


class Spot(NamedTuple):
    """Which list a table is in."""

    status: str
    together: bool


def crowd_of(tx: Transaction, table: str) -> int:
    found: int = tx.execute(select(tables.c.crowd).where(tables.c.id == table)).scalar_one()
    return found


def entered(tx: Transaction, crowd: int, spot: Spot) -> None:
    """A table has entered the first of its crowd; the one that it pushes out moves behind."""
    ahead = tx.execute(_newest(_in(crowd, spot) & (tables.c.front == True)).add_columns(tables.c.host))  # noqa: E712
    if behind := surplus([(row.id, row.host) for row in ahead]):
        tx.execute(update(tables).where(tables.c.id.in_(behind)).values(front=False))


def surplus(ahead: Sequence[tuple[str, int | None]]) -> list[str]:
    """Of a crowd's tables and their hosts, newest first, all that are too many: the oldest of whoever has most, so that
    one guest of a school takes no place of another."""
    kept, behind = list(ahead), []
    while len(kept) > FIRST:
        of = Counter(host for _, host in kept)
        oldest = next(one for one in reversed(kept) if of[one[1]] == max(of.values()))
        kept.remove(oldest)
        behind.append(oldest[0])
    return behind


def left(tx: Transaction, crowd: int, spot: Spot) -> None:
    """A table has left; the newest of those behind takes its place."""
    own = _in(crowd, spot)
    ahead = select(func.count()).where(own & (tables.c.front == True)).scalar_subquery()  # noqa: E712
    next_up = _newest(own & (tables.c.front == False)).limit(1)  # noqa: E712
    one = tables.c.id == next_up.scalar_subquery()  # not IN, for which PostgreSQL may ask again at every row
    tx.execute(update(tables).where(one & (ahead < FIRST)).values(front=True))


def _in(crowd: int, spot: Spot) -> ColumnElement[bool]:
    """The crowd's tables in a list."""
    same = (tables.c.status == str(spot.status)) & (tables.c.together == spot.together)
    return (tables.c.crowd == crowd) & same


def _newest(which: ColumnElement[bool]) -> Any:
    """The newest, without rows that another transaction has locked: two that wait for each other would deadlock."""
    newest_first = (tables.c.listed_at.desc(), tables.c.id.desc())
    return select(tables.c.id).where(which).order_by(*newest_first).with_for_update(skip_locked=True)


class GameRow(NamedTuple):
    """A game as its table's row has it; the outcome as JSON."""

    id: str
    game: str
    to_move: str
    outcome: str | None


def begun(tx: Transaction, statuses: Collection[str]) -> list[GameRow]:
    """Games of that status, in the order in which they were opened."""
    query = select(tables.c.id, tables.c.game, tables.c.to_move, tables.c.outcome)
    return all_of(tx, GameRow, query.where(tables.c.status.in_(statuses)).order_by(tables.c.opened_at))


# -- finished games --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sought:
    """Which of somebody's games; None: it does not matter."""

    public: bool = False
    """Only those that everybody may know of."""
    game: str | None = None
    opponent: int | None = None
    """Somebody who sat there to the end, too."""
    went: str | None = None
    since: float | None = None
    until: float | None = None
    """They ended at ``since`` or later, and before ``until``."""


class PastSeat(NamedTuple):
    """A seat that somebody had to the end, and how the game went for it."""

    ended_at: float
    table: str
    went: str


class TallyRow(NamedTuple):
    """How many games went how, of one game or with one person, who is named."""

    name: str
    won: int
    drawn: int
    lost: int
    played: int


def past_games(
    tx: Transaction, user: int, sought: Sought, limit: int, after: tuple[float, str] | None
) -> list[PastSeat]:
    """The last to end first."""
    order = (seats.c.ended_at, seats.c.table_id)
    query = _of(select(*order, seats.c.went), user, sought)
    if after is not None:
        query = query.where(tuple_(*order) < after)
    return all_of(tx, PastSeat, query.order_by(*(column.desc() for column in order)).limit(limit))


def tally(tx: Transaction, user: int, sought: Sought) -> list[TallyRow]:
    """For each game that was played."""
    query = _of(select(tables.c.game, *_counts()), user, sought)
    return all_of(tx, TallyRow, query.group_by(tables.c.game))


def opponents(tx: Transaction, user: int, sought: Sought, limit: int) -> list[TallyRow]:
    """For each account that the user played with, those of the most games first."""
    theirs = seats.alias()
    met = (theirs.c.table_id == seats.c.table_id) & (theirs.c.user_id != user) & theirs.c.sits
    query = _of(select(users.c.name, *_counts()), user, sought)
    query = query.join(theirs, met).join(users, (users.c.id == theirs.c.user_id) & users.c.name_key.is_not(None))
    query = query.group_by(users.c.id, users.c.name)
    most_first = (func.count().desc(), func.max(seats.c.ended_at).desc(), users.c.id)
    return all_of(tx, TallyRow, query.order_by(*most_first).limit(limit))


def _counts() -> list[ColumnElement[int]]:
    return [func.sum(case((seats.c.went == way, 1), else_=0)) for way in TallyRow._fields[1:]]


def _of(query: Select[Any], user: int, sought: Sought) -> Select[Any]:
    """A query of the user's seats at tables, for those games alone."""
    query = query.select_from(seats).join(tables, tables.c.id == seats.c.table_id)
    query = query.where((seats.c.user_id == user) & seats.c.sits & seats.c.went.is_not(None))
    query = query.where(COUNTS)
    if sought.public:
        query = query.where(tables.c.front.is_not(None))
    if sought.game is not None:
        query = query.where(tables.c.game == sought.game)
    if sought.opponent is not None:
        theirs = seats.alias()
        sat = (theirs.c.table_id == seats.c.table_id) & (theirs.c.user_id == sought.opponent) & theirs.c.sits
        query = query.where(select(theirs.c.seat).where(sat).exists())
    if sought.went is not None:
        query = query.where(seats.c.went == sought.went)
    if sought.since is not None:
        query = query.where(seats.c.ended_at >= sought.since)
    if sought.until is not None:
        query = query.where(seats.c.ended_at < sought.until)
    return query
