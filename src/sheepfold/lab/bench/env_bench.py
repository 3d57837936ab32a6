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
                seen[0] = batch.step(seen[0].sample(rng))

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


def batch_peer(seconds: float, lanes: int) -> float | None:
    """pgx's ``leduc_holdem``, so many at a time on the processor, with a random choice; None: it is not installed."""
    try:
        jax: Any = import_module("jax")
        made: Any = import_module("pgx").make("leduc_holdem")
        auto_reset: Any = import_module("pgx.experimental").auto_reset
    except ImportError:
        return None
    with jax.default_device(jax.devices("cpu")[0]):

        @jax.jit  # type: ignore[untyped-decorator]
        def step(state: Any, key: Any) -> Any:
            key, choice, chance = jax.random.split(key, 3)
            mask = state.legal_action_mask
            actions = jax.random.categorical(choice, jax.numpy.where(mask, 0.0, -jax.numpy.inf), axis=-1)
            keys = jax.random.split(chance, lanes)
            return jax.vmap(auto_reset(made.step, made.init))(state, actions, keys), key

        key = jax.random.PRNGKey(1)
        now = [step(jax.vmap(made.init)(jax.random.split(key, lanes)), key)]

        def steps(number: int) -> None:
            for _ in range(number):
                now[0] = step(*now[0])
            now[0][0].rewards.block_until_ready()

        return lanes * rate(steps, seconds)
