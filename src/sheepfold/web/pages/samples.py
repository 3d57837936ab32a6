"""A real position of each game for cards and rules pages: what its face names, played out by its own rules."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Final

from sheepfold.core.bot import random_move
from sheepfold.core.face import Face, Sample
from sheepfold.core.look.scene import Scene
from sheepfold.core.progress import AnyGame, Progress

NAMES: Final = dict(enumerate(("Ada", "Bruno", "Cleo", "Dov", "Emi", "Finn", "Gus", "Hana"), 1))


@cache
def model(game: AnyGame, sample: Sample) -> Scene:
    """What a spectator sees of the sample."""
    seats = game.seats[0] if sample.seats is None else sample.seats
    now = Progress.begin(game, game.options.make(dict(sample.options)), seats, sample.seed.to_bytes(32, "big"))
    if sample.moves:
        for text in sample.moves:
            now = now.after(now.step(min(now.waiting), text))
    else:
        rng = Random(sample.seed)
        for step in islice(now.run(lambda at, seat: random_move(game, at.state, seat, rng)), sample.plies):
            now = now.after(step)
    return game.picture(game.view(now.state, None), NAMES)


def card(game: AnyGame, face: Face) -> Scene:
    """The picture on a game's card: a drawing of its own, or the sample's board, cut to fit."""
    if (own := face.card()) is not None:
        return own
    board = model(game, face.sample).inside()
    return board if face.sample.window is None else replace(board, frame=face.sample.window)
