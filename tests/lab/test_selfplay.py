"""Self-play by the book: order, reproducibility, memory."""

from __future__ import annotations

from collections.abc import Iterator

from sheepfold.games import game
from sheepfold.lab.selfplay import AHEAD, Batch, play_all, play_out


def plan(number: int) -> Batch:
    return Batch("dogs", {"tiles": 5}, ("random", "random"), "study", number, 1000)


def test_a_plan_decides_the_whole_game() -> None:
    assert play_out(plan(1)) == play_out(plan(1))
    assert play_out(plan(1)).moves != play_out(plan(2)).moves


def test_games_come_in_order_and_are_planned_only_a_little_ahead() -> None:
    planned: list[int] = []

    def plans() -> Iterator[Batch]:
        for number in range(1, 101):
            planned.append(number)
            yield plan(number)

    games = play_all(plans(), jobs=2)
    assert next(games).number == 1
    assert len(planned) <= 2 * AHEAD + 1
    assert [played.number for played in games] == list(range(2, 101))


def test_a_game_ends_by_its_rules() -> None:
    outcome = play_out(plan(1)).outcome
    assert outcome is not None
    assert outcome.reason in game("dogs").endings
