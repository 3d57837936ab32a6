"""What a tile would do if it lay there: which sheep would live, which wolves be scared, and all signs that change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sheepfold.core.contract import Move
from sheepfold.core.scores import BAD, GOOD, Consequence, Foreseen, Noted
from sheepfold.games.sheep_dogs_wolves import board
from sheepfold.games.sheep_dogs_wolves.terms import DRAWINGS, SHEEP, tiles_of
from sheepfold.games.sheep_dogs_wolves.text import grown, number
from sheepfold.games.sheep_dogs_wolves.view import Signs, View, signs

MOST: Final = 3


def consequence(view: View, move: Move, *, aids: bool) -> Consequence | None:
    """The difference that a tile makes; all of it lies open."""
    laid = tiles_of((*view.tiles, move[0]))
    if len(laid) == len(view.tiles):
        return None
    after = signs(tuple(laid), view.left - 1)
    told = f"Here {number(*grown(after.living - view.score))}."
    return Consequence(told, tuple(_slips(view, after))[:MOST], tuple(_changed(view, after, laid)))


def _slips(view: View, after: Signs) -> Iterator[Noted]:
    """For the Sheep it is good that sheep live and wolves are scared; for the Wolf the contrary."""
    alive = after.living
    well, ill = (GOOD, BAD) if view.turn == SHEEP else (BAD, GOOD)
    if alive != view.score:
        yield Noted(f"{alive - view.score:+d}".replace("-", "−"), well if alive > view.score else ill)
    for word, before, now, sign, one, many in (
        ("scared for good", view.scared, after.wolves.count("scared"), well, "wolf", "wolves"),
        ("lost for good", view.lost, after.sheep.count("lost"), ill, "sheep", "sheep"),
        ("saved for good", view.saved, after.sheep.count("saved"), well, "sheep", "sheep"),
        ("can never be scared", view.safe, after.wolves.count("safe"), ill, "wolf", "wolves"),
    ):
        if now > before:
            yield Noted(f"{number(now - before, one, many)} {word}", sign)
    yield Noted(f"{view.score} → {alive} alive")


def _changed(view: View, after: Signs, tiles: list[int]) -> Iterator[Foreseen]:
    """The signs that would be other than they are."""
    for index, tile in enumerate(tiles):
        sheep, _, wolf = board.cells_of(tile)
        for cell, before, now in ((sheep, view.sheep, after.sheep), (wolf, view.wolves, after.wolves)):
            if now[index] and before[index : index + 1] != (now[index],):
                yield Foreseen("{},{}".format(*board.place_of(cell)), DRAWINGS[now[index]])
