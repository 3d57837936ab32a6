"""What is told when a game or round is over: of every game, to every viewer, from nothing but the view."""

from __future__ import annotations

from random import Random

from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.interlude import BAD, GOOD, PLAIN, Interlude
from sheepfold.core.progress import AnyGame
from sheepfold.core.verdict import LAST, ending
from support import names, seats_for, viewers, walk


def reads_well(pause: Interlude) -> None:
    """It consists of sentences, and its signs are known."""
    assert pause.title
    assert pause.onward
    for words in (pause.title, pause.words, pause.onward, *(note.words for note in pause.notes)):
        assert not words or words[-1] in ".!?", words
    assert all(note.sign in (GOOD, BAD, PLAIN) for note in pause.notes)


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
        assert seat not in outcome.scores or f"You: {outcome.scores[seat]}" in last.onward
        assert "You wins" not in last.onward
