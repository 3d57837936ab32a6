"""The deal of the day: the Farmer against one Wolf, until the last wolf is shot."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.deal import Deal
from sheepfold.games.mutton.terms import FARMER, WOLF

DEAL: Final = Deal(
    options={"quick": 22},
    seats=2,
    seat=FARMER,
    bot="canny",
    task="You are the Farmer. Shoot the wolves before many sheep are eaten.",
    points=lambda scores: -scores[WOLF],
    words=lambda scores: "1 sheep eaten" if scores[WOLF] == 1 else f"{scores[WOLF]} sheep eaten",
)
