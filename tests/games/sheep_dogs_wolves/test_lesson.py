"""What the first game of Sheep, Dogs and Wolves says of its tiles is so."""

from typing import Any

from sheepfold.core.contract.lesson import course
from sheepfold.games.sheep_dogs_wolves import GAME
from sheepfold.games.sheep_dogs_wolves.lesson import LESSON

COURSE = course(GAME, LESSON)


def counts(step: int) -> tuple[int, int, int]:
    """Wolves scared, sheep in danger and sheep saved for good before a step."""
    now: Any = COURSE.decisions[step][0].now
    return now.scared, now.danger, now.saved


def test_each_tile_does_what_is_said_of_it() -> None:
    scared = [counts(step)[0] for step in range(5)]
    assert scared[0] == 0
    assert scared[1] == 1, "the first wolf, by the dog above it"
    assert scared[2] == scared[1] + 2, "one tile, two wolves"
    assert counts(2)[1] == 1, "a wolf from below would eat the first sheep"
    assert counts(3)[2] > counts(2)[2], "safe for good"
    assert counts(4)[1] == 1, "the wolf at the far left threatens one"


def test_it_is_a_whole_game() -> None:
    outcome = COURSE.last.outcome
    assert outcome is not None
    assert outcome.scores[1] == 10
