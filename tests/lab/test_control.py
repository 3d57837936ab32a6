"""The luck of the draw taken off results: 0 in the mean whatever the players do, and games that tell more."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lab.kuhn import Kuhn, Options
from sheepfold.core.contract import NATURE, Move
from sheepfold.core.contract.bot import Weighed
from sheepfold.core.contract.judging import Control
from sheepfold.core.records.progress import Progress, recorded
from sheepfold.core.verdict import points
from sheepfold.games import game
from sheepfold.lab.arena import Contest, NoControl, control_of, luck, play_bout
from sheepfold.lab.solve import chances
from sheepfold.lab.standings import compared

KUHN = Kuhn()


class Hopeful:
    """Bets on the king, passes with the jack, and likes its card."""

    def choose(self, view: Any, rng: Random) -> Move:
        return ("b",) if view.card == "K" or (view.card == "Q" and view.said.endswith("b")) else ("p",)

    def weigh(self, view: Any, rng: Random) -> Weighed:
        return Weighed((((("p",)), float("JQK".index(view.card))),), "points")


def played(deal: Move) -> tuple[float, tuple[float, ...]]:
    """What the first player wins after this deal, and the luck of both."""
    now = Progress.begin(KUHN, Options(), 2)
    steps = [now.step(NATURE, deal)]
    rest = now.after(steps[0]).run(lambda at, seat: Hopeful().choose(KUHN.view(at.state, seat), Random(1)))
    steps += list(rest)
    outcome = KUHN.outcome(steps[-1].state)
    assert outcome is not None
    record = recorded(KUHN, Options(), ("a", "b"), b"", steps, outcome)
    first, second = points(outcome, 2)
    return first - second, luck(KUHN, record, Control("hopeful", 0.7), Hopeful())


def test_over_everything_that_can_be_drawn_the_luck_is_nothing_and_the_result_as_it_was() -> None:
    odds = chances(KUHN, KUHN.start(Options(), 2))
    games = {deal: played(deal) for deal in odds}
    assert sum(odds.values()) == pytest.approx(1)
    for seat in (0, 1):
        assert sum(odds[deal] * games[deal][1][seat] for deal in odds) == pytest.approx(0)
    mean = sum(odds[deal] * games[deal][0] for deal in odds)
    spread, less = (
        sum(odds[deal] * (won - mean - taken * (mine - theirs)) ** 2 for deal, (won, (mine, theirs)) in games.items())
        for taken in (0, 1)
    )
    assert less < spread


def test_the_arena_tells_the_luck_of_each_seat_and_takes_it_off_the_difference() -> None:
    contest = Contest("fold", {"mode": "versus"}, 2, ("goatherd", "random"), "control", control=True)
    games = [play_bout(bout) for bout in contest.bouts(("goatherd", "random"), 1)]
    assert all(sum(one.luck) == pytest.approx(0) and any(one.luck) for one in games)
    found = compared(contest, ("goatherd", "random"), games, "points")
    taken = sum(one.luck[seat] * (1 if one.players[seat] == "goatherd" else -1) for one in games for seat in (0, 1)) / 2
    assert found.difference.value == pytest.approx(found.with_luck.value - taken)


def test_a_game_whose_draws_nobody_values_says_so() -> None:
    with pytest.raises(NoControl, match="no value of its draws"):
        control_of(game("dogs"))
