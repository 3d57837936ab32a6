"""Results of games by seat, and the ratings that follow from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, insert, select, text, tuple_, update

from sheepfold.store import Transaction, all_of, first_of
from sheepfold.store.schema import log, ratings, result_seats, results, users

LOCK: Final = 7_265_001
"""PostgreSQL's advisory lock under which results are numbered, so that their order is that of the ratings."""

Key = tuple[str, str]
"""Subject and role: who is rated."""


class SeatResult(NamedTuple):
    """One seat of a result, in the order of seats."""

    subject: str
    """Who is rated: ``user:ID`` or ``bot:NAME``."""
    role: str
    """The one role that the seat had; "" when it has none, or was to play them all, even if somebody gave up first."""
    place: int


class Strength(NamedTuple):
    """A rating: mean and uncertainty."""

    mu: float
    sigma: float


class Filed(NamedTuple):
    """A stored result that counts, with its number and who resigned."""

    id: int
    game: str
    gave_up: int | None


class KeptRating(NamedTuple):
    """A row of the ladder. A deleted account has no name."""

    subject: str
    game: str
    role: str
    mu: float
    sigma: float
    games: int
    careful: float
    name: str


class KeptStep(NamedTuple):
    """A rating after one game."""

    result: int
    at: float
    game: str
    seat: int
    subject: str
    role: str
    strength: Strength


# -- results -----------------------------------------------------------------------------------


def file(tx: Transaction, table: str, game: str, rated: bool, at: float, seats: Sequence[SeatResult]) -> int:
    """Store a result; returns its number."""
    if tx.dialect.name == "postgresql":
        tx.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    values = {"table_id": table, "game": game, "rated": rated, "at": at}
    number: int = tx.execute(insert(results).values(**values).returning(results.c.id)).scalar_one()
    tx.execute(
        insert(result_seats),
        [
            {"result_id": number, "seat": seat, "subject": subject, "role": role, "rank": place}
            for seat, (subject, role, place) in enumerate(seats, 1)
        ],
    )
    return number


def counted(tx: Transaction) -> list[Filed]:
    """All results that count, in the order in which the games ended."""
    ended = (log.c.table_id == results.c.table_id) & (log.c.kind == "end")
    query = select(results.c.id, results.c.game, log.c.seat).outerjoin(log, ended)
    return all_of(tx, Filed, query.where(results.c.rated).order_by(results.c.id))


def seats_of(tx: Transaction, result: int) -> list[SeatResult]:
    columns = (result_seats.c.subject, result_seats.c.role, result_seats.c.rank)
    where = result_seats.c.result_id == result
    return all_of(tx, SeatResult, select(*columns).where(where).order_by(result_seats.c.seat))


# -- ratings -----------------------------------------------------------------------------------


def of(tx: Transaction, game: str, keys: Collection[Key]) -> dict[Key, Strength | None]:
    """Ratings of these users; None: not rated yet."""
    columns = (ratings.c.mu, ratings.c.sigma)
    found = {key: tx.execute(select(*columns).where(_own(game, key))).first() for key in keys}
    return {key: None if row is None else Strength(*row) for key, row in found.items()}


def move(tx: Transaction, game: str, result: int, moved: Mapping[Key, tuple[Strength, float, bool]]) -> None:
    """Store the new ratings after a result, and whether it is a user's first."""
    for key, (strength, careful, new) in moved.items():
        subject, role = key
        values: dict[str, Any] = strength._asdict()
        played = (result_seats.c.result_id == result) & (result_seats.c.subject == subject)
        tx.execute(update(result_seats).where(played & (result_seats.c.role == role)).values(values))
        values["careful"] = careful
        if new:
            tx.execute(insert(ratings).values(subject=subject, game=game, role=role, games=1, **values))
        else:
            tx.execute(update(ratings).where(_own(game, key)).values(games=ratings.c.games + 1, **values))


def _own(game: str, key: Key) -> Any:
    subject, role = key
    return (ratings.c.subject == subject) & (ratings.c.game == game) & (ratings.c.role == role)


def forget_all(tx: Transaction) -> None:
    """Delete all ratings; results stay."""
    tx.execute(delete(ratings))
    tx.execute(update(result_seats).values(mu=None, sigma=None))


_STEPS: Final = select(
    results.c.id,
    results.c.at,
    results.c.game,
    result_seats.c.seat,
    result_seats.c.subject,
    result_seats.c.role,
    result_seats.c.mu,
    result_seats.c.sigma,
).join(results, results.c.id == result_seats.c.result_id)


def _steps(rows: Iterable[Any]) -> list[KeptStep]:
    return [
        KeptStep(row.id, row.at, row.game, row.seat, row.subject, row.role, Strength(row.mu, row.sigma)) for row in rows
    ]


def history(tx: Transaction, subject: str, limit: int, before: int | None) -> list[KeptStep]:
    """Ratings of a user after each game that counted, the newest first; before that result."""
    own = (result_seats.c.subject == subject) & result_seats.c.mu.is_not(None)
    query = _STEPS.where(own).order_by(result_seats.c.result_id.desc())
    if before is not None:
        query = query.where(result_seats.c.result_id < before)
    return _steps(tx.execute(query.limit(limit)))


def moved_at(tx: Transaction, table: str) -> list[KeptStep]:
    """The ratings that a table's result moved, by seat."""
    own = (results.c.table_id == table) & result_seats.c.mu.is_not(None)
    return _steps(tx.execute(_STEPS.where(own).order_by(result_seats.c.seat)))


def before(tx: Transaction, step: KeptStep) -> Strength | None:
    """The rating that a user had when that game began; None: it was the first that counted."""
    same = (result_seats.c.subject == step.subject) & (result_seats.c.role == step.role) & (results.c.game == step.game)
    earlier = (result_seats.c.result_id < step.result) & result_seats.c.mu.is_not(None)
    query = select(result_seats.c.mu, result_seats.c.sigma).join(results, results.c.id == result_seats.c.result_id)
    return first_of(tx, Strength, query.where(same & earlier).order_by(result_seats.c.result_id.desc()).limit(1))


def ladder(
    tx: Transaction,
    game: str | None,
    subject: str | None,
    role: str | None,
    limit: int,
    after: tuple[float, str, str, str] | None,
) -> list[KeptRating]:
    """Ratings after that one, the highest first, without deleted accounts."""
    order = (ratings.c.careful, ratings.c.subject, ratings.c.game, ratings.c.role)
    query = select(ratings).order_by(*(column.desc() for column in order))
    for column, value in ((ratings.c.game, game), (ratings.c.subject, subject), (ratings.c.role, role)):
        if value is not None:
            query = query.where(column == value)
    found: list[KeptRating] = []
    while len(found) < limit:
        more = query if after is None else query.where(tuple_(*order) < after)
        rows = tx.execute(more.limit(limit)).all()
        found += _named(tx, rows)
        if len(rows) < limit:
            break
        after = (rows[-1].careful, rows[-1].subject, rows[-1].game, rows[-1].role)
    return found[:limit]


def _named(tx: Transaction, rows: Sequence[Any]) -> Iterable[KeptRating]:
    """Ratings with their users, without deleted accounts."""
    ids = [int(row.subject[5:]) for row in rows if row.subject.startswith("user:")]
    known = tx.execute(select(users.c.id, users.c.name).where(users.c.id.in_(ids) & ~users.c.deleted))
    names = {f"user:{row.id}": row.name for row in known}
    for row in rows:
        kind, _, name = row.subject.partition(":")
        if kind == "bot" or row.subject in names:
            name = names.get(row.subject, name)
            yield KeptRating(row.subject, row.game, row.role, row.mu, row.sigma, row.games, row.careful, name)
