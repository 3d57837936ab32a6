"""Lists of tables, straight from the store: nobody replays a game to show that it exists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sheepfold.core.contract import Seat
from sheepfold.play import cursors
from sheepfold.play.cursors import Rows
from sheepfold.play.tables import repository
from sheepfold.play.tables.log import Person
from sheepfold.play.terms import Access, Listed, SeatInfo, SeatPlan, Status, TableId, UserId
from sheepfold.store import Transaction, tables
from sheepfold.store.tables import SeatRow, TableRow
from sheepfold.store.tables import lists as kept
from sheepfold.store.tables.lists import Stands

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine


class Lists:
    """One per service: ``service.lists``. ``Rows.next`` is the ``cursor`` that goes on; BadRequest if it is none."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def lobby(
        self,
        game: str | None = None,
        status: Status = Status.WAITING,
        limit: int = 50,
        between_people: bool | None = None,
        cursor: str | None = None,
        access: Access | None = None,
    ) -> Rows[Listed]:
        """Listed tables (open and invited): of every host the newest three first, then all others, newest first.

        With ``between_people`` only those where several people sit, or (False) only those where one plays alone or with
        bots; with ``access`` only those of that kind.
        """
        return await self._engine.read(lambda tx: lobby(tx, game, status, limit, between_people, cursor, access))

    async def of_user(
        self,
        user: UserId,
        status: Status | None = None,
        limit: int = 100,
        cursor: str | None = None,
        *,
        public: bool = False,
        over: bool = True,
        guided: bool = True,
    ) -> Rows[Listed]:
        """Where the user sits (or sat): those waiting for them first, then by the last move, finished ones last.

        ``public``: only what everybody may know of; ``over=False``: no finished ones; ``guided=False``: no finished
        ones of lessons or practice.
        """
        return await self._engine.read(
            lambda tx: of_user(tx, user, status, limit, cursor, public=public, over=over, guided=guided)
        )


def lobby(
    tx: Transaction,
    game: str | None,
    status: Status,
    limit: int,
    between_people: bool | None = None,
    cursor: str | None = None,
    access: Access | None = None,
) -> Rows[Listed]:
    """As ``Lists.lobby``. A crowd counts as one host."""
    kind = f"lobby {status}"
    behind, *mark_after = (0,) if cursor is None else cursors.read(kind, cursor, int, float, str)
    after = (mark_after[0], mark_after[1]) if mark_after else None
    found: list[TableRow] = []
    for front in (False,) if behind else (True, False):
        companies = (True, False) if between_people is None else (between_people,)
        parts = [
            kept.public(
                tx,
                str(status),
                game=game,
                access=None if access is None else str(access),
                front=front,
                together=together,
                limit=limit + 1 - len(found),
                after=after,
            )
            for together in companies
        ]
        found += sorted(chain(*parts), key=lambda row: (row.listed_at, row.id), reverse=True)
        if len(found) > limit:
            break
        after = None
    shown = cursors.page(found, limit, kind, lambda row: (int(not row.front), row.listed_at, row.id))
    return Rows(as_listed(tx, shown, None), shown.next)


def every(tx: Transaction, status: Status, limit: int, cursor: str | None = None) -> Rows[Listed]:
    """All tables of that status, newest first, for the host. Raises BadRequest (cursor)."""
    after = None if cursor is None else cursors.read("every", cursor, float, str)
    found = kept.every(tx, str(status), limit + 1, after)
    shown = cursors.page(found, limit, "every", lambda row: (row.opened_at, row.id))
    return Rows(as_listed(tx, shown, None), shown.next)


def of_user(
    tx: Transaction,
    user: UserId,
    status: Status | None,
    limit: int,
    cursor: str | None = None,
    *,
    public: bool = False,
    over: bool = True,
    guided: bool = True,
) -> Rows[Listed]:
    """As ``Lists.of_user``, where the user is expected, too."""
    last = None if cursor is None else cursors.read("mine", cursor, int, float, str)
    marks: list[_Mark] = []
    if status is not Status.OVER and (last is None or last[0] < _OVER):
        marks = _current_of(tx, user, status, public)
        marks = marks if last is None else [mark for mark in marks if mark > _Mark(last[0], -last[1], last[2])]
    if status in (None, Status.OVER) and over and len(marks) <= limit:
        after = last[1:] if last is not None and last[0] == _OVER else None
        most = limit + 1 - len(marks)
        ended = kept.finished_of(tx, user, public, most, after, guided=guided)
        marks += [_Mark(_OVER, -ended_at, table) for ended_at, table in ended]
    shown = cursors.page(marks, limit, "mine", lambda mark: (mark.group, -mark.age, mark.id))
    by_id = kept.by_ids(tx, [one.id for one in shown])
    return Rows(as_listed(tx, [by_id[one.id] for one in shown], user), shown.next)


_YOURS, _THEIRS, _OVER = range(3)


class _Mark(NamedTuple):
    """A table's place in somebody's own list."""

    group: int
    age: float
    """Less what it is ordered by: the newest come first."""
    id: TableId


def _current_of(tx: Transaction, user: UserId, status: Status | None, public: bool) -> list[_Mark]:
    """Every unfinished table of the user, in order."""
    found: dict[TableId, _Mark] = {}
    for row in kept.current_of(tx, user, None if status is None else str(status), public):
        group = _YOURS if row.sits and str(row.seat) in row.to_move.split() else _THEIRS
        mark = _Mark(group, -row.moved_at, row.id)
        found[row.id] = min(mark, found.get(row.id, mark))
    return sorted(found.values())


def unfinished_of(tx: Transaction, user: UserId) -> dict[TableId, Status]:
    """Every table where the user sits and that is not over."""
    return {table: Status(status) for table, status in kept.unfinished_of(tx, user).items()}


def waiting_of(tx: Transaction, host: UserId) -> list[TableId]:
    """Tables that the user opened, perhaps for others only, and that wait for players."""
    return kept.hosted_by(tx, host, str(Status.WAITING))


def followed(tx: Transaction, users: Iterable[UserId], moved_after: float) -> list[Stands]:
    """The tables where these users sit, without those that are over and rest since then."""
    return kept.followed(tx, users, str(Status.OVER), moved_after)


def as_listed(tx: Transaction, rows: Sequence[TableRow], user: UserId | None) -> list[Listed]:
    """Tables as a list of the user's shows them, or (None) one of everybody's."""
    ids = [row.id for row in rows]
    seated = kept.seats_at(tx, ids)
    people = repository.people(tx, {seat.user_id for one in seated.values() for seat in one.values()})
    board = tables.numbers_of(tx, ids)
    return [_one(row, board.get(row.id, 0), seated[row.id], people, user) for row in rows]


def _one(
    row: TableRow, board: int, seated: dict[int, SeatRow], people: dict[UserId, Person], user: UserId | None
) -> Listed:
    header = repository.header_from(row, board)
    status = Status(row.status)
    infos = tuple(_seat(n, seated[n], plan, people) for n, plan in enumerate(header.terms.seats, 1))
    mine = next((info.seat for info in infos if user is not None and info.user == user), None)
    info = header.info(status, infos, rated=header.terms.rated and not taken_over(header.terms.seats, infos))
    turn = mine is not None and str(mine) in row.to_move.split()
    return Listed(info, mine, turn, repository.outcome_from(row.outcome), row.moved_at)


def _seat(number: Seat, seat: SeatRow, plan: SeatPlan, people: dict[UserId, Person]) -> SeatInfo:
    person = None if seat.user_id is None else people.get(seat.user_id)
    if seat.bot is not None:
        return SeatInfo(number, "bot", seat.bot, None)
    if person is None or not seat.sits:
        return SeatInfo(number, "empty", plan.name, None)
    return SeatInfo(number, "guest" if person.guest else "user", person.name, person.id)


def taken_over(plans: Iterable[SeatPlan], infos: Iterable[SeatInfo]) -> bool:
    return any(plan.kind != "bot" and info.kind == "bot" for plan, info in zip(plans, infos, strict=True))
