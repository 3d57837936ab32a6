"""``sheepfold review``: a finished game in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Command, refused

RECORDS = Path(__file__).parents[1] / "records"
FILE = RECORDS / "woolf" / "own-cards-5.json"


def test_a_review_names_the_judge_and_every_seat(sheepfold: Command) -> None:
    said = sheepfold("review", FILE).stdout
    assert "judged by Justice" in said
    assert said.count("(seat ") == 5
    assert "Turning points" in said


def test_one_seat_as_json(sheepfold: Command) -> None:
    found = json.loads(sheepfold("review", FILE, "--seat", "2", "--open", "--json").stdout)
    assert [seat["seat"] for seat in found["seats"]] == [2]
    seat = found["seats"][0]
    assert seat["start"] + seat["skill"] + seat["luck"] + seat["others"] == seat["result"]
    assert found["opened"]


def test_what_cannot_be_reviewed_is_one_sentence(sheepfold: Command, tmp_path: Path) -> None:
    record = json.loads(FILE.read_text())
    for name, changed, said in (
        ("running", {"outcome": None, "moves": record["moves"][:5]}, "not over"),
        ("newer", {"version": 99}, "newer"),
        ("broken", {"moves": [[1, "?"]]}, "Move 1"),
    ):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(record | changed))
        refused(sheepfold("review", path), said)
    refused(sheepfold("review", FILE, "--seat", "8"), "There is no seat 8")
