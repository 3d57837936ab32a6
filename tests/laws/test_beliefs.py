"""What a seat can work out is told as odds that make sense, wherever something is hidden."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.progress import AnyGame
from support import positions, viewers


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
