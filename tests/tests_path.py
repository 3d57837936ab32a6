"""Helpers for tests that start processes of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def workers_can_import_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let child processes find the tiny game and, in a checkout, the package."""
    places = [str(HERE), str(HERE.parent / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(places))
