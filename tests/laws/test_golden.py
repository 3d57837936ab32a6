"""Law: every way of ending has a golden record, and every golden record still replays and verifies."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold.core import record as records
from sheepfold.core.duel import Duel, RoundOver
from sheepfold.core.progress import AnyGame, replay, verify
from sheepfold.games import SHELF

LAWFUL = SHELF.more("pebbles=pebbles")
GOLDEN = Path(__file__).parent.parent / "records"
FILES = sorted(GOLDEN.glob("*/*.json"))


def ended(game: AnyGame, path: Path) -> set[str]:
    """The reasons the record ends for: the game's, and those of the rounds inside."""
    record = records.from_either(path.read_text())
    facts = [told.fact for step in replay(game, record) for told in step.told]
    assert record.outcome is not None
    return {record.outcome.reason} | {fact.reason for fact in facts if isinstance(fact, RoundOver)}


def test_every_way_of_ending_has_a_golden_record(game: AnyGame) -> None:
    wanted = set(game.endings) | (set(game.inner.endings) if isinstance(game, Duel) else set())
    found = set().union(*(ended(game, path) for path in FILES if path.parent.name == game.name))
    assert wanted == found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_records_verify(path: Path) -> None:
    record = records.from_either(path.read_text())
    assert verify(LAWFUL.game(record.game), record).seed_known
