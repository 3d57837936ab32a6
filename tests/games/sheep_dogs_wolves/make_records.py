"""Plays the golden records, one per way of ending: ``python tests/games/sheep_dogs_wolves/make_records.py``.

Run by hand, and only when the version of the game moves: a golden record is kept, not refreshed.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from sheepfold.bots import RandomBot
from sheepfold.core.records import chance
from sheepfold.core.records.progress import Progress, recorded
from sheepfold.core.records.record import Record, to_json
from sheepfold.games.sheep_dogs_wolves import GAME
from sheepfold.games.sheep_dogs_wolves.bot import Collie
from sheepfold.games.sheep_dogs_wolves.terms import Options

FOLDER = Path(__file__).parents[2] / "records" / "dogs"
WANTED = {
    "points": Options(),
    "draw": Options(tiles=11),
    "reached": Options(mode="bid"),
    "missed": Options(tiles=31, mode="bid"),
    "score": Options(tiles=69, mode="single"),
}


def played(options: Options, bots: dict[str, Any], number: int) -> Record:
    """One whole game."""
    seed, rng = chance.seed_from("dogs", number), chance.rng_from("dogs", number)
    players = list(bots.values())
    steps = list(
        Progress.begin(GAME, options, 2, seed).run(
            lambda now, seat: players[seat - 1].choose(GAME.view(now.state, seat), rng)
        )
    )
    return recorded(GAME, options, tuple(bots), seed, steps, GAME.outcome(steps[-1].state))


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for ending, options in WANTED.items():
        bots = (
            {"random": RandomBot(GAME), "collie": Collie()}
            if ending == "points"
            else {"Ada": Collie(), "Dov": Collie()}
        )
        for number in count():
            record = played(options, bots, number)
            if record.outcome is not None and record.outcome.reason == ending:
                (FOLDER / f"{ending}.json").write_text(to_json(record) + "\n")
                break


if __name__ == "__main__":
    main()
