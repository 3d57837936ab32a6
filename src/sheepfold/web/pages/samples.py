"""A real position of each game for cards and rules pages: what its face names, played out by its own rules."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final

from sheepfold.core import chance
from sheepfold.core.bot import random_move
from sheepfold.core.contract import NATURE, Move, Seat
from sheepfold.core.face import Face, Sample
from sheepfold.core.look.scene import Scene
from sheepfold.core.progress import AnyGame, play

NAMES: Final = dict(enumerate(("Ada", "Bruno", "Cleo", "Dov", "Emi", "Finn", "Gus", "Hana"), 1))


@cache
def model(game: AnyGame, sample: Sample) -> Scene:
    """What a spectator sees of the sample."""
    seats = game.seats[0] if sample.seats is None else sample.seats
    state = game.start(game.options.make(dict(sample.options)), seats)
    rng, secret = Random(sample.seed), sample.seed.to_bytes(32, "big")

    def chosen(state: Any, seat: Seat, ply: int) -> Move:
        if sample.moves:
            return game.read(state, seat, sample.moves[ply])
        return chance.draw(game, state, secret, ply) if seat == NATURE else random_move(game, state, seat, rng)

    for ply in range(len(sample.moves) or sample.plies):
        movers = game.to_move(state)
        if not movers:
            break
        seat = min(movers)
        state = play(game, state, seat, chosen(state, seat, ply), ply).state
    return game.picture(game.view(state, None), NAMES)


def card(game: AnyGame, face: Face) -> Scene:
    """The picture on a game's card: a drawing of its own, or the sample's board, cut to fit."""
    if (own := face.card()) is not None:
        return own
    board = model(game, face.sample).inside()
    return board if face.sample.window is None else replace(board, frame=face.sample.window)
