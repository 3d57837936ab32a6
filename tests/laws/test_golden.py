"""Law: every way of ending has a golden record, and every golden record still replays and verifies."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold.core.records import record as records
from sheepfold.core.records.progress import AnyGame, verify
from sheepfold.games import SHELF
from sheepfold.lab.fuzz import ended, endings

LAWFUL = SHELF.more("pebbles=pebbles")
GOLDEN = Path(__file__).parent.parent / "records"
FILES = sorted(GOLDEN.glob("*/*.json"))


def test_every_way_of_ending_has_a_golden_record(game: AnyGame) -> None:
    kept = [records.from_either(path.read_text()) for path in FILES if path.parent.name == game.name]
    assert set().union(*(ended(game, record) for record in kept)) == endings(game)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_records_verify(path: Path) -> None:
    record = records.from_either(path.read_text())
    assert verify(LAWFUL.game(record.game), record).seed_known
