"""Mutton as numbers: the parts of its moves, and what a seat sees of field, flock and evidence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.numbers import (
    STOP,
    WINDOW,
    Mark,
    NumberedGame,
    Plane,
    UtilityBounds,
    duel,
    one_hot,
    so_far_plane,
)
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.terms import BERSERK, ESCAPE, KILL, LETTERS, PASS, SHOT, STAND, WOLF, Options
from sheepfold.games.mutton.view import ALIVE, DEAD, HOME, View

PHASES: Final = ("place", "choose", "wolf", "farmer", "over")
FATES: Final = (ALIVE, DEAD, HOME)
KINDS: Final = (KILL, STAND, ESCAPE, SHOT, BERSERK)
RUNNERS: Final = 6
"""Neighbours of a cell, all of which may have to run."""


def numbers(options: Options, seats: int, window: int = WINDOW) -> NumberedGame:
    """Cells, letters, letters whose neighbours run, ``pass`` and ``STOP``. The field has edges: no window is used."""
    letters, cells = LETTERS[: options.num_sheep], hexagon(options.size).names
    parts: Move = (*cells, *letters, *(f"{letter}:" for letter in letters), PASS, *((STOP,) if options.berserk else ()))
    flock = len(letters)
    planes = (
        Plane("cells", (flock, len(cells))),
        Plane("fate", (len(FATES), flock)),
        Plane("wolf", (2, flock)),
        Plane("beside_victim", (flock, flock)),
        Plane("cleared", (flock,)),
        Plane("last", (len(KINDS),)),
        Plane("phase", (len(PHASES),)),
        Plane("score", (1,)),
        Plane("target", (1,)),
        so_far_plane(parts),
    )
    most = options.most_points

    def marks(view: View) -> Iterator[Mark]:
        index = hexagon(options.size).index
        for i, animal in enumerate(view.animals):
            if animal.cell is not None:
                yield "cells", i * len(cells) + index[animal.cell], 1.0
            yield "fate", FATES.index(animal.fate) * flock + i, 1.0
            if animal.wolf is not None:
                yield "wolf", (not animal.wolf) * flock + i, 1.0
        for deed in view.log:
            if deed.kind == KILL:  # one of those beside the victim is a wolf
                for letter in deed.near:
                    yield "beside_victim", LETTERS.index(deed.letters) * flock + LETTERS.index(letter), 1.0
            elif deed.kind == STAND and deed.role == WOLF:  # none of those in company is one
                for letter in deed.near:
                    yield "cleared", LETTERS.index(letter), 1.0
        if view.log:
            yield from one_hot("last", KINDS, view.log[-1].kind)
        yield from one_hot("phase", PHASES, view.phase)
        yield "score", 0, (view.score or 0) / most
        yield "target", 0, (view.target or 0) / most

    one = NumberedGame(
        seats=2,
        parts=parts,
        chance=(),
        longest=_longest(options),
        longest_chance=0,
        planes=planes,
        marks=marks,
        points=UtilityBounds(0.0, float(most), zero_sum=False),
        hidden=tuple(letters),
        ways=("sheep", "wolf"),
    )
    return duel(GAME.inner, options, one, most)


def _longest(options: Options) -> int:
    """In every round an animal dies or goes home: where the Wolf passes, the Farmer may not. Somebody is left."""
    flock = options.num_sheep
    shot = 1 + RUNNERS if options.shotgun else 2
    berserk = flock + 1 if options.berserk else 0
    return flock + options.num_wolves + (flock - 1) * (1 + RUNNERS + shot) + berserk
