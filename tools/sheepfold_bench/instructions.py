"""Instructions that a move takes, counted by callgrind: the same on a quiet machine and on a busy one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sheepfold.games import SHELF
from sheepfold_bench import counted
from sheepfold_bench.load import BenchError


@dataclass(frozen=True, slots=True)
class MoveInstructions:
    """Instructions per move of one game: with nobody listening, and with two pages that listen."""

    title: str
    alone: int
    pages: int


def measure() -> list[MoveInstructions]:
    """All games that people play. Raises BenchError without valgrind."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise BenchError("Counting instructions needs valgrind, which is not installed (apt-get install valgrind).")
    counts = iter(dumps(valgrind, [sys.executable, "-m", counted.__name__])[1::2])  # those between two marks of a game
    made = []
    for name in SHELF:
        _, alone, pages = (next(counts) // counted.COUNTED for _ in counted.WAYS)
        made.append(MoveInstructions(SHELF.game(name).title, alone, pages))
    return made


def dumps(valgrind: str, program: Sequence[str]) -> list[int]:
    """The instructions up to each mark of a program, since the one before. Raises BenchError where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind"
        options = ["--tool=callgrind", "--dump-before=getsid", f"--callgrind-out-file={out}"]
        environment = os.environ | {"PYTHONHASHSEED": "0"}
        done = subprocess.run([valgrind, *options, *program], env=environment, capture_output=True, text=True)
        if done.returncode:
            raise BenchError(f"The counted program failed: {done.stderr[-2000:]}")
        dumped = sorted(out.parent.glob("callgrind.*"), key=lambda path: int(path.suffix[1:]))
        return [int(found[1]) for path in dumped if (found := re.search(r"^summary: (\d+)$", path.read_text(), re.M))]
