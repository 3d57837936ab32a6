"""Ratings per game and role, from stored results: the same arithmetic forward and from scratch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.verdict import opposed, places
from sheepfold.play import cursors
from sheepfold.play.cursors import Rows
from sheepfold.play.tables.table import Table
from sheepfold.play.terms import Rating, RatingChange, RatingStep, TableId, UserId
from sheepfold.store import Transaction
from sheepfold.store.people import ratings as kept
from sheepfold.store.people.ratings import Key, SeatResult, Strength

if TYPE_CHECKING:
    from sheepfold.play.engine import Engine

SCALE: Final = 40
"""Points on paper for one of openskill's, with which a newcomer has 25."""

DEVIATIONS: Final = 2
"""A margin of two deviations holds nineteen times in twenty."""


class Ratings:
    """One per service: ``service.ratings``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def ladder(
        self,
        game: str | None = None,
        user: UserId | None = None,
        role: str | None = None,
        limit: int = 100,
        cursor: str | None = None,
    ) -> Rows[Rating]:
        """The ladder, best first; with ``user`` that person's ratings. Raises BadRequest (cursor)."""
        subject = None if user is None else f"user:{user}"
        return await self._engine.read(lambda tx: ladder(tx, game, subject, role, limit, cursor))

    async def strengths(
        self, game: str, bots: Collection[str], user: UserId | None
    ) -> tuple[dict[str, int], int | None]:
        """What bots are worth at a game by what was played here, and somebody who meets them; nothing where unknown."""
        subjects = {f"bot:{name}": name for name in bots}
        own = f"user:{user}"
        asked = subjects if user is None else [*subjects, own]
        found = await self._engine.read(lambda tx: known(tx, game, asked))
        return {subjects[subject]: rating for subject, rating in found.items() if subject != own}, found.get(own)

    async def history(self, user: UserId, limit: int = 1_000, cursor: str | None = None) -> Rows[RatingStep]:
        """The person's ratings after every game that counted, the last first. Raises BadRequest (cursor)."""
        return await self._engine.read(lambda tx: history(tx, f"user:{user}", limit, cursor))

    async def changes(self, table: TableId) -> list[RatingChange]:
        """How a result changed the ratings of those who sat at the table, by seat."""
        return await self._engine.read(lambda tx: changes(tx, table))


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # imported late: only a game's end needs it

    return PlackettLuce()


def _belief(known: Strength | None) -> Any:
    """What openskill reckons with; None: a newcomer."""
    return _model().rating() if known is None else _model().rating(mu=known.mu, sigma=known.sigma)


def file(tx: Transaction, table: TableId, result: Result, now: float) -> None:
    """Store the result of a game that has just ended and, if it counts, move the ratings."""
    number = kept.file(tx, table, result.game, result.rated, now, result.seats)
    if result.rated:
        _rate(tx, result.game, number, result.seats, result.gave_up)


def _rate(tx: Transaction, game: str, result: int, seated: Sequence[SeatResult], gave_up: Seat | None) -> None:
    """Move the ratings of all who met somebody else."""
    stored = kept.of(tx, game, dict.fromkeys((seat.subject, seat.role) for seat in seated))
    moved = _moved({key: _belief(row) for key, row in stored.items()}, seated, gave_up)
    kept.move(tx, game, result, {key: (after, worth(*after), stored[key] is None) for key, after in moved.items()})


def _moved(before: Mapping[Key, Any], seated: Sequence[SeatResult], gave_up: Seat | None) -> dict[Key, Strength]:
    """The ratings after a game: everybody's duels against everybody else, which together weigh as much as one duel.

    Where somebody gave up, only their own duels were decided. Nobody meets themselves: two bots of one kind.
    """
    after: dict[Key, Strength] = {}
    for pair in combinations(enumerate(seated, 1), 2):
        keys = [(subject, role) for _, (subject, role, _) in pair]
        if keys[0] == keys[1] or gave_up not in (None, *(seat for seat, _ in pair)):
            continue
        duel = _model().rate([[before[key]] for key in keys], ranks=[place for _, (*_, place) in pair])
        for key, (new,) in zip(keys, duel, strict=True):
            old = before[key]
            mu, sigma = after.get(key, (old.mu, old.sigma))
            share = len(seated) - 1
            after[key] = Strength(mu + (new.mu - old.mu) / share, sigma + (new.sigma - old.sigma) / share)
    return after


def met(one: Strength | None, other: Strength | None, *, won: bool) -> tuple[Strength, Strength]:
    """What two are worth after the first won or lost; None: a newcomer."""
    after = _model().rate([[_belief(one)], [_belief(other)]], ranks=[1, 2] if won else [2, 1])
    first, second = (Strength(new.mu, new.sigma) for (new,) in after)
    return first, second


def recompute(tx: Transaction) -> int:
    """Throw all ratings away and work through the rated results again; returns how many there were."""
    kept.forget_all(tx)
    found = kept.counted(tx)
    for result, game, gave_up in found:
        _rate(tx, game, result, kept.seats_of(tx, result), gave_up)
    return len(found)


def history(tx: Transaction, subject: str, limit: int, cursor: str | None = None) -> Rows[RatingStep]:
    """Somebody's ratings after the last games that counted, oldest first; the page after it holds those before.

    Raises BadRequest (cursor).
    """
    before = None if cursor is None else cursors.read("history", cursor, int)[0]
    found = kept.history(tx, subject, limit + 1, before)
    shown = cursors.page(found, limit, "history", lambda step: (step.result,))
    steps = [RatingStep(step.at, step.game, step.role, *printed(*step.strength)) for step in reversed(shown)]
    return Rows(steps, shown.next)


def changes(tx: Transaction, table: TableId) -> list[RatingChange]:
    """How the ratings of those who sat at a table changed with its result, by seat; none if it did not count."""
    found = ((step, kept.before(tx, step) or newcomer()) for step in kept.moved_at(tx, table))
    return [RatingChange(step.seat, step.role, printed(*old)[0], *printed(*step.strength)) for step, old in found]


def newcomer() -> Strength:
    new = _belief(None)
    return Strength(new.mu, new.sigma)


def ladder(
    tx: Transaction, game: str | None, subject: str | None, role: str | None, limit: int, cursor: str | None = None
) -> Rows[Rating]:
    """Ratings, what somebody is at least likely to be worth (shown - margin) highest first. Raises BadRequest."""
    after = None if cursor is None else cursors.read("ladder", cursor, float, str, str, str)
    found = kept.ladder(tx, game, subject, role, limit + 1, after)
    shown = cursors.page(found, limit, "ladder", lambda row: (row.careful, row.subject, row.game, row.role))
    rated = (
        Rating(row.subject, row.name, row.game, row.role, row.mu, row.sigma, row.games, *printed(row.mu, row.sigma))
        for row in shown
    )
    return Rows(rated, shown.next)


def known(tx: Transaction, game: str, subjects: Iterable[str]) -> dict[str, int]:
    """What those who have one rating for all roles of a game are worth there, as people read it."""
    found = kept.of(tx, game, [(subject, "") for subject in subjects])
    return {subject: printed(*strength)[0] for (subject, _), strength in found.items() if strength is not None}


def worth(mu: float, sigma: float) -> float:
    """What somebody is at least likely to be worth, nineteen times in twenty: ladders go by it."""
    return mu - DEVIATIONS * sigma


def printed(mu: float, sigma: float) -> tuple[int, int]:
    """The rating as people read it, 1000 for a newcomer, and its margin."""
    return round(SCALE * mu), round(SCALE * DEVIATIONS * sigma)


@dataclass(frozen=True, slots=True)
class Result:
    """A game's end, as it is filed."""

    game: str
    rated: bool
    seats: tuple[SeatResult, ...]
    gave_up: Seat | None


def result_of(table: Table, final: Any, outcome: Outcome) -> Result | None:
    """The result of a table's game that ends so at that state; None: it counts for nobody, since it was called off or
    is practice."""
    if outcome.reason == "aborted" or table.header.terms.practice is not None:
        return None
    game, seats = table.game, len(table.seats)
    view = None if game.swaps(table.options) else game.view(final, None)
    seated = tuple(
        SeatResult(
            f"bot:{info.name}" if info.kind == "bot" else f"user:{info.user}",
            "" if view is None else game.role(view, info.seat),
            place,
        )
        for info, place in zip(table.seats, places(outcome, seats), strict=True)
    )
    rated = table.rated and bool(outcome.winners) and opposed(game, final, seats)
    return Result(game.name, rated, seated, outcome.by)
