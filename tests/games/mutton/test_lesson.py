"""What Mutton's first game says of its nights is so."""

from sheepfold.core.contract.lesson import course
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.lesson import LESSON
from sheepfold.games.mutton.terms import KILL

COURSE = course(GAME, LESSON)


def nights(step: int) -> list[set[str]]:
    """Who ran on each night before a step."""
    view, _ = COURSE.decisions[step]
    return [{run.letter for run in deed.runs} for deed in view.now.log if deed.kind == KILL]


def test_the_letter_to_shoot_is_the_only_one_that_ran_on_both_nights() -> None:
    assert set.intersection(*nights(2)) == {"G"} == set(COURSE.decisions[2][1])
    assert set.intersection(*nights(4)[2:]) == {"K"} == set(COURSE.decisions[4][1])


def test_one_night_alone_leaves_several() -> None:
    assert nights(1) == [set("ABGH")]
    assert nights(3)[2] == set("HJKM")


def test_it_ends_with_both_wolves_dead_and_the_farmer_ahead() -> None:
    outcome = COURSE.last.outcome
    assert outcome is not None
    assert outcome.winners == (LESSON.seat,)
