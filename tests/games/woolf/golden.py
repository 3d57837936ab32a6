"""Plays the golden records of Woolf!! again: one per way of ending and mode. Run it when the version moves.

PYTHONPATH=src:tests python -m games.woolf.golden
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from sheepfold.bots import bot
from sheepfold.core.contract import NATURE
from sheepfold.core.records import chance
from sheepfold.core.records.progress import Progress, recorded
from sheepfold.core.records.record import Record, to_json
from sheepfold.games.woolf import GAME

FOLDER = Path(__file__).parents[2] / "records" / "woolf"
NAMES = ("Ada", "Bruno", "Cleo", "Dov", "Emi", "Finn", "Greta", "Hugo")

WANTED: dict[str, tuple[int, dict[str, Any], str, str, bool]] = {
    "three-rounds-basic-4": (4, {}, "sleuth", "three rounds", False),
    "three-rounds-advanced-5": (5, {"advanced": True}, "sleuth", "three rounds", False),
    "three-rounds-shared-6": (6, {}, "sleuth", "three rounds", True),
    "three-rounds-places-7": (7, {"shuffle": False}, "sleuth", "three rounds", False),
    "three-rounds-places-advanced-4": (4, {"shuffle": False, "advanced": True}, "mixed", "three rounds", False),
    "two-errors-basic-8": (8, {}, "mixed", "two errors", False),
    "two-errors-advanced-6": (6, {"advanced": True}, "random", "two errors", False),
    "two-errors-shared-5": (5, {}, "random", "two errors", True),
    "two-errors-places-8": (8, {"shuffle": False}, "random", "two errors", False),
    "turn-limit-7": (7, {"turn_limit": 3}, "sleuth", "three rounds", False),
    "own-cards-5": (5, {"cards": (3, 1, 1, 1, 1, 1, 2)}, "sleuth", "three rounds", False),
}
"""Name: players, options, who plays, how it ends, whether the win is shared."""


def game(name: str, attempt: int, players: int, given: dict[str, Any], who: str) -> Record:
    """One whole game, reproducible from its name and number."""
    options = GAME.options.make(given)
    bots = [
        bot(GAME, "sleuth" if who == "sleuth" or (who == "mixed" and seat % 2) else "random") for seat in range(players)
    ]
    seed, rng = chance.seed_from("woolf", name, attempt), chance.rng_from(name, attempt)
    steps = list(
        Progress.begin(GAME, options, players, seed).run(
            lambda now, seat: choice(now.state, seat, now.waiting, bots, rng),
            lambda now, waiting: mover(now.state, waiting, players, rng),
        )
    )
    return recorded(GAME, options, NAMES[:players], seed, steps, GAME.outcome(steps[-1].state))


def mover(state: Any, movers: frozenset[int], players: int, rng: Random) -> int:
    """Whoever is awaited; where cards keep their places, now and then somebody who swaps out of turn."""
    if not state.options.shuffle and NATURE not in movers and rng.random() < 0.1:
        return rng.randint(1, players)
    return rng.choice(sorted(movers))


def choice(state: Any, seat: int, movers: frozenset[int], bots: list[Any], rng: Random) -> tuple[str, ...]:
    move: tuple[str, ...] = ("swap",) if seat not in movers else bots[seat - 1].choose(GAME.view(state, seat), rng)
    return move


def records() -> Iterator[tuple[str, Record]]:
    for name, (players, options, who, reason, shared) in WANTED.items():
        for attempt in range(400):
            found = game(name, attempt, players, options, who)
            assert found.outcome is not None
            if found.outcome.reason == reason and (len(found.outcome.winners) > 1) == shared:
                yield name, found
                break
        else:
            raise AssertionError(f"no game ended as wanted: {name}")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, record in records():
        (FOLDER / f"{name}.json").write_text(to_json(record) + "\n")
