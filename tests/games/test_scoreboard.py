"""The result of each game as a table, at the end of recorded games: who came where, for what, and why it ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold.core.contract import Outcome, Seat
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import replay
from sheepfold.core.scores import Interlude, ScoredItem, ScoreRow, Scores
from sheepfold.core.verdict import ending
from sheepfold.games import game

RECORDS = Path(__file__).parent.parent / "records"


def end(name: str, record: str, seat: Seat | None = None, ended: Outcome | None = None) -> Interlude:
    """The end of a recorded game as a viewer is told it; ``ended``: as people ended it instead, after a few moves."""
    found = records.from_either((RECORDS / name / f"{record}.json").read_text())
    steps = [*replay(game(name), found)]
    state = steps[-1].state if ended is None else steps[4].state
    outcome = ended or found.outcome
    assert outcome is not None
    return ending(game(name), outcome, game(name).view(state, seat), dict(enumerate(found.seats, 1)), seat)


def rows(told: Interlude) -> tuple[ScoreRow, ...]:
    assert told.scoreboard is not None
    return told.scoreboard.rows


def test_woolf_says_why_it_ended_after_two_rounds_and_has_points_by_round() -> None:
    told = end("woolf", "two-errors-basic-8", 8)
    assert told.words == "It ended after round 2 of 3: Emi and Greta have two error tokens."
    assert told.onward == "You win."
    assert told.scoreboard is not None
    assert told.scoreboard.columns == ("Round 1", "Round 2", "Points", "Errors")
    assert rows(told)[:2] == (ScoreRow("You", (1, 2, 3, 0), 8, place=1), ScoreRow("Bruno", (0, 2, 2, 0), 2, place=2))
    assert [row.place for row in rows(told)] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_woolf_says_how_a_tie_was_broken() -> None:
    told = end("woolf", "three-rounds-advanced-5")
    assert told.words == "All 3 rounds are played. Several have the most points: the fewest error tokens win."
    assert end("woolf", "three-rounds-shared-6").words == "All 3 rounds are played."


def test_a_duel_says_who_scored_what_in_which_game() -> None:
    told = end("dogs", "points", 2)
    assert told.words == "random saved 5 of 23 sheep. You saved 23 of 23 sheep."
    assert rows(told) == (
        ScoreRow("You", (23,), 2, "Sheep in game 2", place=1),
        ScoreRow("random", (5,), 1, "Sheep in game 1", place=2),
    )


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("reached", "Dov saved 12 of 23 sheep. The Sheep had to reach 12."),
        ("missed", "You saved 14 of 31 sheep. The Sheep had to reach 16."),
        ("score", "You saved 35 of 69 sheep."),
    ],
)
def test_dogs_counts_the_sheep_that_were_saved_and_what_had_to_be_reached(record: str, words: str) -> None:
    assert end("dogs", record, 1).words == words


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("draw", "The last wolf is dead. You scored 6 as the Wolf. The last wolf is dead. canny scored 6 as the Wolf."),
        ("reached", "The last wolf is dead. You scored 12 as the Wolf. The Wolf had to reach 11."),
        ("bid", "The Farmer went berserk. canny scored 13 as the Wolf. The Wolf had to reach 11."),
    ],
)
def test_mutton_says_how_each_game_ended(record: str, words: str) -> None:
    assert end("mutton", record, 1).words == words


def test_fold_adds_up_on_both_sides() -> None:
    told = end("fold", "wolves-won-stack-empty")
    assert told.words == "All tiles are laid."
    assert rows(told) == (ScoreRow("Players", (8,)), ScoreRow("Wolves", (12,)))
    assert told.scoreboard is not None
    assert told.scoreboard.items[:3] == (
        ScoredItem("Herd of 5 in a fold, with shepherd", (6, 0)),
        ScoredItem("Herd of 2 in the open, with wolf", (0, 4)),
        ScoredItem("Herd of 6 in the open, with wolf and shepherd", (0, 3)),
    )


def test_fold_says_why_the_last_tile_was_not_laid() -> None:
    told = end("fold", "players-won-only-wolves-left", 1)
    assert told.words == "6 wolves stay in the bag: no place is free beside a herd that no wolf touches yet."
    assert [row.name for row in rows(told)] == ["You", "Wolves"]


def test_fold_says_whose_folds_count_where_everybody_plays_alone() -> None:
    told = end("fold", "won-stack-empty", 1)
    assert rows(told) == (ScoreRow("You", (24,), 1, place=1), ScoreRow("Bruno", (0,), 2, place=2))
    assert told.scoreboard is not None
    assert told.scoreboard.items[:2] == (
        ScoredItem("Herd of 3 in a fold", (14, 0)),
        ScoredItem("Lone sheep in a fold", (10, 0)),
    )


@pytest.mark.parametrize("name", ["mutton", "dogs", "fold", "woolf"])
def test_where_people_ended_the_game_that_is_the_reason(name: str) -> None:
    record = {"mutton": "points", "dogs": "points", "fold": "won-stack-empty", "woolf": "two-errors-basic-8"}[name]
    told = end(name, record, 2, Outcome((2,), Scores(), "resigned", by=1))
    assert told.words.endswith(" gave up.")
    assert told.onward == "You win."
    assert (rows(told)[0].name, rows(told)[0].place) == ("You", 1)
    assert rows(told)[-1].place > 1
    assert end(name, record, 2, Outcome((), Scores(), "aborted")).scoreboard is None
