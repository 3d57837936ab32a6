"""What a move would do is told from the view of whoever would make it, and is what it then does."""

from __future__ import annotations

from random import Random

from sheepfold.core.contract.bot import random_move
from sheepfold.core.records.progress import AnyGame
from sheepfold.core.scores import BAD, GOOD, PLAIN, Consequence
from support import positions


def test_it_reads_as_a_sentence_and_is_the_same_in_every_world_that_looks_the_same(game: AnyGame, rng: Random) -> None:
    for state, _ in positions(game, rng, 12):
        for seat in game.to_move(state) - {0}:
            view, move = game.view(state, seat), random_move(game, state, seat, rng)
            world = game.view(game.imagine(view, rng), seat)
            for aids in (True, False):
                found = game.consequence(view, move, aids=aids)
                assert found == game.consequence(world, move, aids=aids)
                if found is not None:
                    reads_well(found)


def test_every_part_of_a_move_is_asked_for_in_a_few_words_that_give_nothing_away(game: AnyGame, rng: Random) -> None:
    for state, _ in positions(game, rng, 12):
        for seat in game.to_move(state) - {0}:
            view, move = game.view(state, seat), random_move(game, state, seat, rng)
            world = game.view(game.imagine(view, rng), seat)
            for length in range(len(move)):
                asked = game.next_part(view, move[:length])
                assert asked == game.next_part(world, move[:length])
                assert not asked or (asked[0].isupper() and asked[-1] in "?.")


def reads_well(found: Consequence) -> None:
    assert found.sentence[0].isupper()
    assert found.sentence[-1] == "."
    assert len(found.slips) <= 3
    assert all(slip.words and slip.sign in (GOOD, BAD, PLAIN) for slip in found.slips)
