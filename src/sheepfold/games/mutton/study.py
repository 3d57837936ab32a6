"""Wolves against Farmers, one game at a time on the same layout: mean points of the Wolf with their standard errors.

    python -m sheepfold.games.mutton.study --games 400 grey/exact25 canny/grey

Beside the bots by their names there are reference Farmers who shoot the likeliest animal by exact odds from a threshold
on (``exact25``, ``exact30``, ``exact40``, ``exact50``), and those who play to exploit the best pair (``RESPONDERS``):

    python -m sheepfold.games.mutton.study --games 400 --than grey/grey modelled/grey grey/flat

says by how much each pair scores more than the first one on the same seeds.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from statistics import mean, stdev
from typing import Final

from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot, Weighed, random_move
from sheepfold.core.duel import DuelState, DuelView
from sheepfold.core.geometry import hexagon
from sheepfold.games.mutton import GAME, board
from sheepfold.games.mutton.bot import BOTS, Thinker
from sheepfold.games.mutton.bots.canny import aim_from
from sheepfold.games.mutton.bots.mind import SKILLS, Skill
from sheepfold.games.mutton.bots.worlds import company
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.terms import FARMER, LETTERS, WOLF, Options
from sheepfold.games.mutton.view import View

Sight = DuelView[Options, View]

LEARNT_AGAIN: Final = (
    -0.05, -0.96, -1.44, -0.91, 0.41, 0.18, -0.39, 0.65, -0.39, -0.91, 0.58, 0.08, 0.31, 0.53, 0.03, 0.29
)  # fmt: skip
"""What each clue says of a Wolf that knows how its Farmer reads them and lays false ones (41 games)."""


class Threshold:
    """A Farmer who takes all sets that fit for equally likely, and shoots the first suspect from these odds on."""

    def __init__(self, odds: float) -> None:
        self.odds = odds

    def choose(self, view: Sight, rng: Random) -> Move:
        assert view.now is not None
        return aim_from(view.now, rng, self.odds).best


class Anybody:
    """A Wolf that plays any legal move."""

    def choose(self, view: Sight, rng: Random) -> Move:
        assert view.seat is not None
        return random_move(GAME, GAME.imagine(view, rng), view.seat, rng)


class Hider(Thinker):
    """Thinks as the best one does, but hides its wolves by habit."""

    def __init__(self, crowd: int, skill: str | Skill = "grey") -> None:
        """Where many stand (1), or few (-1)."""
        super().__init__(skill)
        self.crowd = crowd

    def weigh(self, view: Sight, rng: Random) -> Weighed:
        now = view.now
        if now is None or now.phase != "choose":
            return super().weigh(view, rng)
        index, options = hexagon(now.options.size).index, now.options
        near = company(options.size, tuple(index[name] for name in now.start), (1 << options.num_sheep) - 1)
        order = sorted(range(options.num_sheep), key=lambda i: -self.crowd * near[i].bit_count() - 2 * rng.random())
        return Weighed.alone(tuple(sorted(LETTERS[i] for i in order[: options.num_wolves])))


def _tastes() -> Mapping[str, Skill]:
    """Thinkers whose taste differs from that of the best one in the ways that could exploit it."""
    best = SKILLS["grey"]
    return {
        "seer": replace(best, cunning=replace(best.cunning, even=0.0, looks=16)),
        "hasty": replace(best, cunning=replace(best.cunning, looks=0)),
        "even": replace(best, cunning=replace(best.cunning, even=1.0)),
        "modelled": replace(best, cunning=replace(best.cunning, even=0.0)),
        "steady": replace(best, cunning=replace(best.cunning, luck=0.0)),
        "fickle": replace(best, cunning=replace(best.cunning, luck=0.5)),
        "wild": replace(best, cunning=replace(best.cunning, luck=1.5)),
        "flat": replace(best, trust=replace(best.trust, kinds=(1.0, 0.0, 0.0), read=0.0)),
        "scholar": replace(best, trust=replace(best.trust, learnt=LEARNT_AGAIN, read=0.9)),
        "unread": replace(best, trust=replace(best.trust, read=0.0)),
        "believer": replace(best, trust=replace(best.trust, kinds=(0.3, 0.1, 0.6), doubt=0.05, fair=1.0, read=0.0)),
    }


def responders() -> dict[str, Callable[[], Bot]]:
    """Everybody who could exploit the best pair."""
    found: dict[str, Callable[[], Bot]] = {name: partial(Thinker, skill) for name, skill in _tastes().items()}
    best = SKILLS["grey"]
    sure = replace(best, cunning=replace(best.cunning, even=0.0, looks=32))
    return found | {"crowded": partial(Hider, 1), "aloof": partial(Hider, -1), "shade": partial(Hider, -1, sure)}


RESPONDERS: Final = responders()
"""Those who play both roles, and can be named in the arena too."""


def players() -> dict[str, Callable[[], Bot]]:
    """Everybody who can be named."""
    exact = {f"exact{percent}": partial(Threshold, percent / 100) for percent in (25, 30, 40, 50)}
    return {**BOTS, "random": Anybody, **exact, **RESPONDERS}


def played(wolf: Bot, farmer: Bot, options: Options, seed: int) -> State:
    """One game on the sparse layout, at its end."""
    cells = hexagon(options.size).names
    layout = tuple(cells[cell] for cell in board.sparse(options.size, options.num_sheep))
    rng = {WOLF: Random(f"{seed} wolf"), FARMER: Random(f"{seed} farmer")}
    state: DuelState[Options, State] = GAME.start(replace(options, quick=1), 2)
    state, _ = GAME.apply(state, FARMER, layout)
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        player = wolf if seat == WOLF else farmer
        state, _ = GAME.apply(state, seat, player.choose(GAME.view(state, seat), rng[seat]))
    return state.rounds[0]


def points(pair: str, games: int, seed: int) -> list[int]:
    """What the Wolf of a pair scores in so many games."""
    known = players()
    wolf, farmer = (known[name]() for name in pair.split("/"))
    return [GAME.inner.points(played(wolf, farmer, Options(), seed + number)) for number in range(games)]


def main() -> None:
    reader = argparse.ArgumentParser(prog="study", description="Mean points of a Wolf against a Farmer.")
    reader.add_argument("pairs", nargs="+", metavar="WOLF/FARMER")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--than", metavar="WOLF/FARMER", help="say how much more than this pair the others score")
    given = reader.parse_args()
    usual = points(given.than, given.games, given.seed) if given.than else None
    if usual:
        print(f"{given.than:20} {told(usual)}", flush=True)
    for pair in given.pairs:
        found = points(pair, given.games, given.seed)
        more = f", {told([a - b for a, b in zip(found, usual, strict=True)])} more" if usual else ""
        print(f"{pair:20} {told(found)}{more}  ({given.games} games)", flush=True)


def told(values: Sequence[float]) -> str:
    """A mean with its standard error."""
    return f"{mean(values):6.2f} ± {stdev(values) / len(values) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
