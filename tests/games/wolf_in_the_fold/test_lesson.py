"""What the first game of Wolf in the Fold says of its fold is so."""

from sheepfold.core.contract.lesson import course
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold.lesson import LESSON

COURSE = course(GAME, LESSON)


def test_the_pupil_draws_what_the_guide_speaks_of() -> None:
    hands = [view.hand for view, _ in COURSE.decisions]
    assert hands == ["sheep", "tri", "straight", "straight", "tri", "straight"]


def test_the_fifth_tile_closes_the_fold_and_both_sheep_count() -> None:
    points = [view.scores["players"] for view, _ in COURSE.decisions]
    assert points == [0, 0, 0, 0, 0, 2]
