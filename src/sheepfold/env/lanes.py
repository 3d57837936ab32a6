"""Many games side by side as NumPy arrays: a plain loop over positions, the same for every game."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from sheepfold.core.contract.numbers import NumberedGame
from sheepfold.env.position import BadSetting, EnvPosition, IllegalAction, Setting

Array: TypeAlias = "np.ndarray[Any, Any]"


class LaneSight(NamedTuple):
    """What all lanes give after a step. Arrays run along the lanes and are the learner's to keep."""

    observation: Array
    """float32, one row of planes for each lane: what the seat sees that is to move."""
    mask: Array
    """bool, which actions are legal."""
    seat: Array
    """int64, who is to move, from 1."""
    reward: Array
    """float32, for every seat: what the game that just ended is worth to it, else 0."""
    done: Array
    """bool, whether a game just ended or was broken off: what is seen is the next one."""


def planes(numbers: NumberedGame, observation: Array) -> dict[str, Array]:
    """An observation, or rows of them, cut into its named planes. They share its memory."""
    rows = observation.shape[:-1]
    return {
        plane.name: observation[..., start : start + plane.size].reshape(*rows, *plane.shape)
        for plane, start in zip(numbers.planes, numbers.starts.values(), strict=True)
    }


class Lanes:
    """So many games at once; one that ends begins anew by itself. The same seed and actions give the same games."""

    def __init__(self, chosen: Setting, n: int, seed: int = 0, max_steps: int | None = None) -> None:
        if not isinstance(n, int) or not 1 <= n <= 1 << 20:
            raise BadSetting(f"The number of lanes is from 1 to {1 << 20}, not {str(n)[:40]}.")
        self.setting, self.numbers, self.n = chosen, chosen.numbers, n
        self._max_steps = max_steps or chosen.max_steps
        self._rngs = [Random(f"{seed}/{lane}") for lane in range(n)]
        self._first = chosen.start()
        self._positions = [self._first.settled(rng) for rng in self._rngs]
        self._steps = [0] * n

    @property
    def positions(self) -> tuple[EnvPosition, ...]:
        """How every lane stands, secrets included."""
        return tuple(self._positions)

    def observe(self) -> LaneSight:
        """What there is to see now."""
        return self._sight(np.zeros((self.n, self.setting.seats), np.float32), np.zeros(self.n, np.bool_))

    def step(self, actions: Array) -> LaneSight:
        """Say one part in every lane. Raises IllegalAction, which names the lane, and changes nothing then."""
        said = np.asarray(actions)
        if said.shape != (self.n,) or not np.issubdtype(said.dtype, np.integer):
            raise IllegalAction(
                f"Actions must be {self.n} whole numbers in one row, not {said.dtype} of shape {said.shape}."
            )
        after = []
        for lane, action in enumerate(said.tolist()):
            try:
                after.append(self._positions[lane].said(action))
            except IllegalAction as error:
                raise IllegalAction(f"Lane {lane}: {error}") from None
        reward, done = np.zeros((self.n, self.setting.seats), np.float32), np.zeros(self.n, np.bool_)
        for lane, position in enumerate(after):
            rng = self._rngs[lane]
            now = position.settled(rng)
            self._steps[lane] += 1
            if now.seat is None or self._steps[lane] >= self._max_steps:
                reward[lane], done[lane] = now.returns, True
                now, self._steps[lane] = self._first.settled(rng), 0
            self._positions[lane] = now
        return self._sight(reward, done)

    def _sight(self, reward: Array, done: Array) -> LaneSight:
        seen = np.zeros((self.n, self.numbers.size), np.float32)
        mask = np.zeros((self.n, len(self.numbers.parts)), np.bool_)
        seat = np.zeros(self.n, np.int64)
        for lane, position in enumerate(self._positions):
            assert position.seat is not None
            position.shown(position.seat, seen[lane])
            mask[lane, list(position.legal)] = True
            seat[lane] = position.seat
        return LaneSight(seen, mask, seat, reward, done)

    # -- what is hidden ------------------------------------------------------------------------

    def truth(self) -> Array:
        """int8 by lane and hidden thing (``numbers.hidden``): which of ``numbers.ways`` it is. A teacher's signal: no
        seat may be shown it."""
        return np.stack([self._ways(position.state) for position in self._positions])

    def worlds(self, k: int) -> Array:
        """int8 by lane, world and hidden thing: k worlds that fit what the seat to move has seen."""
        return np.stack(
            [
                np.stack([self._ways(position.imagined(position.seat or 0, rng).state) for _ in range(k)])
                for position, rng in zip(self._positions, self._rngs, strict=True)
            ]
        )

    def beliefs(self) -> Array:
        """float32 by lane, hidden thing and way: how likely it is to the seat to move; 0 for what is not hidden from
        it."""
        game, shape = self.setting.game, (self.n, len(self.numbers.hidden), len(self.numbers.ways))
        views = [game.view(position.state, position.seat) for position in self._positions]
        return np.array([self.numbers.odds(game.beliefs(view)) for view in views], np.float32).reshape(shape)

    def _ways(self, state: Any) -> Array:
        return np.array(self.numbers.truth(self.setting.game.truth(state)), np.int8)
