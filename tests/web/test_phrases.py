"""Small words of pages: how long ago something was, and what comes of giving up."""

from __future__ import annotations

import pytest

from sheepfold.games import SHELF, game
from sheepfold.play.terms import SeatPlan, Terms
from sheepfold.web.pages.rendering import FILTERS, ago, sure

NOON = 1_000_000.0


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "just now"),
        (1, "just now"),
        (2, "2 minutes ago"),
        (18, "18 minutes ago"),
        (119, "119 minutes ago"),
        (120, "2 hours ago"),
    ],
)
def test_what_is_known_to_the_minute_is_told_to_the_minute(minutes: int, words: str) -> None:
    assert ago(NOON - minutes * 60, NOON) == words


@pytest.mark.parametrize(("minutes", "words"), [(18, "just now"), (21, "20 minutes ago"), (58, "60 minutes ago")])
def test_what_is_noted_every_ten_minutes_is_told_no_better(minutes: int, words: str) -> None:
    assert FILTERS["seen"](NOON - minutes * 60, NOON) == words


def given_up(name: str, seats: int, **options: str) -> str:
    return sure(game(name), Terms(name, options, (SeatPlan(),) * seats), seats)["resign"][1]


def test_who_gives_up_in_a_fold_together_is_told_that_the_wolves_win() -> None:
    for seats in game("fold").seats:
        assert given_up("fold", seats, mode="together") == "It ends at once. The wolves win."


@pytest.mark.parametrize("name", list(SHELF))
def test_who_gives_up_against_others_is_told_that_they_win(name: str) -> None:
    options = {"mode": "versus"} if name == "fold" else {}
    for seats in game(name).seats:
        if seats > 1:
            wins = "Your opponent wins." if seats == 2 else "The others win."
            assert given_up(name, seats, **options) == f"It ends at once. {wins}"
