"""Finds one seeded game for each way of ending and writes it to tests/records/fold/.

Run from the project's root: ``python tests/games/wolf_in_the_fold/golden.py``. Games already there are kept.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

from sheepfold.core.contract import Move, Seat
from sheepfold.core.contract.bot import Bot, random_move
from sheepfold.core.records import chance, record
from sheepfold.core.records.progress import Progress, recorded
from sheepfold.games.wolf_in_the_fold import GAME
from sheepfold.games.wolf_in_the_fold.bot import Drover
from sheepfold.games.wolf_in_the_fold.terms import Options

RECORDS = Path(__file__).parents[2] / "records" / "fold"


def file_of(ending: str) -> Path:
    return RECORDS / (ending.replace(", ", " ").replace(" ", "-") + ".json")


def play(number: int, options: Options, players: tuple[Bot | None, ...]) -> record.Record:
    """Game ``number``: a bot at every seat, None for one who lays tiles at random."""
    seed, rng = chance.seed_from("fold", number), chance.rng_from("fold", number)

    def choose(now: Progress, seat: Seat) -> Move:
        bot = players[seat - 1]
        return random_move(GAME, now.state, seat, rng) if bot is None else bot.choose(GAME.view(now.state, seat), rng)

    steps = list(Progress.begin(GAME, options, len(players), seed).run(choose))
    names = ("Ada", "Bruno", "Cleo", "Dora")[: len(players)]
    return recorded(GAME, options, names, seed, steps, GAME.outcome(steps[-1].state))


def main() -> None:
    missing = {ending for ending in GAME.endings if not file_of(ending).exists()}
    tables: tuple[tuple[Options, tuple[Bot | None, ...]], ...] = (
        (Options("together", 2), (Drover(),)),
        (Options("together", 1), (Drover(), Drover())),
        (Options("versus", 2), (None, None, None)),
        (Options("versus", 2), (Drover(), None)),
    )
    for number in count():
        if not missing:
            break
        options, players = tables[number % len(tables)]
        if any(ending.split(",")[0] in ("won", "shared") for ending in missing) or options.mode == "together":
            played = play(number, options, players)
            if played.outcome is not None and played.outcome.reason in missing:
                missing.remove(played.outcome.reason)
                file_of(played.outcome.reason).write_text(record.to_json(played) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
