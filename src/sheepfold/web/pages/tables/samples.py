"""A real position of each game for cards and rules pages: what its face names, played out by its own rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Final

from sheepfold.core.contract.bot import random_move
from sheepfold.core.contract.face import Face, Sample
from sheepfold.core.drawing.scene import Scene
from sheepfold.core.records.progress import AnyGame, Progress

NAMES: Final = dict(enumerate(("Ada", "Bruno", "Cleo", "Dov", "Emi", "Finn", "Gus", "Hana"), 1))


def position(game: AnyGame, sample: Sample) -> Any:
    """The sample as a spectator views it."""
    seats = game.seats[0] if sample.seats is None else sample.seats
    now = Progress.begin(game, game.options.make(dict(sample.options)), seats, sample.seed.to_bytes(32, "big"))
    if sample.moves:
        for text in sample.moves:
            now = now.after(now.step(min(now.waiting), text))
    else:
        rng = Random(sample.seed)
        for step in islice(now.run(lambda at, seat: random_move(game, at.state, seat, rng)), sample.plies):
            now = now.after(step)
    return game.view(now.state, None)


def framed(game: AnyGame, sample: Sample) -> Scene:
    """The sample's board, cut to what is worth showing."""
    board = game.picture(position(game, sample), NAMES).inside()
    return board if sample.window is None else replace(board, frame=sample.window)


def card(game: AnyGame, face: Face) -> Scene:
    """The picture on a game's card: a drawing of its own, or the sample's board, cut to fit."""
    if (own := face.card()) is not None:
        return own
    return framed(game, face.sample)
