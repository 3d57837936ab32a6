"""Records: two forms, the same truth; anything else is refused in one sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheepfold.core.contract import Outcome
from sheepfold.core.errors import RecordError
from sheepfold.core.records import record as records
from sheepfold.core.records.record import Record
from sheepfold.core.scores import Scores

RECORD = Record(
    game="mutton",
    version=1,
    options={"size": 4, "berserk": False, "quick": None, "cards": [4, 1], "mode": "duel"},
    seats=("Ann", 'Bo "the wolf": 3. 1: x'),
    commitment="ab" * 32,
    moves=((2, "a1,a2"), (1, "DEHI"), (0, "star"), (1, "K:L-a2")),
    seed="cd" * 32,
    outcome=Outcome((1,), Scores({1: 5, 2: 3}), "points"),
)


def test_both_forms_round_trip() -> None:
    assert records.from_json(records.to_json(RECORD)) == RECORD
    assert records.from_text(records.to_text(RECORD)) == RECORD


def test_either_form_is_recognised() -> None:
    assert records.from_either("\n " + records.to_json(RECORD)) == RECORD
    assert records.from_either("# a fine game\n\n" + records.to_text(RECORD)) == RECORD


def test_the_text_form_is_readable() -> None:
    text = records.to_text(RECORD)
    assert "Game: mutton\nVersion: 1\nOptions: size=4 berserk=false quick=null cards=[4,1] mode=duel\n" in text
    assert 'Seat 1: "Ann"\n' in text
    assert text.endswith("\n\n1. 2: a1,a2\n2. 1: DEHI\n3. nature: star\n4. 1: K:L-a2\n")


def test_chance_sits_at_seat_nature() -> None:
    assert json.loads(records.to_json(RECORD))["moves"][2] == ["nature", "star"]


def test_an_outcome_by_resignation_names_who_resigned() -> None:
    resigned = Record("mutton", 1, {}, ("a", "b"), "ab" * 32, (), None, Outcome((1,), Scores(), "resigned", by=2))
    assert records.from_text(records.to_text(resigned)) == resigned
    assert records.from_json(records.to_json(resigned)) == resigned


@pytest.mark.parametrize(
    "choice", ["13", "1e5", "true", "null", "NaN", "", " ", "two words", '"', '"13"', "[]", "{}", "größer"]
)
def test_a_choice_survives_the_text_form_however_it_is_spelt(choice: str) -> None:
    record = Record("dogs", 1, {"size": choice, "next": 13}, ("a", "b"), "ab" * 32, ())
    assert records.from_text(records.to_text(record)) == record


@given(st.text(max_size=20))
def test_any_choice_round_trips(choice: str) -> None:
    record = Record("dogs", 1, {"size": choice}, ("a", "b"), "ab" * 32, ())
    assert records.from_text(records.to_text(record)) == record


@given(st.lists(st.text(max_size=20), min_size=1, max_size=4))
def test_any_name_round_trips(names: list[str]) -> None:
    record = Record("dogs", 1, {}, tuple(names), "ab" * 32, ((1, "0,0E"),))
    assert records.from_text(records.to_text(record)) == record
    assert records.from_json(records.to_json(record)) == record


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_a_sentence(text: str) -> None:
    for read in (records.from_either, records.from_json, records.from_text):
        with pytest.raises(RecordError, match=r"[.:]"):
            read(text)


@pytest.mark.parametrize("field", ["game", "version", "options", "seats", "commitment", "moves"])
@pytest.mark.parametrize("value", [None, 1.5, True, [1], "x", {"a": 1}, -1])
def test_a_wrong_field_is_named(field: str, value: object) -> None:
    raw = json.loads(records.to_json(RECORD))
    if (field, value) in (("game", "x"), ("version", -1), ("options", {"a": 1})):
        return
    with pytest.raises(RecordError, match=field.rstrip("s").replace("move", "(?i)move")):
        records.from_json(json.dumps(raw | {field: value}))


@pytest.mark.parametrize(
    "move", [[1], [1, 2], ["wolf", "x"], [0, "x"], [-1, "x"], [True, "x"], "1 x", None, [1, "a", "b"]]
)
def test_a_wrong_move_is_named_by_its_number(move: object) -> None:
    raw = json.loads(records.to_json(RECORD))
    raw["moves"][2] = move
    with pytest.raises(RecordError, match=r"^Move 3 must be"):
        records.from_json(json.dumps(raw))


def test_numbers_out_of_order_are_refused() -> None:
    with pytest.raises(RecordError, match="Move 2 was expected, but the record says 3"):
        records.from_text(records.to_text(RECORD).replace("2. 1: DEHI", "3. 1: DEHI"))
