"""Wolves against Farmers, one game at a time on the same layout: mean points of the Wolf with their standard errors.

    python -m sheepfold.games.mutton.study --games 400 grey/exact25 canny/grey

Beside the bots by their names there are reference Farmers who shoot the likeliest animal by exact odds from a threshold
on (``exact25``, ``exact30``, ``exact40``, ``exact50``), and those who play to exploit the best pair (``RESPONDERS``).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from statistics import mean, stdev
from typing import Final

from sheepfold.core.bot import Bot, random_move
from sheepfold.core.contract import Move
from sheepfold.core.duel import DuelState, DuelView
from sheepfold.core.hexes import hexagon
from sheepfold.games.mutton import GAME, board
from sheepfold.games.mutton.bot import BOTS, Thinker
from sheepfold.games.mutton.canny import aim_from
from sheepfold.games.mutton.mind import SKILLS, Skill
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import FARMER, WOLF, Options
from sheepfold.games.mutton.view import View

Sight = DuelView[Options, View]


class Threshold:
    """A Farmer who takes all sets that fit for equally likely, and shoots the first suspect from these odds on."""

    def __init__(self, odds: float) -> None:
        self.odds = odds

    def choose(self, view: Sight, rng: Random) -> Move:
        assert view.now is not None
        return aim_from(view.now, rng, self.odds)


class Anybody:
    """A Wolf that plays any legal move."""

    def choose(self, view: Sight, rng: Random) -> Move:
        assert view.seat is not None
        return random_move(GAME, GAME.imagine(view, rng), view.seat, rng)


def _responders() -> Mapping[str, Skill]:
    """Thinkers whose taste differs from that of the best one in the ways that could exploit it."""
    best = SKILLS["grey"]
    return {
        "even": replace(best, cunning=replace(best.cunning, even=1.0)),
        "modelled": replace(best, cunning=replace(best.cunning, even=0.0)),
        "steady": replace(best, cunning=replace(best.cunning, luck=0.0)),
        "flat": replace(best, trust=replace(best.trust, kinds=(1.0, 0.0, 0.0, 0.0))),
        "reader": replace(best, trust=replace(best.trust, kinds=(0.3, 0.0, 0.0, 0.7))),
        "believer": replace(best, trust=replace(best.trust, kinds=(0.3, 0.1, 0.6, 0.0), doubt=0.05, fair=1.0)),
    }


RESPONDERS: Final = tuple(_responders())


def players() -> dict[str, Callable[[], Bot]]:
    """Everybody who can be named."""
    found: dict[str, Callable[[], Bot]] = {**BOTS, "random": Anybody}
    for percent in (25, 30, 40, 50):
        found[f"exact{percent}"] = partial(Threshold, percent / 100)
    for name, skill in _responders().items():
        found[name] = partial(Thinker, skill)
    return found


def play(wolf: Bot, farmer: Bot, options: Options, seed: int) -> int:
    """One game on the sparse layout; what the Wolf scores."""
    cells = hexagon(options.size).names
    layout = tuple(cells[cell] for cell in board.sparse(options.size, options.num_sheep))
    rng = {WOLF: Random(f"{seed} wolf"), FARMER: Random(f"{seed} farmer")}
    state: DuelState[Options, State] = GAME.start(replace(options, quick=1), 2)
    state, _ = GAME.apply(state, FARMER, layout)
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        player = wolf if seat == WOLF else farmer
        state, _ = GAME.apply(state, seat, player.choose(GAME.view(state, seat), rng[seat]))
    return GAME.inner.points(state.rounds[0])


def main() -> None:
    reader = argparse.ArgumentParser(prog="study", description="Mean points of a Wolf against a Farmer.")
    reader.add_argument("pairs", nargs="+", metavar="WOLF/FARMER")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--seed", type=int, default=0)
    given = reader.parse_args()
    known = players()
    for pair in given.pairs:
        wolf, farmer = (known[name]() for name in pair.split("/"))
        points = [play(wolf, farmer, Options(), given.seed + number) for number in range(given.games)]
        error = stdev(points) / len(points) ** 0.5
        lost = sum(point == 22 for point in points)
        print(f"{pair:20} {mean(points):6.2f} ± {error:.2f}  ({len(points)} games, {lost} flocks lost)", flush=True)


if __name__ == "__main__":
    main()
