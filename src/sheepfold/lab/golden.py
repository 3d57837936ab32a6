"""Golden records and perft tables: what the tests ask of every game, found by random play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sheepfold.core.contract import Seat
from sheepfold.core.contract.bot import random_move
from sheepfold.core.duel import Duel, RoundOver
from sheepfold.core.records import chance
from sheepfold.core.records.progress import AnyGame, Progress, Step, first_state, recorded, replay
from sheepfold.core.records.record import Record, seat_word
from sheepfold.lab import perft
from sheepfold.lab.fuzz import random_options

LONGEST = 10_000
"""Moves after which a game is given up."""
MOST = 5_000
"""A row of a perft table counts at most about so many sequences, so that all rows are counted in every run."""
DEEPEST = 12
ROWS = 8


def endings(game: AnyGame) -> set[str]:
    """Every way of ending that wants a golden record: the game's, and those of the rounds inside."""
    return {*game.endings, *(game.inner.endings if isinstance(game, Duel) else ())}


def ended(game: AnyGame, record: Record) -> set[str]:
    """The ways of ending that a record shows."""
    return _shown(replay(game, record), record)


def _shown(steps: Iterable[Step], record: Record) -> set[str]:
    facts = [told.fact for step in steps for told in step.told]
    over = {record.outcome.reason} if record.outcome is not None else set()
    return over | {fact.reason for fact in facts if isinstance(fact, RoundOver)}


def found(game: AnyGame, wanted: set[str], study: str, games: int) -> Mapping[str, Record]:
    """A record for each of these endings that random games with random options come to; the same study, the same
    records."""
    missing, records = set(wanted), {}
    for number in range(1, games + 1):
        if not missing:
            break
        record, shown = _played(game, study, number)
        for ending in sorted(shown & missing):
            records[ending] = record
        missing -= shown
    return records


def _played(game: AnyGame, study: str, number: int) -> tuple[Record, set[str]]:
    rng, seed = chance.rng_from(study, game.name, number), chance.seed_from(study, game.name, number)
    seats = rng.choice(game.seats)
    options = random_options(game, seats, rng)
    now = Progress.begin(game, options, seats, seed)
    steps: list[Step] = []
    for step in now.run(lambda now, seat: random_move(game, now.state, seat, rng)):
        steps.append(step)
        now = now.after(step)
        if len(steps) == LONGEST:
            break
    record = recorded(game, options, ("random",) * seats, seed, steps, now.outcome)
    return record, _shown(steps, record)


class PerftRow(NamedTuple):
    """A row of a perft table: how many sequences of ``depth`` parts there are after some moves."""

    options: Mapping[str, Any]
    seats: int
    after: tuple[tuple[Seat, str], ...]
    depth: int
    total: int

    def data(self) -> dict[str, Any]:
        after = [[seat_word(seat), text] for seat, text in self.after]
        said = {"options": dict(self.options), "seats": self.seats} | ({"after": after} if after else {})
        return said | {"count": "parts", "depth": self.depth, "is": self.total}


def table(game: AnyGame, records: Iterable[Record]) -> list[PerftRow]:
    """Rows for a perft table: from the start for the fewest and the most seats, then from within these records."""
    usual = game.options().to_json()
    rows = []
    for options, seats, after in _positions(usual, game.seats, list(records)):
        record = Record(game.name, game.version, options, ("random",) * seats, "", after)
        state = first_state(game, record)
        for step in replay(game, record):
            state = step.state
        depth, count = _deep(game, state)
        if count:
            rows.append(PerftRow(options, seats, after, depth, count))
        if len(rows) == ROWS:
            break
    return rows


def _positions(
    usual: Mapping[str, Any], seats: range, records: list[Record]
) -> Iterator[tuple[Mapping[str, Any], int, tuple[tuple[Seat, str], ...]]]:
    yield from ((usual, number, ()) for number in sorted({seats[0], seats[-1]}))
    for share in (0.5, 0.9, 0.2, 0.7):
        for record in records:
            yield record.options, len(record.seats), record.moves[: int(share * len(record.moves))]


def _deep(game: AnyGame, state: Any) -> tuple[int, int]:
    """How deep can be counted within bounds, and the count there."""
    depth, before, count = 1, 1, perft.parts(game, state, 1)
    while count > 0 and depth < DEEPEST and count * max(2, count // before) <= MOST:
        depth, before, count = depth + 1, count, perft.parts(game, state, depth + 1)
    return depth, count
