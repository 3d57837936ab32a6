"""How large the folds are that bots close where everybody plays for themselves.

    .venv/bin/python tests/games/wolf_in_the_fold/folds.py --deals 6 shepherd drover

Every deal is played as often as there are seats, each bot having had every seat then.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from typing import Any

from sheepfold.bots import bot
from sheepfold.core.contract import Move, Seat
from sheepfold.core.records import chance
from sheepfold.core.records.progress import Progress
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold.terms import Closed, Options


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("bots", nargs="+", help="one for every seat")
    asked.add_argument("--deals", type=int, default=6)
    asked.add_argument("--seed", default="folds")
    given = asked.parse_args()
    sizes: dict[str, Counter[int]] = defaultdict(Counter)
    points: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    turns = range(len(given.bots) if len(set(given.bots)) > 1 else 1)
    for deal in range(given.deals):
        for turn in turns:
            played(given.bots[turn:] + given.bots[:turn], given.seed, deal, sizes, points, wins)
    games = given.deals * len(turns)
    for name in dict.fromkeys(given.bots):
        seats = games * given.bots.count(name)
        large = sum(number for size, number in sizes[name].items() if size >= 3)
        print(
            f"{name}: {games} games, {sum(sizes[name].values())} folds, {large} of three sheep and more; "
            f"{points[name] / seats:.2f} points and {wins[name] / seats:.2f} wins of a seat"
        )


def played(
    names: list[str], study: str, deal: int, sizes: dict[str, Counter[int]], points: Counter[str], wins: Counter[str]
) -> None:
    """One game, added to what is counted."""
    players = {seat: bot(GAME, name) for seat, name in enumerate(names, 1)}
    rngs = {seat: chance.rng_from(study, deal, seat) for seat in players}

    def chosen(now: Progress, seat: Seat) -> Move:
        return players[seat].choose(GAME.view(now.state, seat), rngs[seat])

    begun = Progress.begin(GAME, Options(mode="versus"), len(names), chance.seed_from(study, deal))
    last: Any = None
    for step in begun.run(chosen):
        for told in step.told:
            if isinstance(told.fact, Closed):
                sizes[names[step.seat - 1]][told.fact.sheep] += 1
        last = step.state
    outcome = GAME.outcome(last)
    assert outcome is not None
    for seat in players:
        points[names[seat - 1]] += outcome.scores[seat]
        wins[names[seat - 1]] += (seat in outcome.winners) / len(outcome.winners)


if __name__ == "__main__":
    main()
