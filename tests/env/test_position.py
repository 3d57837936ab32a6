"""A learner's walk: parts by number, chance drawn, no secret shown, every mistake named."""

from __future__ import annotations

import pickle
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from sheepfold.core.contract import NATURE
from sheepfold.core.contract.numbers import STOP, BadMeasure
from sheepfold.core.errors import OptionError, SheepfoldError
from sheepfold.env.position import BadSetting, BeyondWindow, EnvPosition, IllegalAction, setting
from sheepfold.games import SHELF, UnknownGame
from small_games import SMALL


def walked(start: EnvPosition, rng: Random) -> list[EnvPosition]:
    """All positions of a random game in which a player is to move, and its end."""
    now, found = start.settled(rng), []
    while now.seat is not None:
        found.append(now)
        now = now.said(rng.choice(now.legal)).settled(rng)
    return [*found, now]


@pytest.mark.parametrize("name", SHELF)
def test_a_game_is_walked_to_its_end_and_paid_there(name: str) -> None:
    chosen = setting(name, **SMALL[name])
    path = walked(chosen.start(), Random(1))
    assert all(position.returns == (0.0,) * chosen.seats for position in path[:-1])
    assert path[-1].returns == chosen.numbers.utilities(path[-1].outcome, "wins")
    assert len(path) - 1 <= chosen.max_steps


@pytest.mark.parametrize("name", SHELF)
def test_a_seat_cannot_tell_an_imagined_world_from_the_true_one(name: str) -> None:
    chosen = setting(name, **SMALL[name])
    for position in walked(chosen.start(), Random(2))[:-1:5]:
        seat = position.seat
        assert seat
        world = position.imagined(seat, Random(3))
        assert (world.seat, world.so_far, world.legal) == (seat, position.so_far, position.legal)
        for viewer in range(1, chosen.seats + 1):
            world = position.imagined(viewer, Random(4))
            assert world.known(viewer) == (
                position if viewer == seat else EnvPosition.at(chosen, position.state)
            ).known(viewer)


@pytest.mark.parametrize("name", SHELF)
def test_a_position_travels_and_is_its_own_copy(name: str) -> None:
    position = walked(setting(name, **SMALL[name]).start(), Random(1))[3]
    again = pickle.loads(pickle.dumps(position))
    assert (again.state, again.so_far, again.legal) == (position.state, position.so_far, position.legal)
    assert deepcopy(position) is position


def test_one_shot_is_played_by_stopping_and_more_make_a_berserk() -> None:
    chosen = setting("mutton", **SMALL["mutton"], quick=1)
    position = next(p for p in walked(chosen.start(), Random(1)) if p.ahead.complete and len(p.legal) > 2)
    stop = chosen.numbers.number[STOP]
    assert stop in position.legal
    assert position.said(stop).seat != position.seat or position.said(stop).seat is None
    more = position.said(position.legal[0])
    assert more.so_far[:1] == position.so_far or more.outcome is not None


def test_chance_is_told_with_its_odds() -> None:
    start = setting("fold").start()
    assert start.seat == NATURE
    assert sum(chance for _, chance in start.odds) == pytest.approx(1)
    assert start.odds[0] == (0, 18 / 77)


def test_a_game_may_begin_after_moves_that_are_made() -> None:
    chosen = setting("mutton", size=2, num_sheep=4, num_wolves=1, quick=3, after="sparse;B")
    assert chosen.game.truth(chosen.start().state)["B"] == "wolf"
    assert chosen.start().seat == 1


def test_a_map_that_outgrows_its_window_says_so() -> None:
    start = setting("dogs", window=1, tiles=23).start()
    with pytest.raises(BeyondWindow, match="give a larger one"):
        walked(start, Random(1))


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"game": "chess"}, UnknownGame, "no game 'chess'"),
        ({"game": "dogs", "tiles": 4}, OptionError, "odd number"),
        ({"game": "dogs", "size": 4}, OptionError, "no option 'size'"),
        ({"game": "dogs", "seats": 3}, BadSetting, "2 seats, not 3"),
        ({"game": "dogs", "by": "luck"}, BadMeasure, "wins or points"),
        ({"game": "dogs", "window": 0}, BadSetting, "from 1 to 250"),
        ({"game": "woolf", "cards": "1-1-1-1-1-1-1"}, OptionError, "need 10 cards"),
        ({"game": "dogs", "after": "9,9N"}, SheepfoldError, "touches nothing"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(given: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        setting(given.pop("game"), **given)


def test_an_illegal_action_is_named() -> None:
    start = setting("dogs", tiles=3).start()
    with pytest.raises(IllegalAction, match=r"Action 0 \(-16,-16E\) is not legal"):
        start.said(0)
    with pytest.raises(IllegalAction, match="no action 5000; they are numbered from 0 to 4355"):
        start.said(5000)
