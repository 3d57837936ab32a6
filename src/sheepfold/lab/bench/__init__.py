"""Benchmarks: each prints a ratio against a named peer, measured in the same run."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Ratio:
    """Median seconds of ours and of the peer's runs."""

    ours: float
    peer: float

    @property
    def times(self) -> float:
        return self.ours / self.peer


def _seconds(command: list[str]) -> float:
    begin = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begin


def start(runs: int) -> Ratio:
    """Starting ``sheepfold --help`` against starting Python with nothing to do, turn by turn."""
    ours, peer = [], []
    for _ in range(runs):
        peer.append(_seconds([sys.executable, "-c", "pass"]))
        ours.append(_seconds([sys.executable, "-m", "sheepfold", "--help"]))
    return Ratio(median(ours), median(peer))
