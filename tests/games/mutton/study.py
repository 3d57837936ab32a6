"""Wolves against Farmers, one game at a time on the same layout: mean points of the Wolf with their standard errors.

    PYTHONPATH=tests .venv/bin/python -m games.mutton.study --games 400 --than grey/grey shade/grey

says by how much each pair scores more than the first one on the same seeds. Beside the bots by their names there are
those made to exploit the best one (``RESPONDERS``), and Farmers who shoot the likeliest animal by exact odds from a
threshold on (``exact25``, ``exact30``, ``exact40``, ``exact50``). ``--calibration`` also says with which odds Old Grey
took its first suspects for wolves, and how often they were.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from statistics import mean, stdev
from typing import Any, Final

from sheepfold.bots import RandomBot
from sheepfold.core.contract import Move
from sheepfold.core.contract.bot import Bot
from sheepfold.core.duel import DuelState
from sheepfold.games.mutton import GAME, board
from sheepfold.games.mutton.board import hexagon
from sheepfold.games.mutton.bot import BOTS, MuttonView, aim_by_odds
from sheepfold.games.mutton.bots.policy import Policy
from sheepfold.games.mutton.bots.wolf import SKILLS
from sheepfold.games.mutton.state import State
from sheepfold.games.mutton.study import RESPONDERS
from sheepfold.games.mutton.terms import FARMER, WOLF, Options
from sheepfold.games.mutton.view import View

BINS: Final = (0.0, 0.3, 0.4, 0.5, 0.6, 0.8, 0.98, 1.01)


class Threshold:
    """A Farmer who takes all sets that fit for equally likely, and shoots the first suspect from these odds on."""

    def __init__(self, odds: float) -> None:
        self.odds = odds

    def choose(self, view: MuttonView, rng: Random) -> Move:
        assert view.now is not None
        return aim_by_odds(view.now, rng, self.odds).best


PLAYERS: Final[dict[str, Callable[[], Any]]] = {
    **BOTS,
    **RESPONDERS,
    "random": partial(RandomBot, GAME),
    **{f"exact{percent}": partial(Threshold, percent / 100) for percent in (25, 30, 40, 50)},
}


def played(wolf: Bot, farmer: Bot, options: Options, seed: int) -> tuple[State, list[View]]:
    """One game on the sparse layout: its end, and what the Farmer saw at every turn."""
    cells = hexagon(options.size).names
    layout = tuple(cells[cell] for cell in board.sparse(options.size, options.num_sheep))
    rng = {WOLF: Random(f"{seed} wolf"), FARMER: Random(f"{seed} farmer")}
    state: DuelState[Options, State] = GAME.start(replace(options, quick=1), 2)
    state, _ = GAME.apply(state, FARMER, layout)
    seen = []
    while waiting := GAME.to_move(state):
        (seat,) = waiting
        view = GAME.view(state, seat)
        if seat == FARMER and view.now is not None:
            seen.append(view.now)
        state, _ = GAME.apply(state, seat, (wolf if seat == WOLF else farmer).choose(view, rng[seat]))
    return state.rounds[0], seen


def first_suspects(end: State, seen: Sequence[View]) -> list[tuple[float, bool]]:
    """For every turn of the Farmer the odds of its first suspect, and whether that one was a wolf."""
    policy, rng, found = Policy(SKILLS["grey"]), Random(end.wolves), []
    for view in seen:
        chances = policy.posterior(view, policy.skill.discount(rng)).chances
        suspect = int(chances.argmax())
        found.append((float(chances[suspect]), bool(end.wolves >> suspect & 1)))
    return found


def calibration(found: Sequence[tuple[float, bool]]) -> str:
    """Odds beside frequencies, by how large the odds were."""
    lines = []
    for low, high in ((0.0, 2.0), *pairwise(BINS)):
        some = [(odds, true) for odds, true in found if low <= odds < high]
        if some:
            share = mean(true for _, true in some)
            error = (share * (1 - share) / len(some)) ** 0.5
            lines.append(f"  {len(some):5} turns: {mean(odds for odds, _ in some):.2f} said, {share:.2f} ± {error:.2f}")
    return "\n".join(lines)


def told(values: Sequence[float]) -> str:
    """A mean with its standard error."""
    return f"{mean(values):6.2f} ± {stdev(values) / len(values) ** 0.5:.2f}"


def main() -> None:
    reader = argparse.ArgumentParser(prog="study", description="Mean points of a Wolf against a Farmer.")
    reader.add_argument("pairs", nargs="*", metavar="WOLF/FARMER")
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--than", metavar="WOLF/FARMER", help="say how much more than this pair the others score")
    reader.add_argument("--calibration", action="store_true")
    given = reader.parse_args()
    usual: list[int] = []
    for pair in ([given.than] if given.than else []) + given.pairs:
        wolf, farmer = (PLAYERS[name]() for name in pair.split("/"))
        games = [played(wolf, farmer, Options(), given.seed + number) for number in range(given.games)]
        points = [GAME.inner.points(end) for end, _ in games]
        more = f", {told([a - b for a, b in zip(points, usual, strict=True)])} more" if usual else ""
        print(f"{pair:20} {told(points)}{more}  ({given.games} games)", flush=True)
        if given.calibration:
            print(calibration([each for end, seen in games for each in first_suspects(end, seen)]), flush=True)
        if pair == given.than:
            usual = points


if __name__ == "__main__":
    main()
