"""How a game ended, in words for everybody: who gave up, who won, with how many points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sheepfold.core.contract import Game, Outcome, Seat

LEADS = {"resigned": "{by} gave up.", "forfeited": "{by} ran out of time.", "agreed": "By agreement."}
"""How a game can end at the table without its rules."""


def verdict(game: Game[Any, Any, Any], outcome: Outcome, names: Mapping[Seat, str]) -> str:
    """Two or three short sentences."""
    if outcome.reason == "aborted":
        return "The game was called off; it counts for nobody."
    by = names.get(outcome.by, "") if outcome.by is not None else ""
    lead = LEADS.get(outcome.reason, "The game is over.").format(by=by)
    scores = ", ".join(
        f"{scorer.capitalize() if isinstance(scorer, str) else names.get(scorer, scorer)}: {points}"
        for scorer, points in outcome.scores.items()
    )
    return " ".join(filter(None, [lead, game.winning(outcome, names), scores and f"{scores}."]))
