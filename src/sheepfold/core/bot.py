"""The bot protocol: a bot gets what its seat gets, and luck of its own; nothing else."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from sheepfold.core.contract import Game, Move, Seat


class Bot(Protocol):
    """A player. It may keep nothing between moves that its next view would not tell it."""

    def choose(self, view: Any, rng: Random) -> Move:
        """A legal move for the view's owner, whose turn it is."""
        ...


def random_move(game: Game[Any, Any, Any], state: Any, seat: Seat, rng: Random) -> Move:
    """A move built part by part, each legal part equally likely, mostly stopping where a move may stop."""
    move: Move = ()
    ahead = game.ahead(state, seat, move)
    while not (ahead.complete and (not ahead.parts or rng.randrange(8))):
        move += (rng.choice(ahead.parts),)
        ahead = game.ahead(state, seat, move, ahead)
    return move
