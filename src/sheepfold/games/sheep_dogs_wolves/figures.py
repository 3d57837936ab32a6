"""The pictures in the rules of Sheep, Dogs and Wolves: two dogs at a wolf, and a table after ten tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sheepfold.core.contract.face import Figure, Sample
from sheepfold.core.drawing.scene import Box
from sheepfold.games.sheep_dogs_wolves.lesson import LESSON

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
