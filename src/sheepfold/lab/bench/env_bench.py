"""How many steps a second environments take, single and in batches, beside those of others in the same run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final, NamedTuple

from sheepfold import env
from sheepfold.games import SHELF
from sheepfold.lab.bench.playouts import rate

SEATS: Final = 5
"""Where so many may play; else the fewest."""
EPISODE: Final = 64
"""Steps that are counted together."""


class EnvRate(NamedTuple):
    """Steps a second of one core: masks, observations and random choice of an action included."""

    title: str
    single: float
    batch: float


def ours(seconds: float, lanes: int) -> Iterator[EnvRate]:
    """Every game on the shelf as it comes."""
    import numpy as np

    for name in SHELF:
        game = SHELF.game(name)
        seats = SEATS if SEATS in game.seats else game.seats[0]
        batch = env.vector(name, n=lanes, seats=seats)
        rng = np.random.default_rng(1)
        seen = [batch.observe()]

        def steps(number: int, batch: Any = batch, seen: Any = seen, rng: Any = rng) -> None:
            for _ in range(number):
                luck = rng.random(seen[0].mask.shape, dtype=np.float32)
                seen[0] = batch.step((luck * seen[0].mask).argmax(axis=1))

        single = EPISODE * rate(episodes(env.aec(name, seats=seats)), seconds)
        yield EnvRate(game.title, single, lanes * rate(steps, seconds))


def episodes(made: Any) -> Callable[[int], None]:
    """Plays a PettingZoo environment at random, so many times ``EPISODE`` steps."""
    import numpy as np

    rng = np.random.default_rng(1)
    made.reset(seed=1)

    def run(number: int) -> None:
        for _ in range(EPISODE * number):
            seen, _, over, cut, _ = made.last()
            if over or cut:
                made.reset()
                seen = made.last()[0]
            made.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))

    return run


def peer(seconds: float) -> float | None:
    """PettingZoo's ``connect_four_v3``; None: it cannot be had here (it needs pygame)."""
    try:
        made = import_module("pettingzoo.classic.connect_four_v3").env()
    except Exception:  # its parts are missing in many ways
        return None
    return EPISODE * rate(episodes(made), seconds)
