"""The deal of the day: all tiles alone against the wolves."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.deal import Deal

DEAL: Final = Deal(
    options={},
    seats=1,
    seat=1,
    bot="",
    task="Play alone against the wolves, and lead them by as much as you can.",
    points=lambda scores: scores["players"] - scores["wolves"],
    words=lambda scores: f"{scores['players']} to {scores['wolves']}",
)
