"""Law: whoever plays on from a position in another world was told the same there, move by move."""

from __future__ import annotations

from random import Random

from sheepfold.core.contract import Seat
from sheepfold.core.records.progress import AnyGame, Step, dealt_anew
from sheepfold.games import SHELF
from sheepfold.lab.fuzz import random_options
from support import seats_for, walk

WORLDS = 12


def told(steps: tuple[Step, ...], seat: Seat) -> list[object]:
    """What the seat heard, step by step, and what it saw then; steps of which it was told nothing leave no trace."""
    heard = [[each.fact for each in step.told if each.reaches(seat)] for step in steps]
    return [facts for facts in heard if facts]


def test_a_past_that_is_dealt_anew_tells_its_seat_the_same(game: AnyGame, rng: Random) -> None:
    for _ in range(WORLDS):
        seats = seats_for(game, rng)
        steps = tuple(walk(game, rng, random_options(game, seats, rng), seats))
        past, seat = steps[: rng.randint(1, len(steps) - 1)], rng.randint(1, seats)
        before = game.view(past[-1].state, seat)
        anew = dealt_anew(game, past, seat, rng)
        assert game.view(anew[-1].state, seat) == before
        assert told(anew, seat) == told(past, seat)
        own = [(step.seat, step.move) for step in anew if step.seat == seat]
        assert own == [(step.seat, step.move) for step in past if step.seat == seat]


def test_cards_that_keep_their_places_are_swapped_when_a_retold_past_needs_it() -> None:
    woolf, rng = SHELF.game("woolf"), Random(5)
    options, lengths = woolf.options.make({"shuffle": False}), set()
    for _ in range(60):
        steps = tuple(walk(woolf, rng, options, 5))
        past = steps[: rng.randint(1, len(steps) - 1)]
        seat = rng.randint(1, 5)
        anew = dealt_anew(woolf, past, seat, rng)
        assert told(anew, seat) == told(past, seat)
        lengths.add(len(anew) - len(past))
    assert min(lengths) < 0 < max(lengths)


def test_another_world_differs_where_something_is_hidden_and_nowhere_else(game: AnyGame, rng: Random) -> None:
    def differs() -> bool:
        seats = seats_for(game, rng)
        steps = tuple(walk(game, rng, None, seats))
        past = steps[: len(steps) * 3 // 4]
        return bool(dealt_anew(game, past, rng.randint(1, seats), rng)[-1].state != past[-1].state)

    assert any(differs() for _ in range(100 if game.hides else 3)) == game.hides
