"""Points by seat or side: frozen, hashable, and one form in JSON wherever they are written."""

import json
import pickle

import pytest

from sheepfold.core.contract import Outcome
from sheepfold.core.records import record
from sheepfold.core.records.to_json import bare
from sheepfold.core.scores import Scores
from sheepfold.web.api.shapes import encode

MIXED = Scores({1: 4, 12: 0, "wolves": -3})


def test_scores_are_told_in_order_by_seat_or_side():
    assert list(MIXED.items()) == [(1, 4), (12, 0), ("wolves", -3)]
    assert MIXED.sides == {"wolves": -3}


def test_equal_scores_are_equal_whatever_their_order_and_have_one_hash():
    assert len({Scores({1: 2, 2: 3}), Scores({2: 3, 1: 2}), Scores([(1, 2), (2, 3)])}) == 1
    assert Scores({1: 2}) != Scores({"1": 2})


def test_scores_lead_back_from_their_words_their_repr_and_another_process():
    assert Scores.from_words(MIXED.words()) == Scores.from_words(MIXED.words().items()) == MIXED
    assert eval(repr(MIXED)) == MIXED
    assert pickle.loads(pickle.dumps(MIXED)) == MIXED


@pytest.mark.parametrize("word", ["0", "01", "9999", "٣", "-1", "", "wolves"])
def test_only_the_number_of_a_seat_is_one(word):
    assert list(Scores.from_words({word: 1})) == [word]


@pytest.mark.parametrize("by", [None, 2])
def test_an_outcome_is_written_alike_in_records_over_the_api_and_by_the_command(by):
    outcome = Outcome((1,), MIXED, "points", by)
    written = record.Record("tiny", 1, {}, ("Ann", "Bob"), "0" * 64, (), outcome=outcome)
    in_records = {"by": None} | json.loads(record.to_json(written))["outcome"]
    assert in_records == json.loads(encode(outcome)) == bare(outcome)
    assert in_records["scores"] == {"1": 4, "12": 0, "wolves": -3}
    assert record.from_json(record.to_json(written)).outcome == outcome
