"""Law: a review adds up, gives away nothing, and never judges by what its seat could not know."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sheepfold.bots import bot, levels
from sheepfold.core.contract.judging import Judge
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import AnyGame
from sheepfold.games import SHELF
from sheepfold.lab.fuzz import random_options
from sheepfold.review import Judging, Review, label_of, review
from sheepfold.review.terms import from_json, to_json, to_text
from support import played, seats_for
from twins import pair

LAWFUL = SHELF.more("pebbles=pebbles")
GOLDEN = Path(__file__).parent.parent / "records"


def judging(game: AnyGame) -> Judging:
    """The judge as it thinks without its kernel and in a hurry, which no law minds."""
    found = bot(game, levels(game, LAWFUL)[-1].name, LAWFUL)
    if hasattr(found, "equip"):
        from sheepfold.core.contract.bot import Means

        found.equip(Means(None, 0.2))
    judge = getattr(LAWFUL.room(game.name, "value"), "judge", lambda bot: Judge())
    return Judging(game, judge(found), found)


@pytest.fixture(scope="module")
def judges() -> dict[str, Judging]:
    return {name: judging(LAWFUL.game(name)) for name in LAWFUL}


def adds_up(found: Review) -> None:
    for seat in found.seats:
        assert seat.start + seat.skill + seat.luck + seat.others == seat.result
        assert seat.skill == -sum(each.loss for each in seat.decisions) <= 0
        assert all(each.loss >= 0 for each in seat.decisions)
        assert all(each.label == label_of(each.loss, found.currency) for each in seat.decisions)
        assert seat.curve[0][1] == seat.start
        assert seat.curve[-1][1] == seat.result
        assert len(seat.turning_points) <= 3


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/*.json")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_skill_luck_and_others_add_up_in_every_golden_record(path: Path, judges: dict[str, Judging]) -> None:
    record = records.from_either(path.read_text())
    found = review(record, judging=judges[record.game], shelf=LAWFUL)
    adds_up(found)
    assert from_json(to_json(found)) == found
    assert to_text(found, "it").count("(seat ") == len(record.seats)


def test_they_add_up_in_random_games(game: AnyGame, rng: Random, judges: dict[str, Judging]) -> None:
    seats = seats_for(game, rng)
    record, _, _ = played(game, rng, random_options(game, seats, rng), seats)
    adds_up(review(record, judging=judges[game.name], shelf=LAWFUL))


def test_a_review_says_the_same_twice(game: AnyGame, judges: dict[str, Judging]) -> None:
    path = sorted(GOLDEN.glob(f"{game.name}/*.json"))[0]
    record = records.from_either(path.read_text())
    first = review(record, 1, judging=judges[game.name], shelf=LAWFUL)
    assert first == review(record, 1, judging=judging(game), shelf=LAWFUL)


def test_a_seat_has_the_same_review_in_worlds_that_it_cannot_tell_apart(
    game: AnyGame, rng: Random, judges: dict[str, Judging]
) -> None:
    seats = seats_for(game, rng)
    options, seat = random_options(game, seats, rng), rng.randint(1, seats)
    found = pair(game, options, seats, seat, 12, rng)
    first = game.start(options, seats)
    one, other = (
        judges[game.name].seat(seat, first, [step for moment in found.moments for step in moment.steps[world]])
        for world in (0, 1)
    )
    assert one == other


def test_a_secret_step_of_another_leaves_no_trace_in_a_review(judges: dict[str, Judging]) -> None:
    """Not even a number: swaps in Woolf!!, of which nobody else is told."""
    woolf = LAWFUL.game("woolf")
    options = woolf.options.make({"shuffle": False})
    found = (pair(woolf, options, 5, 1, 12, Random(seed)) for seed in range(40))
    worlds = ([[step for each in one.moments for step in each.steps[world]] for world in (0, 1)] for one in found)
    one, other = next(both for both in worlds if len(both[0]) != len(both[1]))
    first = woolf.start(options, 5)
    assert judges["woolf"].seat(1, first, one) == judges["woolf"].seat(1, first, other)
