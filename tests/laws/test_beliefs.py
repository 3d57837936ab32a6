"""What a seat can work out is told as odds: they make sense, ``imagine`` draws by them, enumeration confirms them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, TypeVar

import pytest

from sheepfold.core.contract import NATURE, Ahead, Move, Seat
from sheepfold.core.errors import MoveError
from sheepfold.core.records.progress import AnyGame, Step
from sheepfold.lab.fuzz import random_options
from support import heard, positions, seats_for, viewers, walk

T = TypeVar("T")

DRAWS = 500
"""Worlds that are imagined to count how often each way of a hidden thing occurs."""
GAMES = 5
"""Random games that are enumerated, each until it is too large."""
MOST = 500
"""Moves in all possible worlds together, at one step: with more a game is too large to be enumerated."""


def test_odds_add_up_and_name_each_hidden_thing_once(game: AnyGame, rng: Random) -> None:
    told = 0
    for state, seats in positions(game, rng, 10):
        for seat in viewers(seats):
            found = game.beliefs(game.view(state, seat))
            assert len({marginal.about for marginal in found}) == len(found)
            for marginal in found:
                chances = [chance for _, chance in marginal.odds]
                assert sum(chances) == pytest.approx(1)
                assert min(chances) > 0
                assert chances == sorted(chances, reverse=True)
            told += len(found)
    assert game.hides == bool(told)


def test_whoever_sees_all_has_nothing_left_to_guess(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 10):
        for seat in viewers(seats):
            view = game.view(state, seat)
            if game.sees_all(view):
                assert all(len(marginal.odds) == 1 for marginal in game.beliefs(view))


def test_the_truth_is_never_called_impossible(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 10):
        truth = game.truth(state)
        for seat in viewers(seats):
            for marginal in game.beliefs(game.view(state, seat)):
                assert truth.get(marginal.about) in dict(marginal.odds), f"{marginal.about} is {truth}"


# -- frequencies -------------------------------------------------------------------------------


def check_frequencies(counts: Counter[Any], odds: Mapping[Any, float | Fraction]) -> None:
    """Raises AssertionError if ``counts`` are further than five standard deviations and five draws from the odds."""
    draws = counts.total()
    for way in counts.keys() | odds.keys():
        chance = min(1.0, float(odds.get(way, 0)))  # a sum of odds may be rounded up
        bound = 5 * sqrt(draws * chance * (1 - chance)) + 5 if chance > 0 else 0
        assert abs(counts[way] - draws * chance) <= bound, f"{way}: {counts[way]} of {draws}, and the odds are {chance}"


def test_imagined_worlds_are_as_frequent_as_beliefs_say(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 2):
        for seat in rng.sample(viewers(seats), 2):
            view = game.view(state, seat)
            if believed := game.beliefs(view):
                truths = [game.truth(game.imagine(view, rng)) for _ in range(DRAWS)]
                for about, odds in believed:
                    check_frequencies(Counter(truth[about] for truth in truths), dict(odds))


# -- enumeration -------------------------------------------------------------------------------


class TooLarge(Exception):
    """There are too many worlds to enumerate."""


def all_moves(
    game: AnyGame, state: Any, seat: Seat, so_far: Move = (), odds: Fraction = Fraction(1), before: Ahead | None = None
) -> Iterator[tuple[Move, Fraction]]:
    """Every move of the seat; NATURE's with their odds, those of players each with the weight 1."""
    ahead = game.ahead(state, seat, so_far, before)
    if ahead.complete:
        yield so_far, odds
    weights = ahead.weights or (1,) * len(ahead.parts)
    for part, weight in zip(ahead.parts, weights, strict=True):
        share = odds * Fraction(weight, sum(weights)) if seat == NATURE else odds
        yield from all_moves(game, state, seat, (*so_far, part), share, ahead)


def possible(game: AnyGame, world: Any, step: Step, viewer: Seat | None) -> Iterator[tuple[Move, Fraction]]:
    """What the mover may have done in this world, as far as the viewer knows."""
    readers = game.readers(step.before, step.seat, step.move)
    if step.seat == NATURE or not (readers is None or viewer in readers):
        return all_moves(game, world, step.seat)
    return iter([(step.move, Fraction(1))])


def enumerated(
    game: AnyGame, options: Any, seats: int, viewer: Seat | None, rng: Random
) -> Iterator[tuple[Any, dict[Any, Fraction]]]:
    """A random game: after each step the state, and all states that fit what the viewer saw and heard, by weight.

    Hidden choices of players count as equally likely. Raises TooLarge.
    """
    worlds = {game.start(options, seats): Fraction(1)}
    for step in walk(game, rng, options, seats):
        seen = game.view(step.state, viewer), heard(step.told, viewer)
        following, tries = dict[Any, Fraction](), 0
        for world, weight in worlds.items():
            for move, odds in possible(game, world, step, viewer):
                tries += 1
                if tries > MOST:
                    raise TooLarge
                with suppress(MoveError):  # it cannot have been made in this world
                    after, told = game.apply(world, step.seat, move)
                    if (game.view(after, viewer), heard(told, viewer)) == seen:
                        following[after] = following.get(after, Fraction(0)) + weight * odds
        worlds = following
        yield step.state, worlds


def check_enumerated(game: AnyGame, view: Any, worlds: Mapping[Any, Fraction], rng: Random) -> None:
    """Raises AssertionError unless ``beliefs`` gives the odds of the worlds and ``imagine`` draws by them."""
    total = sum(worlds.values())
    joint = summed((way_of_all(game, world), weight / total) for world, weight in worlds.items())
    for about, odds in game.beliefs(view):
        exact = summed((dict(ways)[about], chance) for ways, chance in joint.items())
        assert dict(odds) == pytest.approx({way: float(chance) for way, chance in exact.items()})
    drawn = Counter(way_of_all(game, game.imagine(view, rng)) for _ in range(DRAWS // 5))
    check_frequencies(drawn, joint)


def way_of_all(game: AnyGame, state: Any) -> tuple[tuple[str, str], ...]:
    """The truth, hashable."""
    return tuple(sorted(game.truth(state).items()))


def summed(weights: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """Weights of the same key added up."""
    found: dict[T, Fraction] = {}
    for key, weight in weights:
        found[key] = found.get(key, Fraction(0)) + weight
    return found


def test_beliefs_and_imagine_agree_with_enumeration_where_the_game_is_small(game: AnyGame, rng: Random) -> None:
    for _ in range(GAMES if game.hides else 0):
        seats = seats_for(game, rng)
        viewer = rng.choice(viewers(seats))
        with suppress(TooLarge):
            for state, worlds in enumerated(game, random_options(game, seats, rng), seats, viewer, rng):
                check_enumerated(game, game.view(state, viewer), worlds, rng)
