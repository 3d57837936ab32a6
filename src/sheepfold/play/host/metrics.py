"""Metrics of a running process, for its host."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(slots=True)
class ProcessMetrics:
    """Counted as things happen. For the host alone: the number of moves tells when a secret one was made."""

    moves: int = 0
    """Moves that this process has stored, bots' and chance's included."""
    writes_waiting: int = 0
    bots_waiting: int = 0
    tables: int = 0
    """Tables held in memory, when it was asked."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While a change waits for the store."""
        self.writes_waiting += 1
        try:
            yield
        finally:
            self.writes_waiting -= 1

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """While a bot waits for its worker, or thinks."""
        self.bots_waiting += 1
        try:
            yield
        finally:
            self.bots_waiting -= 1
