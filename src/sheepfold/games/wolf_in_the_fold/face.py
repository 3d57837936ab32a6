"""How doors present Wolf in the Fold: points and tiles above the map, the bag beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sheepfold.core.contract import Seat
from sheepfold.core.contract.face import Face, Fact, Figure, Portrait, Sample
from sheepfold.core.drawing.scene import Scene
from sheepfold.games.wolf_in_the_fold.board import HEX_WAYS, turns
from sheepfold.games.wolf_in_the_fold.lesson import LESSON
from sheepfold.games.wolf_in_the_fold.picture import tile_sign, whole
from sheepfold.games.wolf_in_the_fold.terms import NAMES, TOGETHER, turn_parts
from sheepfold.games.wolf_in_the_fold.view import View

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


class FoldFace(Face):
    """Everything lies open but what is still in the bag."""

    pitch = "Build fences round the flock before the wolves find it."
    minutes = 25
    head = "h-sheep"
    company = 1
    tab = "Bag"
    sample = Sample(seats=2, moves=HUNTED)
    portrait = Portrait("players-won-stack-empty", 0.85, seat=1, moves=16)
    lesson = LESSON
    figures = FIGURES
    settings = {"mode": "Who plays against whom", "min_herd": "Sheep in a herd, at least"}  # noqa: RUF012 (a constant)
    ways = {"together": "all against the wolves", "versus": "each alone"}  # noqa: RUF012 (a constant)

    def section(self, view: View) -> str:
        if view.hand is None:
            return "The score, together" if view.mode == TOGETHER else "The score, each alone"
        return {"wolf": "Wolves", "shepherd": "Shepherds"}.get(view.hand, "Your turn")

    def sign(self, name: str) -> Scene | None:
        return tile_sign(name) if name in NAMES else None

    def facts(self, view: View, names: Mapping[Seat, str]) -> list[Fact]:
        scores = [
            (scorer.capitalize() if isinstance(scorer, str) else names.get(scorer, f"Seat {scorer}"), str(points))
            for scorer, points in view.scores.items()
        ]
        return [*scores, ("In the bag", str(view.left()))]

    def page(self, view: View, names: Mapping[Seat, str]) -> Mapping[str, Any]:
        return {"hand": view.hand, "bag": [count for _, count in view.bag]}

    def once(self, view: View) -> Mapping[str, Any]:
        """Every kind of tile in the order of the bag: its name, the parts that turn it, and the symbols that it is
        drawn with in each turn. ``around``: the steps from a cell to its neighbours."""
        kinds = {
            kind: {
                "name": name,
                "turns": turn_parts(kind),
                "drawn": [whole(kind, turn) for turn in range(max(1, turns(kind)))],
            }
            for kind, name in NAMES.items()
        }
        return {"kinds": kinds, "around": HEX_WAYS}


FACE: Final = FoldFace()
