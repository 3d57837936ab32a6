"""Makes the golden records of Mutton: ``python tests/games/mutton/golden.py`` plays and writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sheepfold.bots import bot
from sheepfold.core.duel import DuelState
from sheepfold.core.records import chance
from sheepfold.core.records.progress import Progress, recorded
from sheepfold.core.records.record import Record, to_json
from sheepfold.games.mutton import GAME
from sheepfold.games.mutton.terms import Options

FOLDER = Path(__file__).parents[2] / "records" / "mutton"

WANTED = {
    "points": ("", "canny canny", lambda s: GAME.outcome(s).reason == "points"),
    "draw": ("-size=3 -num_sheep=12 -num_wolves=2", "canny canny", lambda s: GAME.outcome(s).reason == "draw"),
    "reached": ("-quick", "canny canny", lambda s: GAME.outcome(s).reason == "reached"),
    "missed": ("-quick=14 -no_berserk", "canny canny", lambda s: GAME.outcome(s).reason == "missed"),
    "bid": ("-bid", "canny canny", lambda s: len(s.bids) > 2),
    "caught": ("-quick", "random canny", lambda s: inner(s) == "caught"),
    "escaped": ("-quick=5 -escape -num_sheep=14 -num_wolves=2", "canny random", lambda s: inner(s) == "escaped"),
    "berserk": ("-quick", "canny canny", lambda s: inner(s) == "berserk" and GAME.inner.points(s.rounds[-1]) < 12),
    "failed_berserk": (
        "-quick",
        "canny random",
        lambda s: inner(s) == "berserk" and GAME.inner.points(s.rounds[-1]) == 22,
    ),
    "devoured": ("-quick=7 -no_berserk -num_sheep=12", "canny random", lambda s: inner(s) == "devoured"),
    "no_reveal": ("-no_reveal -huddle -no_berserk", "canny canny", lambda s: True),
    "shotgun": ("-shotgun -escape -size=5", "canny canny", lambda s: True),
    "dictionary": ("-dictionary -quick -remove", "canny canny", lambda s: True),
}
"""By name: options, who plays the two seats, and what must have happened."""


def inner(state: DuelState[Any, Any]) -> str:
    ended = GAME.inner.outcome(state.rounds[-1])
    assert ended is not None
    return ended.reason


def one(name: str, attempt: int) -> tuple[Record, DuelState[Any, Any]]:
    words, players, _ = WANTED[name]
    options = Options.read(words.split())
    bots = [bot(GAME, player) for player in players.split()]
    seed, rng = chance.seed_from(name, attempt), chance.rng_from(name, attempt)
    steps = list(
        Progress.begin(GAME, options, 2, seed).run(
            lambda now, seat: bots[seat - 1].choose(GAME.view(now.state, seat), rng)
        )
    )
    state = steps[-1].state
    return recorded(GAME, options, tuple(players.split()), seed, steps, GAME.outcome(state)), state


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (_, _, fits) in WANTED.items():
        attempt = 0
        record, state = one(name, attempt)
        while not fits(state):
            attempt += 1
            record, state = one(name, attempt)
        (FOLDER / f"{name}.json").write_text(to_json(record) + "\n")
        print(name, attempt, record.outcome)


if __name__ == "__main__":
    main()
