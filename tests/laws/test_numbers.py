"""Law: a game's numbers name all that it offers, bound how long it lasts, and show a seat no more than its view."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sheepfold.core.contract import NATURE
from sheepfold.core.contract.numbers import MEASURES, STOP, NumberedGame
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF
from sheepfold.lab.fuzz import random_options
from support import positions, seats_for, viewers, walk

LAWFUL = SHELF.more("pebbles=pebbles")
NUMBERED = [name for name in sorted(LAWFUL) if hasattr(LAWFUL.room(name, "numbers"), "numbers")]
WIDE = 40
"""No random game of these grows further."""


@pytest.fixture(params=NUMBERED)
def game(request: pytest.FixtureRequest) -> AnyGame:
    """A game may go without numbers."""
    return LAWFUL.game(request.param)


def numbers_of(game: AnyGame, options: object, seats: int, window: int = WIDE) -> NumberedGame:
    room: Any = LAWFUL.room(game.name, "numbers")
    found: NumberedGame = room.numbers(options, seats, window)
    return found


def filled(numbers: NumberedGame, view: object, so_far: tuple[str, ...] = ()) -> list[float]:
    out = [0.0] * numbers.size
    numbers.fill(view, so_far, out)
    return out


def test_every_part_that_is_ever_offered_has_a_number_and_no_game_is_longer_than_it_says(
    game: AnyGame, rng: Random
) -> None:
    seats = seats_for(game, rng)
    options = random_options(game, seats, rng)
    numbers = numbers_of(game, options, seats)
    said, drawn, state = 0, 0, game.start(options, seats)
    assert STOP not in numbers.chance
    assert len(set(numbers.parts)) == len(numbers.parts)
    for step in walk(game, rng, options, seats):
        nature = step.seat == NATURE
        known = numbers.chance if nature else numbers.parts
        for length in range(len(step.move) + 1):
            ahead = game.ahead(state, step.seat, step.move[:length])
            assert set(ahead.parts) <= set(known)
            if length and ahead.complete and ahead.parts:
                assert STOP in known
        may_go_on = bool(game.parts(state, step.seat, step.move))
        if nature:
            drawn += len(step.move)
        else:
            said += len(step.move) + may_go_on
        state = step.state
    assert numbers.longest is None or said <= numbers.longest
    assert numbers.longest_chance is None or drawn <= numbers.longest_chance
    outcome = game.outcome(state)
    assert outcome is not None
    for by in MEASURES:
        worth, bounds = numbers.utilities(outcome, by), numbers.bounds(by)
        assert len(worth) == seats
        assert all(bounds.low <= each <= bounds.high for each in worth)
        assert not bounds.zero_sum or abs(sum(worth)) < 1e-9


def test_what_is_filled_is_equal_for_states_that_a_seat_cannot_tell_apart(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 6):
        numbers = numbers_of(game, state.options, seats)
        for seat in viewers(seats):
            view = game.view(state, seat)
            shown = filled(numbers, view)
            assert len(shown) == numbers.size
            assert shown == filled(numbers, game.view(game.imagine(view, rng), seat))


def test_all_that_is_hidden_has_a_number_and_so_have_its_ways(game: AnyGame, rng: Random) -> None:
    for state, seats in positions(game, rng, 6):
        numbers = numbers_of(game, state.options, seats)
        truth = game.truth(state)
        assert game.seated(state) == seats
        assert set(truth) <= set(numbers.hidden)
        assert set(truth.values()) <= set(numbers.ways)
        for seat in viewers(seats):
            for marginal in game.beliefs(game.view(state, seat)):
                assert marginal.about in numbers.hidden
                assert {way for way, _ in marginal.odds} <= set(numbers.ways)


def test_planes_show_that_something_happened(game: AnyGame, rng: Random) -> None:
    seats = game.seats[-1]
    options = game.options.make({})
    numbers, state = numbers_of(game, options, seats), game.start(options, seats)
    for step in walk(game, rng, options, seats):
        if step.seat != NATURE:
            assert filled(numbers, game.view(step.state, step.seat)) != filled(numbers, game.view(state, step.seat))
            if len(step.move) > 1:
                view = game.view(state, step.seat)
                begun = [filled(numbers, view, step.move[:length]) for length in range(len(step.move))]
                assert all(one != other for n, one in enumerate(begun) for other in begun[:n])
        state = step.state
