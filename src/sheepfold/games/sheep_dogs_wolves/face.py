"""How doors present Sheep, Dogs and Wolves: who would live above the table, what the signs count beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sheepfold.core.contract.face import DuelFace, Fact, Figure, Portrait, Sample
from sheepfold.core.drawing.scene import Box
from sheepfold.games.sheep_dogs_wolves.lesson import LESSON
from sheepfold.games.sheep_dogs_wolves.text import aim
from sheepfold.games.sheep_dogs_wolves.view import View

ALONE: Final = (("mode", "single"),)
MOVES: Final = tuple(text for step in LESSON.steps for text in (step.move, *step.answers))

FIGURES: Final[Mapping[str, Figure]] = {
    "scared": Figure(
        Sample(ALONE, moves=MOVES[:1], window=Box(-70, -70, 256, 140)),
        "The lower wolf has 2 dogs beside it, its own and the one above: it is scared. The upper one has 1.",
    ),
    "ten": Figure(
        Sample(ALONE, moves=MOVES, window=Box(-400, -300, 700, 545)),
        "A table after 10 tiles beside the first: 9 wolves are scared, 2 can never be, and 1 sheep is lost for good.",
    ),
}


class DogsFace(DuelFace):
    """Nothing is hidden: the panel explains the signs on the board."""

    pitch = "One tile, three animals. Two dogs scare a wolf; one wolf is enough for a sheep."
    minutes = 10
    head = "h-dog"
    heads = {"Sheep": "h-sheep", "Wolf": "h-wolf"}  # noqa: RUF012 (a class-level constant)
    tab = "Signs"
    sample = Sample(
        (("tiles", 7), ("mode", "single")),
        moves=("-4,0E", "2,0E", "-2,1E", "3,1W", "-3,-1E", "2,-1W"),
        window=Box(-195, -62, 338, 178),
    )
    portrait = Portrait("points", 0.45, seat=1, moves=8)
    lesson = LESSON
    figures = FIGURES
    settings = {"tiles": "Tiles in all", "mode": "Kind of match"}  # noqa: RUF012 (a class-level constant)
    ways = {  # noqa: RUF012 (a class-level constant)
        "duel": "two games, roles swapped",
        "bid": "bid for the Sheep",
        "single": "one game, for the score",
    }
    auction = "Two kinds of match"

    def round_section(self, now: View) -> str:
        return "Laying a tile"

    def round_facts(self, now: View) -> list[Fact]:
        live = f"{now.score} of {len(now.tiles)}"
        found = [("Would live", live), ("Tiles left", str(now.left))] if now.left else [("Sheep alive", live)]
        if now.target:
            found.append(("To beat" if now.options.mode == "duel" else "To reach", str(now.target)))
        return found

    def round_page(self, now: View) -> Mapping[str, Any]:
        counts = now.scared, now.safe, now.danger, now.lost, now.saved
        return {"tiles": now.tiles, "sheep": now.sheep, "wolves": now.wolves, "counts": counts, "aim": aim(now)}


FACE: Final = DogsFace()
