"""Reviews of finished games: what they say, and what they refuse."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import tiny
from sheepfold.core.contract import Outcome
from sheepfold.core.contract.judging import Judge
from sheepfold.core.errors import RecordError
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import replay
from sheepfold.core.records.record import Origin, Record
from sheepfold.core.scores import Scores
from sheepfold.games import game
from sheepfold.review import Judging, Label, Review, judging_of, review
from sheepfold.review.terms import from_json, to_json, to_text
from support import played

RECORDS = Path(__file__).parent.parent / "records"


def golden(name: str) -> Record:
    return records.from_either((RECORDS / f"{name}.json").read_text())


@pytest.fixture(scope="module")
def grey() -> Judging:
    return judging_of(game("mutton"), effort=0.2)


@pytest.fixture(scope="module")
def looked_back(grey: Judging) -> Review:
    return review(golden("mutton/points"), judging=grey)


@pytest.fixture(scope="module")
def sheepdog() -> Judging:
    """With its kernel."""
    return judging_of(game("dogs"), effort=0.2)


@pytest.fixture(scope="module")
def short_duel() -> Record:
    """A duel of seven tiles by random players."""
    dogs = game("dogs")
    return played(dogs, Random(3), dogs.options.make({"tiles": 7}), 2)[0]


def test_nothing_is_luck_where_nothing_is_hidden_or_drawn(sheepdog: Judging, short_duel: Record) -> None:
    found = review(short_duel, judging=sheepdog)
    assert {seat.luck for seat in found.seats} == {0}


def test_the_end_of_dogs_is_exact_and_says_so(sheepdog: Judging, short_duel: Record) -> None:
    found = review(short_duel, judging=sheepdog)
    last = [
        max((each for each in seat.decisions if each.move <= 6), key=lambda each: each.move) for seat in found.seats
    ]
    assert all(each.exact for each in last)
    assert "Exact: " in to_text(found, "Dogs")
    assert from_json(to_json(found)) == found


def test_where_it_is_exact_what_one_gives_away_the_other_is_brought(sheepdog: Judging, short_duel: Record) -> None:
    found = review(short_duel, judging=sheepdog)
    for seat, other in (found.seats, found.seats[::-1]):
        for one, after in zip(other.decisions, other.decisions[1:], strict=False):
            theirs = [each for each in seat.decisions if one.move < each.move < after.move]
            if len(theirs) == 1 and theirs[0].exact and one.exact and after.exact:
                assert after.value - one.worth == theirs[0].loss


def test_a_shot_in_the_dark_that_hits_is_luck_and_no_skill(grey: Judging, looked_back: Review) -> None:
    steps = list(replay(grey.game, golden("mutton/points")))

    def hit(move: int) -> bool:
        return any("Aroooo" in grey.game.tell(told.fact, {1: "Ann", 2: "Bob"}) for told in steps[move - 1].told)

    made = [each for seat in looked_back.seats for each in seat.decisions if (each.bits or 0) > 0.6]
    lucks = {found: [each.luck for each in made if hit(each.move) is found] for found in (True, False)}
    assert sum(lucks[True]) > 0 > sum(lucks[False])


def test_the_truth_is_sealed_unless_everything_is_open(grey: Judging, looked_back: Review) -> None:
    sealed, opened = looked_back, review(golden("mutton/points"), opened=True, judging=grey)
    assert {odds.true for seat in sealed.seats for made in seat.decisions for odds in made.odds} == {None}
    assert {odds.true for seat in opened.seats for made in seat.decisions for odds in made.odds} == {True, False}
    assert [seat.skill for seat in sealed.seats] == [seat.skill for seat in opened.seats]


def test_a_shot_says_what_it_was_expected_to_tell_and_a_kill_what_it_gave_away(looked_back: Review) -> None:
    made = [each for seat in looked_back.seats for each in seat.decisions]
    assert any(each.bits is not None and each.told is not None for each in made if len(each.played) == 1)
    assert all(each.bits is None and each.told is not None for each in made if ":" in each.played)


def test_a_seat_alone_has_its_own_decisions_and_nobody_elses(grey: Judging) -> None:
    found = review(golden("mutton/points"), 2, judging=grey)
    assert [seat.seat for seat in found.seats] == [2]


def test_a_game_that_was_given_up_is_worth_what_it_was_worth_then(grey: Judging) -> None:
    record = golden("mutton/points")
    short = replace(record, moves=record.moves[:9], outcome=Outcome((2,), Scores(), "resigned", 1))
    found = review(short, judging=grey)
    for seat in found.seats:
        assert seat.start + seat.skill + seat.luck + seat.others == seat.result


def test_a_better_move_comes_with_its_reason(looked_back: Review) -> None:
    slips = [each for seat in looked_back.seats for each in seat.decisions if each.label in (Label.SLIP, Label.BLUNDER)]
    assert slips
    assert all(each.why and each.best != each.played for each in slips)


def test_progress_is_told_up_to_the_end(grey: Judging) -> None:
    heard: list[float] = []
    review(golden("mutton/berserk"), judging=grey, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"outcome": None}, "This game is not over"),
        ({"version": 99}, "newer than version"),
        ({"moves": ((1, "nonsense"),)}, "^Move 1 "),
        ({"seats": ("Ann",)}, "seats"),
    ],
)
def test_an_unusable_record_is_refused_in_one_sentence(changed: dict[str, object], said: str, grey: Judging) -> None:
    with pytest.raises(RecordError, match=said) as refused:
        review(replace(golden("mutton/points"), **changed), judging=grey)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)


def test_there_must_be_such_a_seat(grey: Judging) -> None:
    with pytest.raises(RecordError, match="There is no seat 9; there are 2"):
        review(golden("mutton/points"), 9, judging=grey)


def test_what_rounds_to_nothing_has_no_sign(looked_back: Review) -> None:
    text = to_text(looked_back, "Mutton")
    assert " bits" in text
    assert not re.search(r"[-−]0\.0\b", text)


def test_a_game_in_one_module_needs_no_judge_to_be_reviewed() -> None:
    judging = judging_of(tiny.GAME, tiny.SHELF)
    assert type(judging.judge) is Judge


def test_a_practice_game_is_reviewed_from_where_it_began(sheepdog: Judging, short_duel: Record) -> None:
    origin = Origin(short_duel.commitment, 4, 1, given=4)
    found = review(replace(short_duel, origin=origin), judging=sheepdog)
    assert min(made.move for seat in found.seats for made in seat.decisions) > 4
    for seat in found.seats:
        assert seat.start + seat.skill + seat.luck + seat.others == seat.result
