"""Golden records: every way of ending and every mode, replayed move by move."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold.core.records.progress import replay, verify
from sheepfold.core.records.record import from_json, from_text, to_json, to_text
from sheepfold.games.sheep_dogs_wolves import GAME

FOLDER = Path(__file__).parents[2] / "records" / "dogs"
RECORDS = {path.stem: from_json(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


def test_every_ending_and_every_mode_has_a_golden_record() -> None:
    assert set(RECORDS) == set(GAME.endings)
    assert {record.options["mode"] for record in RECORDS.values()} == {"duel", "bid", "single"}


@pytest.mark.parametrize("ending", GAME.endings)
def test_golden_records_still_replay(ending: str) -> None:
    record = RECORDS[ending]
    assert record.outcome is not None
    assert record.outcome.reason == ending
    assert [step.text for step in replay(GAME, record)] == [text for _, text in record.moves]
    assert verify(GAME, record).seed_known


@pytest.mark.parametrize("ending", GAME.endings)
def test_golden_records_come_back_from_both_their_forms(ending: str) -> None:
    record = RECORDS[ending]
    assert from_json(to_json(record)) == from_text(to_text(record)) == record
