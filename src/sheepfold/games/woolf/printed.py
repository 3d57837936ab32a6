"""To print: the cards for up to eight players, the questions, and a sheet for notes."""

from __future__ import annotations

from typing import Final

from sheepfold.core.contract.face import Piece, Printed, Ruled
from sheepfold.core.drawing.scene import Box, Element, Layer, Scene, Shape
from sheepfold.games.woolf.board import ADVANCED, BASIC, CHARACTERS, DECKS, DISGUISED_SHEEP, QUESTIONS

CARD: Final = 56.0
"""Millimetres across a card, which then is as large as playing cards are,"""
QUESTION: Final = 88.0
"""and across a question."""
MOST: Final = max(DECKS)


def pieces() -> list[Piece]:
    """All cards of the largest deck, those of the advanced game, and the questions."""
    from sheepfold.games.woolf.picture import pieces as drawn
    from sheepfold.games.woolf.picture import question_lines
    from sheepfold.games.woolf.text import question_words

    copies = dict(zip(BASIC, DECKS[MOST], strict=True)) | dict.fromkeys((*ADVANCED.values(), DISGUISED_SHEEP), 1)
    cards = [Piece(_drawn(card, drawn.card(card), 96, 132), CARD, count) for card, count in copies.items()]
    asked = {
        question: drawn.question_card(question, question_words(question), question_lines(question), 184)
        for question in QUESTIONS
    }
    return [*cards, *[Piece(_drawn(name, asked[name], 184, 60), QUESTION, count) for name, count in QUESTIONS.items()]]


def _drawn(name: str, body: tuple[Element, ...], width: float, height: float) -> Scene:
    from sheepfold.games.woolf.picture import BEASTS

    frame = Box(-1, -1, width + 2, height + 2)
    return Scene(name, name, frame, frame, (Layer("card", (Shape("card", (0, 0), body),)),), (), BEASTS)


PRINTED: Final = Printed(
    pieces,
    (Ruled("Notes", ("", *CHARACTERS), tuple(map(str, range(1, MOST + 1)))),),
    "You also need tokens for what was seen, such as coins of two kinds.",
)
