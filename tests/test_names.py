"""What one game needs lives in that game's folder: nobody outside knows a game by its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sheepfold.games import SHELF

ROOT = Path(__file__).parent.parent
ROOMS = (
    "src/sheepfold/core",
    "src/sheepfold/play",
    "src/sheepfold/command",
    "src/sheepfold/web",
    "src/sheepfold/bots",
    "src/sheepfold/cli",
    "tools",
)
MEASURED = {"src/sheepfold/cli/lab/bench.py"}
"""The bench says which game it plays."""


def sources(room: str) -> list[Path]:
    kinds = {".py", ".js", ".html", ".css"}
    return sorted(path for path in (ROOT / room).rglob("*") if path.suffix in kinds)


@pytest.mark.parametrize("room", ROOMS)
def test_no_line_outside_its_folder_names_a_game(room: str) -> None:
    names = "|".join((*SHELF, *(place.rpartition(".")[2] for place in SHELF.places.values())))
    quoted = re.compile(rf"""['"]({names})['"]|/({names})['"/?]|games\.({names})\b""")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in sources(room)
        if str(path.relative_to(ROOT)) not in MEASURED
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if quoted.search(line)
    ]
    assert found == []
