"""The pictures in the rules of Wolf in the Fold: a game under way, a closed fold, a hunted herd."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sheepfold.core.contract.face import Figure, Sample

FENCED: Final = (
    "sheep", "lambs", "1,0", "tri", "2,0/0", "tri", "2,-1/1", "straight", "1,-1/0", "tri", "0,-1/0",
    "tri", "-1,0/1", "tri", "-1,1/0", "straight", "0,1/0", "tri", "1,1/1",
)  # fmt: skip
"""A sheep and one with lambs, and a fence all round."""
HUNTED: Final = (
    *FENCED, "shepherd", "3,-1", "black", "3,0", "sheep", "-2,1", "sheep", "-3,1", "wolf", "-2,0",
)  # fmt: skip
"""Beside it two sheep, and a wolf that has found them."""

FIGURES: Final[Mapping[str, Figure]] = {
    "under way": Figure(
        Sample(seats=2, plies=42, seed=11), "A game under way. Dotted cells show where the tile in hand may go."
    ),
    "fold": Figure(Sample(seats=2, moves=FENCED), "A closed fold round a sheep and one with lambs: 3 points."),
    "hunt": Figure(
        Sample(seats=2, moves=HUNTED),
        "A wolf beside a herd of 2 in the open: 2 points for the wolves. The fold stays as it is.",
    ),
}
