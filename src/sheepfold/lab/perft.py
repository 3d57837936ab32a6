"""Perft: count the ways to play on from a position, a number that any slip in the rules changes.

The game is stepped in the order a table would play it: of the seats it waits for, NATURE first, then
the lowest number. ``parts`` counts sequences of parts, ``moves`` sequences of whole moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from sheepfold.core.contract.rules import Ahead, Move, Rules, Seat
from sheepfold.core.records.progress import AnyGame, first_state, replay
from sheepfold.core.records.record import Record, seat_word

AnyRules: TypeAlias = Rules[Any, Any, Any]

MOST = 5_000
"""A row of a perft table counts at most about so many sequences, so that all rows are counted in every run."""
DEEPEST = 12
ROWS = 8


def parts(game: AnyRules, state: Any, depth: int) -> int:
    """How many sequences of exactly ``depth`` parts there are from here.

    When a move becomes complete it is played and the next part begins the next move. Where a move is
    complete and may also go on, both continuations count, even if their parts read alike. A sequence
    that ends the game before ``depth`` parts does not count.
    """
    return _sequences(game, state, depth, 1)


def moves(game: AnyRules, state: Any, depth: int) -> int:
    """How many sequences of exactly ``depth`` whole moves there are from here."""
    return _sequences(game, state, depth, 0)


def _sequences(game: AnyRules, state: Any, depth: int, by_part: int) -> int:
    """``by_part``: 1 if every part counts towards the depth, 0 if only whole moves do."""
    waiting = game.to_move(state)
    if depth == 0:
        return 1
    if not waiting:
        return 0
    seat = min(waiting)
    return _inside(game, state, seat, (), game.ahead(state, seat, ()), depth, by_part)


def _inside(game: AnyRules, state: Any, seat: Seat, so_far: Move, ahead: Ahead, depth: int, by_part: int) -> int:
    """The sequences that go on with the move ``so_far``."""
    if by_part and depth == 1:
        return len(ahead.parts)
    total = 0
    for part in ahead.parts:
        move = (*so_far, part)
        beyond = game.ahead(state, seat, move, ahead)
        if beyond.complete:
            total += 1 if depth == 1 else _sequences(game, game.apply(state, seat, move)[0], depth - 1, by_part)
        total += _inside(game, state, seat, move, beyond, depth - by_part, by_part)
    return total


# -- tables ------------------------------------------------------------------------------------


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
    depth, before, count = 1, 1, parts(game, state, 1)
    while count > 0 and depth < DEEPEST and count * max(2, count // before) <= MOST:
        depth, before, count = depth + 1, count, parts(game, state, depth + 1)
    return depth, count
