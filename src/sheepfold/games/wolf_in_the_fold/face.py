"""How doors present Wolf in the Fold: points and tiles above the map, the bag beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sheepfold.core.contract import Seat
from sheepfold.core.face import Face, Fact, Portrait, Sample
from sheepfold.games.wolf_in_the_fold.lesson import LESSON
from sheepfold.games.wolf_in_the_fold.view import View


class FoldFace(Face):
    """Everything lies open but what is still in the bag."""

    pitch = "Build fences round the flock before the wolves have had their fill."
    minutes = 25
    head = "h-sheep"
    company = 1
    tab = "Bag"
    sample = Sample(
        seats=2,
        moves=(
            "sheep", "lambs", "1,0", "tri", "2,0/0", "tri", "2,-1/1", "straight", "1,-1/0", "tri", "0,-1/0",
            "tri", "-1,0/1", "tri", "-1,1/0", "straight", "0,1/0", "tri", "1,1/1", "shepherd", "3,-1", "black", "3,0",
            "sheep", "-2,1", "sheep", "-3,1", "wolf", "-2,0",
        ),
    )  # fmt: skip
    portrait = Portrait("players-won-stack-empty", 0.85, seat=1, moves=16)
    lesson = LESSON

    def facts(self, view: View, names: Mapping[Seat, str]) -> list[Fact]:
        scores = [
            (scorer.capitalize() if isinstance(scorer, str) else names.get(scorer, f"Seat {scorer}"), str(points))
            for scorer, points in view.scores.items()
        ]
        return [*scores, ("In the bag", str(view.left()))]

    def module(self, view: View) -> Mapping[str, Any]:
        return {"hand": view.hand, "tiles": view.tiles}


FACE: Final = FoldFace()
