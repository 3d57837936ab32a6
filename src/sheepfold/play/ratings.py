"""Ratings per game and role, from stored results: the same arithmetic forward and from scratch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, select, text, tuple_, update

from sheepfold.core.contract import Seat
from sheepfold.play import cursors
from sheepfold.play.cursors import Page, written
from sheepfold.play.results import Result, Seated
from sheepfold.play.terms import Rating, RatingChange, RatingStep, TableId
from sheepfold.store import schema

results, result_seats, ratings = schema.results, schema.result_seats, schema.ratings
users, log = schema.users, schema.log

LOCK: Final = 7_265_001
"""PostgreSQL's advisory lock under which results are numbered, so that their order is that of the ratings."""

SCALE: Final = 40
"""Points on paper for one of openskill's, with which a newcomer has 25."""

DEVIATIONS: Final = 2
"""A margin of two deviations holds nineteen times in twenty."""

Key = tuple[str, str]
"""Subject and role: who is rated."""


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # imported late: only a game's end needs it

    return PlackettLuce()


def file(conn: Connection, table: TableId, result: Result, now: float) -> None:
    """Store the result of a game that has just ended and, if it counts, move the ratings."""
    if conn.dialect.name == "postgresql":
        conn.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    values = {"table_id": table, "game": result.game, "rated": result.rated, "at": now}
    filed = conn.execute(insert(results).values(**values).returning(results.c.id)).scalar_one()
    conn.execute(
        insert(result_seats),
        [
            {"result_id": filed, "seat": seat, "subject": subject, "role": role, "rank": place}
            for seat, (subject, role, place) in enumerate(result.seats, 1)
        ],
    )
    if result.rated:
        _rate(conn, result.game, filed, result.seats, result.gave_up)


def _rate(conn: Connection, game: str, result: int, seated: Sequence[Seated], gave_up: Seat | None) -> None:
    """Move the ratings of all who met somebody else."""
    stored = {(subject, role): _stored(conn, game, subject, role) for subject, role, _ in seated}
    model = _model()
    before = {
        key: model.rating() if row is None else model.rating(mu=row.mu, sigma=row.sigma) for key, row in stored.items()
    }
    for (subject, role), (mu, sigma) in _moved(before, seated, gave_up).items():
        values: dict[str, Any] = {"mu": mu, "sigma": sigma}
        careful = worth(mu, sigma)
        played = (result_seats.c.result_id == result) & (result_seats.c.subject == subject)
        conn.execute(update(result_seats).where(played & (result_seats.c.role == role)).values(values))
        if stored[subject, role] is None:
            new = {"subject": subject, "game": game, "role": role, "games": 1, "careful": careful}
            conn.execute(insert(ratings).values(**new, **values))
        else:
            values |= {"games": ratings.c.games + 1, "careful": careful}
            conn.execute(update(ratings).where(_key(subject, game, role)).values(**values))


def _moved(before: Mapping[Key, Any], seated: Sequence[Seated], gave_up: Seat | None) -> dict[Key, tuple[float, float]]:
    """The ratings after a game: everybody's duels against everybody else, which together weigh as much as one duel.

    Where somebody gave up, only their own duels were decided. Nobody meets themselves: two bots of one kind.
    """
    after: dict[Key, tuple[float, float]] = {}
    for pair in combinations(enumerate(seated, 1), 2):
        keys = [(subject, role) for _, (subject, role, _) in pair]
        if keys[0] == keys[1] or gave_up not in (None, *(seat for seat, _ in pair)):
            continue
        duel = _model().rate([[before[key]] for key in keys], ranks=[rank for _, (*_, rank) in pair])
        for key, (new,) in zip(keys, duel, strict=True):
            old = before[key]
            mu, sigma = after.get(key, (old.mu, old.sigma))
            share = len(seated) - 1
            after[key] = mu + (new.mu - old.mu) / share, sigma + (new.sigma - old.sigma) / share
    return after


def _stored(conn: Connection, game: str, subject: str, role: str) -> Any:
    return conn.execute(select(ratings.c.mu, ratings.c.sigma).where(_key(subject, game, role))).first()


def _key(subject: str, game: str, role: str) -> Any:
    return (ratings.c.subject == subject) & (ratings.c.game == game) & (ratings.c.role == role)


def recompute(conn: Connection) -> int:
    """Throw all ratings away and work through the rated results again; returns how many there were."""
    conn.execute(delete(ratings))
    conn.execute(update(result_seats).values(mu=None, sigma=None))
    ended = (log.c.table_id == results.c.table_id) & (log.c.kind == "end")
    query = select(results.c.id, results.c.game, log.c.seat).outerjoin(log, ended)
    found = conn.execute(query.where(results.c.rated).order_by(results.c.id)).all()
    columns = (result_seats.c.subject, result_seats.c.role, result_seats.c.rank)
    for result, game, gave_up in found:
        where = result_seats.c.result_id == result
        rows = conn.execute(select(*columns).where(where).order_by(result_seats.c.seat))
        _rate(conn, game, result, [Seated(*row) for row in rows], gave_up)
    return len(found)


def history(conn: Connection, subject: str, limit: int, cursor: str | None = None) -> Page[RatingStep]:
    """Somebody's ratings after the last games that counted, oldest first; the page after it holds those before.

    Raises BadRequest (cursor).
    """
    query = (
        select(results.c.id, results.c.at, results.c.game, result_seats.c.role, result_seats.c.mu, result_seats.c.sigma)
        .join(results, results.c.id == result_seats.c.result_id)
        .where((result_seats.c.subject == subject) & result_seats.c.mu.is_not(None))
        .order_by(result_seats.c.result_id.desc())
    )
    if cursor is not None:
        query = query.where(result_seats.c.result_id < cursors.read("history", cursor, int)[0])
    rows = conn.execute(query.limit(limit + 1)).all()
    shown = rows[:limit]
    steps = [RatingStep(row.at, row.game, row.role, *printed(row.mu, row.sigma)) for row in reversed(shown)]
    return Page(steps, written("history", shown[-1].id) if len(rows) > limit else None)


def changes(conn: Connection, table: TableId) -> list[RatingChange]:
    """How the ratings of those who sat at a table changed with its result, by seat; none if it did not count."""
    ended = select(results.c.id, results.c.game).where(results.c.table_id == table)
    result = conn.execute(ended).first()
    if result is None:
        return []
    rows = conn.execute(select(result_seats).where(result_seats.c.result_id == result.id)).all()
    return [
        RatingChange(row.seat, row.role, _before(conn, row, result.game), *printed(row.mu, row.sigma))
        for row in sorted(rows, key=lambda row: int(row.seat))
        if row.mu is not None
    ]


def _before(conn: Connection, row: Row[Any], game: str) -> int:
    """The printed rating that somebody came with."""
    same = (result_seats.c.subject == row.subject) & (result_seats.c.role == row.role) & (results.c.game == game)
    earlier = (result_seats.c.result_id < row.result_id) & result_seats.c.mu.is_not(None)
    query = select(result_seats.c.mu, result_seats.c.sigma).join(results, results.c.id == result_seats.c.result_id)
    last = conn.execute(query.where(same & earlier).order_by(result_seats.c.result_id.desc()).limit(1)).first()
    if last is not None:
        return printed(last.mu, last.sigma)[0]
    new = _model().rating()
    return printed(new.mu, new.sigma)[0]


def ladder(
    conn: Connection, game: str | None, subject: str | None, role: str | None, limit: int, cursor: str | None = None
) -> Page[Rating]:
    """Ratings, what somebody is at least likely to be worth (shown - margin) highest first. Raises BadRequest."""
    order = (ratings.c.careful, ratings.c.subject, ratings.c.game, ratings.c.role)
    query = select(ratings).order_by(*(column.desc() for column in order))
    for column, value in ((ratings.c.game, game), (ratings.c.subject, subject), (ratings.c.role, role)):
        if value is not None:
            query = query.where(column == value)
    last = None if cursor is None else cursors.read("ladder", cursor, float, str, str, str)
    found: list[tuple[Row[Any], str]] = []
    while len(found) <= limit:
        more = query if last is None else query.where(tuple_(*order) < last)
        rows = conn.execute(more.limit(limit + 1)).all()
        found += _named(conn, rows)
        if len(rows) <= limit:
            break
        last = (rows[-1].careful, rows[-1].subject, rows[-1].game, rows[-1].role)
    shown = found[:limit]
    mark = None
    if len(found) > limit:
        final, _ = shown[-1]
        mark = written("ladder", final.careful, final.subject, final.game, final.role)
    return Page((_rating(row, name) for row, name in shown), mark)


def _named(conn: Connection, rows: Sequence[Row[Any]]) -> Iterable[tuple[Row[Any], str]]:
    """Each rating with whose it is, but for those who deleted their account."""
    ids = [int(row.subject[5:]) for row in rows if row.subject.startswith("user:")]
    known = conn.execute(select(users.c.id, users.c.name).where(users.c.id.in_(ids) & ~users.c.deleted))
    names = {f"user:{row.id}": row.name for row in known}
    for row in rows:
        kind, _, name = row.subject.partition(":")
        if kind == "bot" or row.subject in names:
            yield row, names.get(row.subject, name)


def _rating(row: Row[Any], name: str) -> Rating:
    figures = (row.mu, row.sigma, row.games, *printed(row.mu, row.sigma))
    return Rating(row.subject, name, row.game, row.role, *figures)


def worth(mu: float, sigma: float) -> float:
    """What somebody is at least likely to be worth, nineteen times in twenty: ladders go by it."""
    return mu - DEVIATIONS * sigma


def printed(mu: float, sigma: float) -> tuple[int, int]:
    """The rating as people read it, 1000 for a newcomer, and its margin."""
    return round(SCALE * mu), round(SCALE * DEVIATIONS * sigma)
