"""The golden records cover every mode, every number of players and every way of ending."""

from __future__ import annotations

import pytest

from games.woolf.golden import FOLDER, WANTED
from sheepfold.core.records.progress import replay, verify
from sheepfold.core.records.record import from_json
from sheepfold.games.woolf import GAME

RECORDS = {path.stem: from_json(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_record_verifies_and_ends_as_its_name_says(name: str) -> None:
    record = RECORDS[name]
    players, _, _, reason, shared = WANTED[name]
    assert verify(GAME, record).seed_known
    assert record.outcome is not None
    assert (len(record.seats), record.outcome.reason) == (players, reason)
    assert (len(record.outcome.winners) > 1) == shared


def test_every_mode_every_number_of_players_and_every_ending_has_one() -> None:
    assert set(RECORDS) == set(WANTED)
    assert {len(record.seats) for record in RECORDS.values()} == set(GAME.seats)
    for option in ("advanced", "shuffle"):
        assert {record.options[option] for record in RECORDS.values()} == {True, False}
    endings = {(r.outcome.reason, len(r.outcome.winners) > 1) for r in RECORDS.values() if r.outcome}
    assert endings == {(reason, shared) for reason in GAME.endings for shared in (True, False)}


def test_swaps_out_of_turn_replay() -> None:
    record = RECORDS["three-rounds-places-7"]
    assert any(text == "swap" for _, text in record.moves)
    *_, last = replay(GAME, record)
    assert GAME.outcome(last.state) == record.outcome
