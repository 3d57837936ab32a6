"""The bench of pages: its games are those that a table of the same seed plays, and a run of it comes to an end."""

import asyncio
from random import Random

import pytest

from sheepfold.core.contract import NATURE
from sheepfold.core.records.progress import Progress
from sheepfold.games import SHELF
from sheepfold_bench import pages
from sheepfold_bench.load import seed_of


@pytest.mark.parametrize("name", list(SHELF))
def test_prepared_games_go_on_to_their_end_with_the_chance_of_their_table(name):
    game = SHELF.game(name)
    seats, seed = max(2, game.seats[0]), seed_of(3)
    now = Progress.begin(game, game.options.make({}), seats, seed)
    for turn in pages.script(game, seats, seed, Random(3)):
        for step in now.chance():
            now = now.after(step)
        step = now.step(turn.seat, turn.text)
        now = now.after(step)
        assert all(turn.told[seat] for told in step.told for seat in turn.told if told.reaches(seat))
    assert now.waiting <= {NATURE}
    for step in now.chance():
        now = now.after(step)
    assert now.outcome is not None


def test_every_viewer_hears_of_every_move_that_they_are_told_of():
    found = asyncio.run(pages.viewed(SHELF.game("dogs"), 2, 200.0, spectators=1))
    assert found.size > 100
    assert found.cost.full > 0
    assert len(found.waits) > 2
