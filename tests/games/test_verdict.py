"""How a game ended, in the same words at every door."""

from __future__ import annotations

import pytest

from sheepfold.core.contract import Outcome
from sheepfold.core.scores import Scores
from sheepfold.core.verdict import verdict
from sheepfold.games import game

NAMES = {1: "Ann", 2: "Bo"}
THREE = NAMES | {3: "Cy"}


@pytest.mark.parametrize(
    ("name", "outcome", "said"),
    [
        ("mutton", Outcome((1,), Scores({1: 9, 2: 5}), "points"), "The game is over. Ann wins. Ann: 9, Bo: 5."),
        ("mutton", Outcome((1, 2), Scores({1: 9, 2: 9}), "draw"), "The game is over. It is a draw. Ann: 9, Bo: 9."),
        ("mutton", Outcome((1,), Scores(), "resigned", by=2), "Bo gave up. Ann wins."),
        ("mutton", Outcome((1,), Scores(), "forfeited", by=2), "Bo ran out of time. Ann wins."),
        ("dogs", Outcome((), Scores({1: 12}), "score"), "The game is over. It was played for the score. Ann: 12."),
        ("dogs", Outcome((), Scores(), "aborted"), "The game was called off; it counts for nobody."),
        ("dogs", Outcome((1, 2), Scores(), "agreed"), "By agreement. It is a draw."),
        ("fold", Outcome((1, 2), Scores({"players": 9, "wolves": 4}), "players won, stack empty"),
         "The game is over. The players win. Players: 9, Wolves: 4."),
        ("fold", Outcome((), Scores({"players": 1, "wolves": 4}), "wolves won, only wolves left"),
         "The game is over. The wolves win. Players: 1, Wolves: 4."),
        ("fold", Outcome((1, 2), Scores({"players": 4, "wolves": 4}), "draw, stack empty"),
         "The game is over. The players and the wolves draw. Players: 4, Wolves: 4."),
        ("fold", Outcome((), Scores(), "resigned", by=1), "Ann gave up. The wolves win."),
        ("fold", Outcome((2,), Scores({1: 0, 2: 3}), "won, stack empty"), "The game is over. Bo wins. Ann: 0, Bo: 3."),
    ],
)  # fmt: skip
def test_a_verdict_says_who_won_and_why(name: str, outcome: Outcome, said: str) -> None:
    assert verdict(game(name), outcome, NAMES) == said


def test_several_share_the_win() -> None:
    shared = Outcome((1, 3), Scores({1: 4, 2: 1, 3: 4}), "three rounds")
    assert verdict(game("woolf"), shared, THREE) == "The game is over. Ann and Cy share the win. Ann: 4, Bo: 1, Cy: 4."
