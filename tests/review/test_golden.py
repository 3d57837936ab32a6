"""Golden reviews: what golden records are judged to be, down to the label of every decision."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sheepfold.core.records.record import from_either
from sheepfold.games import game
from sheepfold.review import Review, judging_of, review

RECORDS = Path(__file__).parent.parent / "records"
GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*.json"))


def short(found: Review) -> dict[str, object]:
    """What stays the same on every machine: tenths of a step, and labels."""
    return {
        "judge": found.judge,
        "currency": found.currency.name,
        "turning points": [point.move for point in found.turning_points],
        "seats": [
            {
                "sums": [round(each / 10) for each in (seat.start, seat.skill, seat.luck, seat.others, seat.result)],
                "decisions": " ".join(f"{made.move}:{made.label}" for made in seat.decisions),
            }
            for seat in found.seats
        ],
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_record_is_judged_as_before(path: Path) -> None:
    name, _, stem = path.stem.partition("-")
    record = from_either((RECORDS / name / f"{stem}.json").read_text())
    found = review(record, judging=judging_of(game(name), effort=0.2))
    assert short(found) == json.loads(path.read_text())


def test_every_game_has_a_golden_review() -> None:
    assert {path.stem.partition("-")[0] for path in FILES} == {"mutton", "fold", "dogs", "woolf"}
