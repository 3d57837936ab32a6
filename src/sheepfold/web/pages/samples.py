"""A real position of each game for cards and rules pages, played out from a fixed seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, Final

from sheepfold.core import chance
from sheepfold.core.bot import random_move
from sheepfold.core.contract import NATURE
from sheepfold.core.progress import play
from sheepfold.games import game

NAMES: Final = dict(enumerate(("Ada", "Bruno", "Cleo", "Dov", "Emi", "Finn", "Gus", "Hana"), 1))


@cache
def picture(name: str, options: tuple[tuple[str, Any], ...], seats: int, plies: int, seed: int) -> str:
    """What a spectator sees after so many moves at random."""
    found = game(name)
    state = found.start(found.options.make(dict(options)), seats)
    luck, secret = Random(seed), seed.to_bytes(32, "big")
    for ply in range(plies):
        movers = found.to_move(state)
        if not movers:
            break
        seat = min(movers)
        move = chance.draw(found, state, secret, ply) if seat == NATURE else random_move(found, state, seat, luck)
        state = play(found, state, seat, move, ply).state
    return found.picture(found.view(state, None), NAMES)


CARDS: Final[Mapping[str, tuple[tuple[tuple[str, Any], ...], int, int, int]]] = {
    "mutton": ((("size", 3), ("num_sheep", 13), ("num_wolves", 3)), 2, 5, 3),
    "fold": ((), 2, 40, 11),
    "dogs": ((("tiles", 11),), 2, 10, 5),
    "woolf": ((), 5, 14, 2),
}
"""Options, seats, moves and seed of the picture on each game's card."""


def card(name: str) -> str:
    """The picture on a game's card: cut to fit, silent beside its words."""
    return picture(name, *CARDS[name]).replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1)
