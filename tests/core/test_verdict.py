"""Places: what follows from how a game ended, for every way of ending on the shelf."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold.core.contract import Outcome
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import replay, resigned
from sheepfold.core.scores import Scores
from sheepfold.core.verdict import opposed, places, utilities
from sheepfold.games import SHELF, game

GOLDEN = sorted((Path(__file__).parents[1] / "records").glob("*/*.json"))


def scores(*points: int) -> Scores:
    return Scores(enumerate(points, 1))


def test_who_plays_for_themselves_is_placed_by_points() -> None:
    assert places(Outcome((2,), scores(3, 5, 0, 4), "three rounds"), 4) == (3, 1, 4, 2)


def test_equal_points_share_a_place_and_the_next_goes_without() -> None:
    assert places(Outcome((1,), scores(5, 2, 2, 0), "three rounds"), 4) == (1, 2, 2, 4)


def test_a_shared_win_is_shared_first_place() -> None:
    assert places(Outcome((1, 3), scores(7, 2, 7), "shared, stack empty"), 3) == (1, 3, 1)


def test_the_winner_comes_before_others_with_as_many_points() -> None:
    """Woolf!! decides equal points by error tokens."""
    assert places(Outcome((2,), scores(4, 4, 1), "three rounds"), 3) == (2, 1, 3)


def test_a_duel_has_a_winner_and_a_loser() -> None:
    assert places(Outcome((2,), scores(5, 9), "points"), 2) == (2, 1)


def test_a_drawn_duel_has_two_firsts() -> None:
    assert places(Outcome((1, 2), scores(5, 5), "draw"), 2) == (1, 1)


def test_points_of_one_side_only_say_nothing_of_the_other() -> None:
    """After bidding only the scorer has points; whoever kept them below the bid has won."""
    assert places(Outcome((2,), Scores({1: 9}), "missed"), 2) == (2, 1)


@pytest.mark.parametrize("reason", ["resigned", "forfeited"])
@pytest.mark.parametrize("seats", [2, 5])
def test_who_gave_up_is_last_and_the_others_share_the_first_place(reason: str, seats: int) -> None:
    woolf = game("woolf")
    outcome = resigned(woolf, None, seats, by=2, reason=reason)
    assert places(outcome, seats) == (1, seats, *[1] * (seats - 2))


def test_where_all_were_late_together_nobody_is_behind_another() -> None:
    assert places(Outcome((), Scores(), "forfeited", by=1), 2) == (1, 1)


def test_an_agreed_draw_has_only_firsts() -> None:
    assert places(Outcome((1, 2, 3), Scores(), "agreed"), 3) == (1, 1, 1)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_on_the_shelf_winners_are_first_and_players_are_all_alone_or_all_together(path: Path) -> None:
    record = records.from_either(path.read_text())
    played, seats = SHELF.more("pebbles=pebbles").game(record.game), len(record.seats)
    assert record.outcome is not None
    *_, last = replay(played, record)
    if record.outcome.winners:
        found = places(record.outcome, seats)
        assert {seat for seat, place in enumerate(found, 1) if place == 1} == set(record.outcome.winners)
    everybody = set(range(1, seats + 1))
    for seat in everybody:
        against = set(played.winners_without(last.state, seats, seat))
        assert against == (everybody - {seat} if opposed(played, last.state, seats) else set())


def test_wolf_in_the_fold_together_is_played_against_nobody_at_the_table() -> None:
    fold = game("fold")
    for mode, expected in (("together", False), ("versus", True)):
        assert opposed(fold, fold.start(fold.options.make({"mode": mode}), 3), 3) is expected


def test_who_plays_alone_has_no_opponent() -> None:
    fold = game("fold")
    assert not opposed(fold, fold.start(fold.options.make({"mode": "versus"}), 1), 1)


@pytest.mark.parametrize(
    ("outcome", "worth"),
    [
        (Outcome((2,), scores(3, 5), "points"), (-1, 1)),
        (Outcome((1, 2), scores(4, 4), "draw"), (0, 0)),
        (Outcome((2,), scores(3, 5, 0), "three rounds"), (0, 1, -1)),
        (Outcome((1, 3), Scores(), "resigned", by=2), (0.5, -1, 0.5)),
        (Outcome((1, 2), Scores({"players": 5, "wolves": 1}), "players won"), (1, 1)),
        (Outcome((), Scores({"players": 0, "wolves": 1}), "wolves won"), (-1, -1)),
        (Outcome((1, 2), Scores({"players": 2, "wolves": 2}), "draw"), (0, 0)),
        (Outcome((), Scores({1: 7}), "score"), (0, 0)),
        (Outcome((), Scores(), "aborted"), (0, 0)),
    ],
)
def test_what_an_outcome_is_worth_to_each(outcome: Outcome, worth: tuple[float, ...]) -> None:
    assert utilities(outcome, len(worth)) == worth
