"""What the first game of Woolf!! says can be known is just what can be known."""

import pytest

from sheepfold.core.contract.lesson import course
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.belief import Belief
from sheepfold.games.woolf.board import character
from sheepfold.games.woolf.bot import best_hunch
from sheepfold.games.woolf.lesson import LESSON

COURSE = course(GAME, LESSON)


def test_before_the_last_question_the_pupil_cannot_be_sure_and_after_it_they_are() -> None:
    chances = []
    for view, _ in COURSE.decisions:
        hunch = best_hunch(Belief(view), 0.0)
        assert hunch is not None
        chances.append(hunch.chance)
    assert max(chances[:4]) < 0.9
    assert chances[4] == pytest.approx(1)
    assert COURSE.decisions[4][1] == ("suspect", "3", "2")


def test_who_cried_wolf_at_the_pupils_card_is_the_boy() -> None:
    view, _ = COURSE.decisions[1]
    assert character(view.hand) == "hunter"
    belief = Belief(view)
    assert belief.plays(3, "wolf") == pytest.approx(1)
    assert belief.plays(4, "boy") == pytest.approx(1)
