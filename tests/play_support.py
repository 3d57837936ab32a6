"""Small helpers for tests of play."""

from __future__ import annotations

from typing import Any

from sheepfold.play.terms import Update


def facts(update: Update) -> list[Any]:
    """All facts of an update, in order."""
    return [fact for seen in update.events for fact in seen.facts]
