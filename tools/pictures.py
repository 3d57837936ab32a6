"""Draws the pictures of the documentation anew, from golden records by the games' own code."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sheepfold.core import record as records
from sheepfold.core.look.svg import svg
from sheepfold.core.progress import replay
from sheepfold.games import game

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURES: Final = ROOT / "docs" / "pictures"
SHOWN: Final = {
    "mutton": ("mutton/points.json", 0.3, 2),
    "fold": ("fold/players-won-stack-empty.json", 0.85, 1),
    "dogs": ("dogs/points.json", 0.45, 1),
    "woolf": ("woolf/three-rounds-shared-6.json", 0.3, 2),
}
"""Which record, how far into it (as a share of its moves), and seen by whom."""


def drawn(name: str) -> str:
    """The picture of one game."""
    path, share, seat = SHOWN[name]
    record = records.from_either((ROOT / "tests" / "records" / path).read_text(encoding="utf-8"))
    played = game(name)
    steps = list(replay(played, record))
    state = steps[int(len(steps) * share)].state
    return svg(played.picture(played.view(state, seat), dict(enumerate(record.seats, 1)))) + "\n"


if __name__ == "__main__":
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in SHOWN:
        (PICTURES / f"{name}.svg").write_text(drawn(name), encoding="utf-8")
