"""What is told when a game or round is over: of every game, to every viewer, from nothing but the view."""

from __future__ import annotations

from random import Random

from sheepfold.core.contract import NATURE, Outcome, Seat
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.scores import BAD, GOOD, PLAIN, Interlude, Scoreboard
from sheepfold.core.verdict import LAST, ending
from sheepfold.core.words.prose import YOU
from support import names, seats_for, viewers, walk


def reads_well(pause: Interlude) -> None:
    """It consists of sentences, and its signs are known."""
    assert pause.title
    assert pause.onward
    for words in (pause.title, pause.words, pause.onward, *(note.words for note in pause.notes)):
        assert not words or words[-1] in ".!?", words
    assert all(note.sign in (GOOD, BAD, PLAIN) for note in pause.notes)


def adds_up(board: Scoreboard, outcome: Outcome, viewer: Seat | None) -> None:
    """Everybody who has points has them in a row of their own, best first, and what they are for comes to as many."""
    assert all(len(row.points) == len(board.columns) for row in board.rows)
    if not outcome.scores:
        assert "Points" not in board.columns, "a game without points"
        return
    total = board.columns.index("Points")
    found = [row.points[total] for row in board.rows]
    assert sorted(points for points in found if points is not None) == sorted(outcome.scores.values())
    for row in board.rows:
        assert row.seat not in outcome.scores or row.points[total] == outcome.scores[row.seat]
        assert row.seat is None or (row.place == 1) == (row.seat in outcome.winners)
        assert row.seat is None or (row.name == YOU) == (row.seat == viewer)
        rounds = row.points[:total]
        assert not rounds or sum(filter(None, rounds)) == row.points[total]
    assert [row.place for row in board.rows] == sorted(row.place for row in board.rows)
    if board.items:
        assert [sum(each) for each in zip(*(item.points for item in board.items), strict=True)] == found


def test_rounds_are_told_in_their_order_until_one_has_moved_in_the_next_and_the_end_is_told_last(
    game: AnyGame, rng: Random
) -> None:
    seats = seats_for(game, rng)
    told: dict[Seat | None, list[int]] = {seat: [] for seat in viewers(seats)}
    for step in walk(game, rng, seats=seats):
        for seat in told:
            pause = game.interlude(game.view(step.state, seat), names(seats))
            if pause is None:
                continue
            reads_well(pause)
            public = any(fact.to is None for fact in step.told) and step.seat != NATURE
            assert seat != step.seat or not public or pause.number not in told[seat]
            told[seat].append(pause.number)
    outcome = game.outcome(step.state)
    assert outcome is not None
    for seat, numbers in told.items():
        assert numbers == sorted(numbers)
        last = ending(game, outcome, game.view(step.state, seat), names(seats), seat)
        reads_well(last)
        assert last.number == LAST > max(numbers, default=0)
        assert "You wins" not in last.onward
        assert last.scoreboard is not None
        adds_up(last.scoreboard, outcome, seat)
