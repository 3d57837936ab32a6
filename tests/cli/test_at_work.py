"""Whoever watches a long command sees that it works; a pipe gets nothing of it."""

from __future__ import annotations

import io
import sys

import pytest

from sheepfold.cli.output import at_work


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_is_told_what_takes_its_time_and_a_pipe_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, told in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        with at_work("Counting"):
            pass
        assert ("Counting" in stream.getvalue()) == told
