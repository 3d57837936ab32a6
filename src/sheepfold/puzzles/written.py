"""A puzzle as people are shown it: what they may answer, under letters; the picture with these letters; the words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist
from string import ascii_uppercase
from typing import Final

from sheepfold.core.drawing.pen import element, ink
from sheepfold.core.drawing.scene import Layer, Point, Scene, Shape, Sprite
from sheepfold.core.words.paragraphs import Text, paragraph, table_of
from sheepfold.core.words.prose import listed
from sheepfold.puzzles import NoPuzzle, Shown, called

BADGE: Final = 12.0
"""The radius of a letter on the board,"""
LARGE: Final = 1.5
"""how much larger it is in the middle of a place of its own,"""
CORNERS: Final = ((-15, -13), (15, -13), (-15, 13), (15, 13))
"""and where it stands beside the middle of a place of several, so that they lie side by side."""
NEAR: Final = 2 * BADGE * LARGE
"""Letters that are nearer would cover each other."""


@dataclass(frozen=True, slots=True)
class LetteredChoice:
    """What may be answered, and under which letter. What is a letter already, such as an animal, is its own."""

    answer: str
    letter: str
    words: str

    def is_meant(self, words: str) -> bool:
        """Whether somebody means it who writes that, in small letters."""
        return words in (self.letter.casefold(), self.answer.casefold(), self.words.casefold())


def choices(found: Shown) -> list[LetteredChoice]:
    """All that may be answered."""
    kind, offered = found.kind, found.solution.choices
    words = [kind.words(found.view, choice) for choice in offered]
    own = kind.ghosts is None and words == list(offered)
    return [LetteredChoice(*each) for each in zip(offered, offered if own else ascii_uppercase, words, strict=False)]


def choice_meant(found: Shown, words: str) -> LetteredChoice:
    """The choice that somebody means. Raises NoPuzzle if it is none."""
    typed, offered = " ".join(words.split()).casefold(), choices(found)
    given = next((each for each in offered if each.is_meant(typed)), None)
    if given is None:
        raise NoPuzzle(f"Answer with one of {', '.join(each.letter for each in offered)}.")
    return given


def is_right(found: Shown, words: str) -> bool:
    """Whether that answer is right. Raises NoPuzzle if it is none of the choices."""
    return choice_meant(found, words).answer == found.solution.answer


def question(found: Shown) -> Text:
    """The question, and below it what may be answered."""
    offered = choices(found)
    if all(each.letter == each.words for each in offered):
        below = paragraph(f"Answer with {listed((each.letter for each in offered), 'or')}.")
    else:
        below = table_of((f"  {each.letter}", each.words) for each in offered)
    return paragraph(found.kind.question), below


def position(found: Shown) -> Text:
    """What the solver may know, in words."""
    return found.game.paragraphs(found.view, called(found))


def solution_letter(found: Shown) -> str:
    """The letter of the right answer."""
    return next(each.letter for each in choices(found) if each.answer == found.solution.answer)


def verdict(found: Shown, *, right: bool) -> tuple[str, str]:
    """What whoever has answered is told."""
    missed = f"Not this time. The answer is {solution_letter(found)}."
    return "Right." if right else missed, found.solution.reason


def picture(found: Shown, ghosts: Sequence[Layer] = ()) -> Scene:
    """The position, with a letter wherever a tile may be laid; ``ghosts`` lie below the letters."""
    scene = found.game.picture(found.view, called(found))
    if found.kind.ghosts is None:
        return scene
    spots = {
        each: [scene.place(tile[0]) for tile in found.kind.ghosts(found.view, each.answer)] for each in choices(found)
    }
    taken = [spot for places in spots.values() for spot in places]
    badges: list[Shape] = []
    for (each, places), (right, down) in zip(spots.items(), CORNERS, strict=False):
        for at, (x, y) in enumerate(places):
            alone = sum(dist((x, y), spot) < NEAR for spot in taken) == 1
            spot = (x, y) if alone else (x + right, y + down)
            badges.append(_badge(f"{each.letter} {at}", each, spot, LARGE if alone else 1.0))
    below = tuple(_without_words(layer, scene, taken) for layer in scene.board)
    return replace(scene, board=(*below, *ghosts, Layer("letters", tuple(badges))))


def _without_words(layer: Layer, scene: Scene, spots: Sequence[Point]) -> Layer:
    """The layer with nothing written where letters stand."""
    lettered = {
        Sprite(cell, symbol)
        for symbol, cells in layer.cells.items()
        if scene.symbols[symbol].words is not None
        for cell in cells
        if scene.place(Sprite(cell, symbol)) in spots
    }
    cells = {
        symbol: tuple(cell for cell in cells if Sprite(cell, symbol) not in lettered)
        for symbol, cells in layer.cells.items()
    }
    bare = tuple(sprite._replace(words="") for sprite in sorted(lettered))
    return replace(layer, cells=cells, drawn=(*bare, *layer.drawn)) if lettered else layer


def _badge(key: str, choice: LetteredChoice, at: Point, scale: float) -> Shape:
    body = (
        element("circle", r=BADGE, fill=ink("fleece"), stroke=ink("block"), stroke_width=2),
        element(
            "text", choice.letter, y=1, font_size=16, font_weight=700, dominant_baseline="central", fill=ink("block")
        ),
    )
    return Shape(key, at, body, part=choice.answer, scale=scale)
