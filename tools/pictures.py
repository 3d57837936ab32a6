"""Draws the pictures of the documentation anew, from golden records by the games' own code."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sheepfold.core.contract.face import Face, Portrait
from sheepfold.core.drawing.svg import svg
from sheepfold.core.records import record as records
from sheepfold.core.records.progress import replay
from sheepfold.games import SHELF, game

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURES: Final = ROOT / "docs" / "pictures"


def portrait(name: str) -> Portrait | None:
    """What the game's face says is worth showing."""
    face: Face = getattr(SHELF.room(name, "face"), "FACE", Face())
    return face.portrait


def drawn(name: str) -> str:
    """The picture of one game."""
    shown = portrait(name)
    assert shown is not None
    path = ROOT / "tests" / "records" / name / f"{shown.record}.json"
    record = records.from_either(path.read_text(encoding="utf-8"))
    played = game(name)
    steps = list(replay(played, record))
    state = steps[int(len(steps) * shown.share)].state
    return svg(played.picture(played.view(state, shown.seat), dict(enumerate(record.seats, 1)))) + "\n"


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in filter(portrait, SHELF):
        (PICTURES / f"{name}.svg").write_text(drawn(name), encoding="utf-8")
