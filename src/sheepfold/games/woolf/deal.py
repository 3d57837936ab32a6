"""The deal of the day: three rounds with the same cards among the same bots."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.deal import Deal

DEAL: Final = Deal(
    options={},
    seats=4,
    seat=1,
    bot="beadle",
    task="Play three rounds with three bots of the house, and score as much as you can.",
    points=lambda scores: scores[1],
    words=lambda scores: "1 point" if scores[1] == 1 else f"{scores[1]} points",
)
