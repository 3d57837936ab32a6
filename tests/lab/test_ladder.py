"""No level is below the one under it, whatever the options: by the table of ``ladders.py``, which is of the levels as
they are."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lab.ladders import CONTESTS, Ladder, beginning, read
from sheepfold.bots import levels
from sheepfold.core.options import Choice, Flag
from sheepfold.games import SHELF

LADDERS = read()
UNCLEAR = 1.0
"""So many standard errors below its like a step may stand by chance."""
SEVERAL = 2


def called(ladder: Ladder) -> str:
    return " ".join([ladder.game, *(f"{name}={value}" for name, value in ladder.options.items())])


@pytest.mark.parametrize("ladder", LADDERS, ids=called)
def test_no_level_does_worse_than_the_one_below_it(ladder: Ladder) -> None:
    names = [level.name for level in levels(SHELF.game(ladder.game))]
    assert {(step.lower, step.upper) for step in ladder.steps} <= {*pairwise(names)}
    for step in ladder.steps:
        assert step.more >= 0 or step.more > -UNCLEAR * step.error, step


@pytest.mark.parametrize("ladder", LADDERS, ids=called)
def test_the_levels_play_as_they_did_when_they_were_measured(ladder: Ladder) -> None:
    for level, begun in ladder.begins.items():
        now = beginning(ladder.game, ladder.options, ladder.seats, level)
        assert now == begun, f"{level} plays otherwise: run tests/lab/ladders.py {ladder.game}"


@pytest.mark.parametrize("name", SHELF)
def test_every_option_that_changes_the_rules_was_measured(name: str) -> None:
    measured = [ladder.options for ladder in LADDERS if ladder.game == name]
    assert measured == [options for game, options, _ in CONTESTS if game == name]
    for option in SHELF.game(name).options.declared():
        others = {
            Flag: [not option.default],
            Choice: [way for way in getattr(option, "among", ()) if way != option.default],
        }.get(type(option))
        if others is None:  # a number
            assert any(option.name in options for options in measured) or option.name == "cards", option.name
        else:
            assert {options[option.name] for options in measured if option.name in options} >= set(others)
