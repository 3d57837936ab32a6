"""What many tests need: random option sets, random walks through a game, texts that make no sense."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from sheepfold.core.contract import Seat, Told
from sheepfold.core.contract.bot import random_move
from sheepfold.core.records import chance
from sheepfold.core.records.progress import AnyGame, Progress, Step
from sheepfold.core.records.record import Record
from sheepfold.core.records.to_json import plain
from sheepfold.lab.fuzz import random_options

NONSENSE = (
    "", " ", "\0", "\n\n", "?", "ß", "٣", "９", "🐑", "9" * 400, "-", "--", ":", ",", ",,,", "K", "K:", "k:l-a1", "A,B",
    "a1", "a1,a1", "z99", "pass", "pass pass", "random", "sparse", "mirror", "ABCD", "AAAA", "HIDE", "bid", "bid 3",
    "bid -1", "bid 999", "0,0E", "0,0", "1,1/9", "99999999999,1N", "1e5,2N", "peek", "peek 0", "peek 2", "peek 99",
    "peek 2L", "ask 2 dog", "ask 2 cat", "suspect 1 2", "suspect x x", "suspect 1", "decline", "swap", "nature",
    "resign", "None", "null", "{}", "[]", "'; drop table moves; --", "<script>", "%s%n", "../../etc",
)  # fmt: skip


def seats_for(game: AnyGame, rng: Random) -> int:
    return rng.choice(game.seats)


def walk(
    game: AnyGame, rng: Random, options: Any = None, seats: int | None = None, limit: int = 4000
) -> Iterator[Step]:
    """A random game, step by step. A dead end or an endless game is an error."""
    if seats is None:
        seats = seats_for(game, rng)
    given = options if options is not None else random_options(game, seats, rng)
    steps = Progress.begin(game, given, seats, rng.randbytes(32)).run(
        lambda now, seat: random_move(game, now.state, seat, rng), lambda _, waiting: rng.choice(sorted(waiting))
    )
    yield from islice(steps, limit)
    if next(steps, None) is None:
        return
    raise AssertionError(f"{game.name} did not end within {limit} moves")


def played(game: AnyGame, rng: Random, options: Any = None, seats: int | None = None) -> tuple[Record, list[Step], Any]:
    """A whole random game: its record, its steps, and the state before the first move."""
    seats = seats_for(game, rng) if seats is None else seats
    options = random_options(game, seats, rng) if options is None else options
    steps = list(walk(game, rng, options, seats))
    record = Record(
        game=game.name,
        version=game.version,
        options=options.to_json(),
        seats=tuple(f"Player {n}" for n in range(1, seats + 1)),
        commitment=chance.commitment(bytes(32)),
        moves=tuple((step.seat, step.text) for step in steps),
        outcome=game.outcome(steps[-1].state),
    )
    return record, steps, game.start(options, seats)


def positions(game: AnyGame, rng: Random, keep: int) -> list[tuple[Any, int]]:
    """Some positions of one random game, the first and the last included, each with the number of seats."""
    seats = seats_for(game, rng)
    options = random_options(game, seats, rng)
    states = [game.start(options, seats), *(step.state for step in walk(game, rng, options, seats))]
    kept = [states[0], states[-1], *rng.sample(states, min(keep, len(states)))]
    return [(state, seats) for state in kept]


def heard(told: tuple[Told, ...], viewer: Seat | None) -> list[Any]:
    """The facts that reach a viewer, as data."""
    return [plain(t.fact) for t in told if t.reaches(viewer)]


def viewers(seats: int) -> list[Seat | None]:
    return [None, *range(1, seats + 1)]


def names(seats: int) -> dict[Seat, str]:
    return {n: f"Player {n}" for n in range(1, seats + 1)}
