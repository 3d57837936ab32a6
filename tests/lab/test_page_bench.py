"""The bench of pages: its games are those that a table of the same seed plays, and a run of it comes to an end."""

import asyncio
from random import Random

import pytest

from sheepfold.core.contract import NATURE
from sheepfold.core.progress import chance_steps, play
from sheepfold.games import SHELF
from sheepfold.lab import page_bench
from sheepfold.lab.measured import seed_of


@pytest.mark.parametrize("name", list(SHELF))
def test_prepared_games_go_on_to_their_end_with_the_chance_of_their_table(name):
    game = SHELF.game(name)
    seats, seed = max(2, game.seats[0]), seed_of(3)
    state, ply = game.start(game.options.make({}), seats), 0
    for turn in page_bench.script(game, seats, seed, Random(3)):
        for step in chance_steps(game, state, seed, ply):
            state, ply = step.state, step.ply + 1
        step = play(game, state, turn.seat, turn.text, ply)
        state, ply = step.state, ply + 1
        assert all(turn.told[seat] for told in step.told for seat in turn.told if told.reaches(seat))
    assert game.to_move(state) <= {NATURE}
    assert game.outcome(state) is not None


def test_every_viewer_hears_of_every_move_that_they_are_told_of():
    found = asyncio.run(page_bench.viewed(SHELF.game("dogs"), 2, 200.0, spectators=1))
    assert found.size > 100
    assert found.cost.full > 0
    assert len(found.waits) > 2
