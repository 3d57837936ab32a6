"""The pictures in Mutton's rules: the first nights of one small game, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sheepfold.core.contract.face import Figure, Sample
from sheepfold.games.mutton.lesson import LESSON

MOVES: Final = tuple(text for step in LESSON.steps for text in (step.move, *step.answers))


def _after(moves: int) -> Sample:
    return Sample(LESSON.options, LESSON.seats, MOVES[:moves])


FIGURES: Final[Mapping[str, Figure]] = {
    "two nights": Figure(
        _after(5), "A small field after two nights: D and E are eaten. Dotted lines show who ran: C, G and I."
    ),
    "flight": Figure(
        _after(3), "A flight. D is eaten; A, B, G and H stood beside it and ran to cells that do not touch it."
    ),
    "end": Figure(
        _after(len(MOVES)),
        "The end: both wolves are shot, G and K, and everybody sees it. 4 sheep died, so the Wolf has 4.",
    ),
}
