"""The leak law on many pairs of worlds: worlds that are imagined, games that go on after what was sealed is turned up,
and a house of two servers where moves are made at the one and everything is asked at the other.

A few pairs of each are compared in every run; ``pytest tests/web/test_pairs.py --pairs 200`` compares more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import cache
from itertools import count, product
from random import Random
from typing import Any, TypeVar

import pytest

from observer import Fold, Wall
from playthroughs import TERMS, Glance, GlanceAtTwo, Imagining, Playthrough, TwoServers, loaded_dice, same
from sheepfold.core.contract import Move, Seat
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF, game
from support import viewers
from twins import Manner, Twins, single, twins

T = TypeVar("T", bound=Playthrough)

SEALED: tuple[dict[str, Any], ...] = (
    {"turn_limit": 1, "shuffle": False},
    {"turn_limit": 1},
    {"turn_limit": 1, "shuffle": False, "advanced": True},
)
"""Ways of playing Woolf!! in which everybody soon hands in a suspicion at the same time."""
ROUND = 14
"""Moments in which a round of four is over and the next one has begun."""


def sealed(number: int) -> Twins:
    """A pair that goes on alike when what was sealed is turned up: what differs is never told, or dealt anew."""
    woolf = game("woolf")
    given, viewer = list(product(SEALED, viewers(4)))[number * 7 % (5 * len(SEALED))]
    rng = Random(f"sealed {number}")
    for _ in range(50):
        found = twins(woolf, woolf.options.make(given), 4, viewer, ROUND, rng, Manner(alike=True))
        last = found.moments[-1].states
        if last[0].round == 2 and last[0] != last[1]:
            return found
    raise AssertionError("no two games go on together after the first round")


@cache
def blind() -> list[tuple[AnyGame, int, Seat | None]]:
    """Of every game on the shelf that has secrets, for how many, whoever does not know them."""
    found = []
    for kind in map(game, sorted(SHELF)):
        seats = max(2, kind.seats[0])
        options = kind.options.make(TERMS.get(kind.name, ({},))[0])
        found += [(kind, seats, one) for one in viewers(seats) if single(kind, options, seats, one, 6, Random(1)).blind]
    return found


def some_game(number: int, rng: Random) -> tuple[AnyGame, Any, int, Seat | None, int, Random]:
    kind, seats, viewer = blind()[number % len(blind())]
    ways = TERMS.get(kind.name, ({},))
    return kind, kind.options.make(ways[number // len(blind()) % len(ways)]), seats, viewer, rng.randint(6, 12), rng


def secret(number: int) -> Twins:
    """A pair in which others hold and do other things."""
    return twins(*some_game(number, Random(f"secret {number}")))


def seen(number: int) -> Twins:
    """A game of which the viewer does not know all."""
    return single(*some_game(number, Random(f"seen {number}")))


class Worlds:
    """Plays both worlds, each on a database of its own, at one server or at two of one house."""

    def __init__(self, new_database: Callable[[str], str], draws: deque[Move]) -> None:
        self._new_database, self._draws = new_database, draws

    def at_one(self, kind: type[T], worlds: Twins) -> tuple[T, T]:
        async def spent(which: int, database: str) -> T:
            async with Fold.open(database) as fold:
                playthrough = kind(fold, worlds, which, self._draws)
                await playthrough.spend()
                return playthrough

        one, other = (asyncio.run(spent(which, self._new_database("sqlite"))) for which in (0, 1))
        return one, other

    def at_two(self, kind: type[TwoServers], worlds: Twins) -> tuple[TwoServers, TwoServers]:
        async def spent(which: int, database: str) -> TwoServers:
            wall = Wall()
            async with Fold.open(database, wall) as fold, Fold.open(database, wall) as other:
                playthrough = kind(fold, other, worlds, which, self._draws)
                await playthrough.spend()
                return playthrough

        one, other = (asyncio.run(spent(which, self._new_database("postgres"))) for which in (0, 1))
        return one, other


@pytest.fixture
def worlds_of(new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> Worlds:
    return Worlds(new_database, loaded_dice(monkeypatch))


def test_in_worlds_that_the_viewer_could_as_well_be_in(worlds_of: Worlds, pairs: Callable[[int], range]) -> None:
    """Here a pair is one moment of a game, and a state that would look the same."""
    compared, wanted = 0, len(pairs(12))
    for number in count():
        one, other = worlds_of.at_one(Imagining, seen(number))
        same(one.observers, other.observers)
        compared += other.differed
        if compared >= wanted:
            break


def test_before_during_and_after_a_sealed_phase(worlds_of: Worlds, pairs: Callable[[int], range]) -> None:
    for number in pairs(1):
        worlds = sealed(number)
        phases = {(moment.states[0].round, moment.states[0].phase) for moment in worlds.moments}
        assert phases >= {(1, "turn"), (1, "final"), (2, "turn")}
        one, other = worlds_of.at_one(Glance, worlds)
        same(one.observers, other.observers)


def test_where_others_hold_and_do_other_things(worlds_of: Worlds, pairs: Callable[[int], range]) -> None:
    for number in pairs(1):
        one, other = worlds_of.at_one(Glance, secret(number))
        same(one.observers, other.observers)


def test_at_another_server_than_where_moves_are_made(worlds_of: Worlds, pairs: Callable[[int], range]) -> None:
    """A sealed phase, where only what follows the game is asked; and other games, where everything is."""
    for number in pairs(2):
        kind, worlds = (TwoServers, secret(number // 2)) if number % 2 else (GlanceAtTwo, sealed(number // 2))
        one, other = worlds_of.at_two(kind, worlds)
        same(one.observers, other.observers)
