"""What decided a game of Wolf in the Fold that is over: the herds that counted most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sheepfold.core.contract import Seat
from sheepfold.core.interlude import BAD, GOOD, PLAIN, Noted
from sheepfold.games.wolf_in_the_fold.score import Flock
from sheepfold.games.wolf_in_the_fold.terms import TOGETHER
from sheepfold.games.wolf_in_the_fold.text import herd_line, sentence
from sheepfold.games.wolf_in_the_fold.view import View

MOST: Final = 3


def recap(view: View, names: Mapping[Seat, str]) -> tuple[Noted, ...]:
    """The herds that were worth most to anybody, and whether that was good for the viewer."""
    telling = sorted((flock for flock in view.flocks if flock.players or flock.wolves), key=_worth)
    return tuple(Noted(sentence(herd_line(view, flock, names)), _sign(view, flock)) for flock in telling[:MOST])


def _worth(flock: Flock) -> tuple[int, int]:
    return -max(flock.players, flock.wolves), -len(flock.cells)


def _sign(view: View, flock: Flock) -> str:
    if view.seat is None:
        return PLAIN
    if view.mode == TOGETHER:
        return GOOD if flock.players > flock.wolves else BAD
    return GOOD if flock.enclosure is not None and view.folds[flock.enclosure].by == view.seat else BAD
