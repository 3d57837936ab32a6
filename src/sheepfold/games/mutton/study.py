"""Bots made to exploit the habits of the best ones; the arena plays them, no table does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.bot import Thinker
from sheepfold.games.mutton.bots.wolf import SKILLS, Skill
from sheepfold.games.mutton.bots.wolf_sets import company
from sheepfold.games.mutton.terms import LETTERS
from sheepfold.games.mutton.view import View


class Hider(Thinker):
    """Thinks as the best one does, but hides its wolves by habit."""

    def __init__(self, crowd: int, skill: str | Skill = "grey") -> None:
        """Where many stand (1), or few (-1)."""
        super().__init__(skill)
        self.crowd = crowd

    def hide(self, now: View, rng: Random) -> Move:
        index, options = hexagon(now.options.size).index, now.options
        near = company(options.size, tuple(index[name] for name in now.start), (1 << options.num_sheep) - 1)
        order = sorted(range(options.num_sheep), key=lambda i: -self.crowd * near[i].bit_count() - 2 * rng.random())
        return tuple(sorted(LETTERS[i] for i in order[: options.num_wolves]))


SURE_OF_GREY: Final = replace(SKILLS["grey"], search=replace(SKILLS["grey"].search, uniform=0.0, ranked=32))
RESPONDERS: Final[Mapping[str, Callable[[], Bot]]] = {
    "crowded": partial(Hider, 1),
    "aloof": partial(Hider, -1),
    "shade": partial(Hider, -1, SURE_OF_GREY),
}
"""``shade`` is sure of facing Old Grey, ranks twice as many moves and hides where few stand."""
