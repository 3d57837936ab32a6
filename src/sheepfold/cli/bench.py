"""``sheepfold bench``: ratios against a peer, measured in the same run."""

from __future__ import annotations

from sheepfold.cli.arguments import Parser, whole
from sheepfold.lab import bench

START_LIMIT = 6
"""``sheepfold --help`` may take so many times as long as Python alone."""


def parser() -> Parser:
    made = Parser("bench", "Measure how quick the program is, always against a named peer in the same run.")
    made.add_argument("what", choices=["start"], help="start: sheepfold --help against python3 -c pass")
    made.add_argument("--runs", metavar="N", type=whole(1, 10_000), default=20, help="how often to measure (20)")
    return made


def run(words: list[str]) -> int:
    asked = parser().read(words)
    found = bench.start(asked.runs)
    print(
        f"sheepfold --help {found.ours * 1000:.1f} ms, python3 -c pass {found.peer * 1000:.1f} ms: "
        f"{found.times:.1f} times as long (at most {START_LIMIT})."
    )
    return 0 if found.times <= START_LIMIT else 1
