"""Rounds among five of a kind: how long they are, how many early suspicions are right, and whether turn order decides.

    PYTHONPATH=tests .venv/bin/python -m games.woolf.rounds beadle --games 100

``--casual``: as at a table where strong levels leave people time.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import mean, pstdev

from sheepfold.bots import bot
from sheepfold.core.contract.bot import Means
from sheepfold.core.records import chance
from sheepfold.core.records.progress import Progress
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.belief import Belief
from sheepfold.games.woolf.bot import odds_of

SEATS = 5


def main() -> None:
    reader = argparse.ArgumentParser(prog="rounds", description="Rounds among five of a kind.")
    reader.add_argument("name")
    reader.add_argument("--games", type=int, default=50)
    reader.add_argument("--casual", action="store_true")
    given = reader.parse_args()
    player = bot(GAME, given.name, means=Means(casual=given.casual))
    turns, right, excluded, places = list[int](), list[bool](), list[bool](), [list[int]() for _ in range(SEATS)]
    for game in range(given.games):
        rng = Random(game)
        begun = Progress.begin(GAME, GAME.options(), SEATS, chance.seed_from("rounds", game))
        odds: dict[int, float] = {}
        for step in begun.run(lambda now, seat, rng=rng: player.choose(GAME.view(now.state, seat), rng)):
            before, after = step.before, step.state
            if before.phase == "turn" and step.move[0] == "suspect":
                view = GAME.view(before, step.seat)
                odds[step.seat] = odds_of(view, Belief(view), step.move[1:])
            if len(after.reveals) > len(before.reveals):
                turns.append(len(before.events))
                for made in after.reveals[-1].suspicions:
                    places[(made.seat - before.start) % SEATS].append(made.points + made.bonus)
                    if made.early:
                        right.append(not made.error)
                        if made.error:
                            excluded.append(odds[made.seat] < 1e-9)
                odds = {}
    print(f"{len(turns)} rounds, turns: {mean(turns):.1f}, {pstdev(turns):.1f}, {min(turns)}, {max(turns)}")
    print(f"early suspicions right: {mean(right):.0%}; of {len(excluded)} wrong ones {sum(excluded)} were impossible")
    print("points by place:", ", ".join(map(told, places)))


def told(values: Sequence[float]) -> str:
    return f"{mean(values):.2f} ± {pstdev(values) / len(values) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
