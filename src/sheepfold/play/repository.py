"""Tables in the store: how their headers, log entries and seats are written and read back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, Insert, RowMapping, Update, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.errors import RecordError
from sheepfold.core.options import shown
from sheepfold.core.scores import Scores
from sheepfold.play import challenges, listing, notices, numbers, outbox, ratings, threads, trail, vacations
from sheepfold.play.clock import Times
from sheepfold.play.draft import Draft
from sheepfold.play.errors import Forbidden, KeyUsed, NotFound, TooMany
from sheepfold.play.names import name_key
from sheepfold.play.setup import Setup
from sheepfold.play.table import Entry, Header, Person, Ready, Table
from sheepfold.play.terms import Access, Clock, SeatPlan, Status, TableId, Terms, UserId
from sheepfold.play.whence import Whence
from sheepfold.store import Lost, race, schema

tables, log, seats, users, queues = schema.tables, schema.log, schema.seats, schema.users, schema.queues

MOST_WAITING: Final = 50
_APPEND: Final = {
    "sqlite": sqlite.insert(log).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
    "postgresql": postgresql.insert(log).on_conflict_do_nothing().execution_options(preserve_rowcount=True),
}
_STAND: Final = update(tables).where(
    (tables.c.id == bindparam("table"))
    & (tables.c.length == bindparam("before"))
    & (tables.c.since == bindparam("charged"))
)
"""Both must be as they were: a reminder, a vacation and down time given back move the clock without a line."""
_ON: Final = _STAND.where(
    exists().where(
        (log.c.table_id == tables.c.id) & (log.c.number == bindparam("newest")) & (log.c.at == bindparam("at"))
    )
)
"""And the last line must be the one that we know: a database that lost some may have as many others by now."""


# -- writing -----------------------------------------------------------------------------------


def create(conn: Connection, draft: Draft, crowd: int, open_key: str | None = None, patience: float = 0.0) -> None:
    """A new table with its first lines. The seats kept for somebody are listed for them."""
    table = draft.table
    header = table.header
    conn.execute(
        insert(tables).values(
            id=header.id,
            game=table.game.name,
            version=header.version,
            terms=terms_json(header.terms),
            access=str(header.terms.access),
            host=header.host,
            open_key=open_key,
            invite=header.invite,
            seed=header.seed,
            opened_at=header.opened_at,
            moved_at=draft.now,
            crowd=crowd,
            **standing(draft, patience),
            **{"listed_at": draft.now} | listing.columns(draft),
        )
    )
    conn.execute(
        insert(seats),
        [
            {
                "table_id": header.id,
                "seat": seat,
                "bot": plan.name if plan.kind == "bot" else None,
                "user_id": _kept_for(conn, plan),
                "ended_at": draft.now if draft.status is Status.OVER else None,
            }
            for seat, plan in enumerate(header.terms.seats, 1)
        ],
    )
    numbers.take(conn, header.id)
    listing.entered(conn, crowd, listing.after(draft))
    conn.execute(insert(log), [_line(header.id, line) for line, _ in draft.lines])
    _keep_beside(conn, draft)


def _keep_beside(conn: Connection, draft: Draft) -> None:
    """What a draft brings along beside the table's own row and log."""
    header = draft.table.header
    for seat, row in draft.rows.items():
        own = (seats.c.table_id == header.id) & (seats.c.seat == seat)
        conn.execute(update(seats).where(own).values(user_id=row.user, sits=row.sits, bot=row.bot))
    trail.keep(conn, draft.marks)
    if draft.again is not None:  # it counts for whoever this one counts for
        create(conn, draft.again, listing.crowd_of(conn, header.id))
    notices.note(conn, draft)


def create_once(conn: Connection, draft: Draft, whence: Whence, open_key: str, patience: float) -> TableId:
    """Open the table, unless the same request has done so already; returns which one it is. Raises Lost in a race."""
    host = draft.table.header.host
    known = select(tables.c.id, tables.c.terms).where((tables.c.host == host) & (tables.c.open_key == open_key))
    if found := conn.execute(known).first():
        if found.terms != terms_json(draft.table.header.terms):
            raise KeyUsed("This key belongs to another table that you opened; a new table needs a new key.")
        return str(found.id)
    waiting = (tables.c.host == host) & (tables.c.status == str(Status.WAITING))
    if conn.execute(select(func.count()).where(waiting)).scalar_one() >= MOST_WAITING:
        raise TooMany(f"{MOST_WAITING} tables of yours wait for players already; fill or leave one first.")
    with race():
        create(conn, draft, listing.crowd_for(conn, host, whence, draft.now), open_key, patience)
    return draft.table.header.id


def as_they_are_called(conn: Connection, terms: Terms) -> Terms:
    """The terms with everybody's own spelling of their name. Raises NotFound."""
    return replace(terms, seats=tuple(_spelled(conn, plan) for plan in terms.seats))


def _spelled(conn: Connection, plan: SeatPlan) -> SeatPlan:
    if plan.kind != "user":
        return plan
    name = conn.execute(select(users.c.name).where(users.c.name_key == name_key(plan.name))).scalar()
    if name is None:
        raise NotFound(f"There is nobody called {shown(plan.name)!r} here.")
    return SeatPlan("user", name)


def _kept_for(conn: Connection, plan: SeatPlan) -> UserId | None:
    if plan.kind != "user":
        return None
    found: UserId | None = conn.execute(select(users.c.id).where(users.c.name_key == name_key(plan.name))).scalar()
    return found


def expected(conn: Connection, terms: Terms, host: UserId) -> dict[Seat, Person]:
    """Those whom seats are kept for. Raises Forbidden for closed accounts, and for who wants no more boards."""
    kept = {seat: _kept_for(conn, plan) for seat, plan in enumerate(terms.seats, 1)}
    found = {seat: person(conn, user) for seat, user in kept.items() if user is not None}
    challenges.check(conn, terms.game, (guest for guest in found.values() if guest.id != host))
    return found


def append(conn: Connection, draft: Draft, patience: float) -> None:
    """Store a draft after the table's last line. Raises Lost, and stores nothing, if somebody was faster."""
    header = draft.table.header
    with race():  # the table itself may be gone
        for line, _ in draft.lines:  # one row each: only so the count tells on every driver whether it is in
            if _touched(conn, _APPEND[conn.dialect.name], _line(header.id, line)) != 1:
                raise Lost
    values = standing(draft, patience)
    if draft.status is draft.table.status:
        del values["status"], values["outcome"]  # an index need not be written anew at every move
    if draft.public:
        values["moved_at"] = draft.now
    relisted = listing.before(draft) != listing.after(draft)
    if relisted:
        values |= listing.columns(draft)
    known = {"table": header.id, "before": draft.table.length, "charged": draft.table.times.since}
    if not _stands(conn, draft.table, known | values):
        raise Lost
    for seat, moves in draft.queues.items():
        save_queue(conn, header.id, seat, moves)
    _keep_beside(conn, draft)
    if relisted:
        listing.moved(conn, draft)
    if draft.status is Status.OVER and draft.table.status is not Status.OVER:
        conn.execute(update(seats).where(seats.c.table_id == header.id).values(ended_at=draft.now))
        if draft.result is not None:
            ratings.file(conn, header.id, draft.result, draft.now)
        conn.execute(delete(queues).where(queues.c.table_id == header.id))


def _stands(conn: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Write how the table stands, if the store has it as we do. Nobody takes lines from a file under its server."""
    if conn.dialect.name == "sqlite" or table.last is None:
        return _touched(conn, _STAND, values) == 1
    return _touched(conn, _ON, values | {"newest": table.last.number, "at": table.last.at}) == 1


def _touched(conn: Connection, statement: Insert | Update, values: dict[str, Any]) -> int:
    """Run one of the two statements of every move; how many rows it touched.

    On SQLite they go to the driver as compiled once: SQLAlchemy's own way costs three times the statement.
    """
    if conn.dialect.name != "sqlite":
        return conn.execute(statement, values).rowcount
    text, names = _compiled(statement, tuple(values))
    driver: Any = conn.connection.dbapi_connection
    return int(driver.execute(text, [values[name] for name in names]).rowcount)


@cache
def _compiled(statement: Insert | Update, columns: tuple[str, ...]) -> tuple[str, list[str]]:
    """A statement's text and the order of its values."""
    made: Any = statement.compile(dialect=sqlite.dialect(), column_keys=columns)
    return made.string, made.positiontup


def standing(draft: Draft, patience: float) -> dict[str, Any]:
    """The columns that say how the table stands after the draft."""
    outcome = draft.outcome
    return {
        "status": str(draft.status),
        "length": draft.table.length + len(draft.lines),
        "to_move": " ".join(map(str, sorted(draft.awaited))),
        "clock": draft.times.to_json(),
        "since": draft.times.since,
        "due": draft.due(patience),
        "outcome": None if outcome is None else outcome_json(outcome),
    }


def _line(table: TableId, line: Entry) -> dict[str, Any]:
    return {
        "table_id": table,
        "number": line.number,
        "kind": line.kind,
        "seat": line.seat,
        "text": line.text,
        "at": line.at,
        "key": line.key,
        "asked": line.asked,
    }


# -- reading -----------------------------------------------------------------------------------


def load(conn: Connection, setup: Setup, table: TableId) -> Table | None:
    """The table with its whole log folded; None: there is none. Raises RecordError if it does not replay."""
    row = conn.execute(select(tables).where(tables.c.id == table)).mappings().first()
    if row is None:
        return None
    game = setup.shelf.game(row["game"])
    if game.version != row["version"]:
        raise RecordError(f"It was begun under version {row['version']} of the rules; here is version {game.version}.")
    lines = list(_lines(conn, table, 0))
    header = header_from(row, numbers.of(conn, [table]).get(table, 0))
    expected = {_kept_for(conn, plan) for plan in header.terms.seats}
    found = Table(game, header, people(conn, _sitters(lines) | {row["host"]} | expected))
    for line in lines:
        try:
            found.fold(line)
        except Exception as error:  # whatever new rules make of an old move
            raise RecordError(f"Line {line.number} of its log ({shown(line.text)}): {error}") from error
    found.times = Times.from_json(row["clock"], row["since"])
    found.queues = _queues(conn, table)
    found.subscribers = people(conn, threads.subscribers(conn, table))
    return found


def _queues(conn: Connection, table: TableId) -> dict[Seat, Ready]:
    rows = conn.execute(select(queues.c.seat, queues.c.moves).where(queues.c.table_id == table))
    return {seat: queue_from(text) for seat, text in rows}


class News(NamedTuple):
    """What others stored at a table: to be folded by the one who owns it in memory."""

    lines: list[Entry]
    people: dict[UserId, Person]
    times: Times
    queues: dict[Seat, Ready]


def catch_up(conn: Connection, table: Table) -> News | None:
    """What others stored since; None: the store no longer has what is in memory: the table is gone, or
    some of its lines are."""
    header, known = table.header, max(table.length - 1, 0)
    row = conn.execute(select(tables.c.clock, tables.c.since).where(tables.c.id == header.id)).first()
    lines = list(_lines(conn, header.id, known))
    if row is None or lines[: table.length - known] != ([] if table.last is None else [table.last]):
        return None
    lines = lines[table.length - known :]
    return News(lines, people(conn, _sitters(lines)), Times.from_json(row.clock, row.since), _queues(conn, header.id))


def _lines(conn: Connection, table: TableId, start: int) -> Iterable[Entry]:
    columns = (log.c.number, log.c.kind, log.c.seat, log.c.text, log.c.at, log.c.key, log.c.asked)
    where = (log.c.table_id == table) & (log.c.number >= start)
    for row in conn.execute(select(*columns).where(where).order_by(log.c.number)):
        yield Entry(*row)


def _sitters(lines: Iterable[Entry]) -> set[UserId]:
    return {json.loads(line.text)["user"] for line in lines if line.kind in ("open", "sit")}


def people(conn: Connection, ids: Iterable[UserId | None]) -> dict[UserId, Person]:
    """What tables need to know of these users."""
    about = ("id", "name", "name_key", "vacation_from", "vacation_until", "deleted", "mail_confirmed", "mail_wish")
    where = users.c.id.in_([user for user in ids if user is not None])
    return {row.id: _person(row) for row in conn.execute(select(*(users.c[name] for name in about)).where(where))}


def _person(row: Any) -> Person:
    return Person(
        id=row.id,
        name=row.name,
        guest=row.name_key is None and not row.deleted,
        rest=vacations.of(row),
        gone=row.deleted,
        mail=row.mail_wish if row.mail_confirmed and row.mail_wish in outbox.MAILED else "",
    )


def person(conn: Connection, user: UserId) -> Person:
    """Somebody who may act. Raises NotFound; Forbidden for closed accounts."""
    row = conn.execute(select(users.c.closed, users.c.deleted).where(users.c.id == user)).first()
    if row is None or row.deleted:
        raise NotFound("There is no such user.")
    if row.closed:
        raise Forbidden("This account is closed.")
    return people(conn, {user})[user]


def check_voice(conn: Connection, user: UserId) -> None:
    """Raises Forbidden for somebody who may play but not talk."""
    if conn.execute(select(users.c.muted).where(users.c.id == user)).scalar():
        raise Forbidden("The host has muted you: you may play, but not talk.")


# -- forms -------------------------------------------------------------------------------------


def header_from(row: RowMapping, board: int) -> Header:
    return Header(
        id=row["id"],
        terms=terms_from(row["terms"]),
        version=row["version"],
        host=row["host"],
        invite=row["invite"],
        seed=bytes(row["seed"]),
        opened_at=row["opened_at"],
        board=board,
    )


def terms_json(terms: Terms) -> str:
    return json.dumps(asdict(terms), separators=(",", ":"))


def terms_from(text: str) -> Terms:
    value = json.loads(text)
    return Terms(
        game=value["game"],
        options=value["options"],
        seats=tuple(_plan_from(**plan) for plan in value["seats"]),
        clock=Clock(**value["clock"]),
        access=Access(value["access"]),
        aids=value["aids"],
        rated=value["rated"],
    )


def _plan_from(kind: Literal["open", "me", "user", "bot"], name: str) -> SeatPlan:
    """A plan as it was stored: once any words could stand in the place of a name, and would be shown to everybody."""
    return SeatPlan(kind, name if kind in ("user", "bot") else "")


def outcome_json(outcome: Outcome) -> str:
    scores = list(outcome.scores.words().items())
    return json.dumps([outcome.winners, scores, outcome.reason, outcome.by], separators=(",", ":"))


def outcome_from(text: str | None) -> Outcome | None:
    if text is None:
        return None
    winners, scores, reason, by = json.loads(text)
    return Outcome(tuple(winners), Scores.from_words(scores), reason, by)


def queue_json(moves: Iterable[tuple[str, str]]) -> str:
    return json.dumps(list(moves), separators=(",", ":"))


def queue_from(text: str) -> Ready:
    return tuple((move, when) for move, when in json.loads(text))


def save_queue(conn: Connection, table: TableId, seat: Seat, moves: Ready) -> None:
    """Replace a seat's conditional moves."""
    conn.execute(delete(queues).where((queues.c.table_id == table) & (queues.c.seat == seat)))
    if moves:
        conn.execute(insert(queues).values(table_id=table, seat=seat, moves=queue_json(moves)))
