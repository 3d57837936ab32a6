"""Many games side by side as NumPy arrays: compiled where a game has that, else by a plain loop over positions."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from sheepfold.bots.compiled import warm
from sheepfold.core.contract import Outcome
from sheepfold.env.position import BadSetting, BeyondWindow, EnvPosition, IllegalAction, Setting
from sheepfold.games import SHELF

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

    def sample(self, rng: np.random.Generator) -> Array:
        """A legal action for every lane, each equally likely."""
        legal, choices = np.flatnonzero(self.mask), np.count_nonzero(self.mask, axis=1)
        first = np.cumsum(choices) - choices
        found: Array = legal[first + rng.integers(choices)] % self.mask.shape[1]
        return found


class Games(Protocol):
    """Games side by side. A game's room ``batch`` has them compiled, as ``LaneGames``; its ``made`` gives None for
    options that it does not know."""

    def begin(self, lanes: Array) -> None:
        """Begin these anew."""

    def say(self, actions: Array, over: Array) -> None:
        """Say one legal part in every game, and settle chance; mark those that are over."""

    def outcome(self, lane: int) -> Outcome:
        """How a game that is over ended."""

    def look(self, observation: Array, mask: Array, seat: Array) -> None:
        """Fill zeros."""

    def truth(self) -> Array:
        """Which of ``numbers.ways`` each hidden thing is, by game."""

    def history(self, lane: int) -> list[int]:
        """The numbers of all that was said in a game since it began, chance included."""


class PlainGames:
    """Games by the rules: a plain loop."""

    def __init__(self, chosen: Setting, n: int, seed: int) -> None:
        self._rngs = [Random(f"{seed}/{lane}") for lane in range(n)]
        self._first = chosen.start()
        self.positions = [self._first] * n

    def begin(self, lanes: Array) -> None:
        for lane in lanes.tolist():
            self.positions[lane] = self._first.settled(self._rngs[lane])

    def say(self, actions: Array, over: Array) -> None:
        self.positions = [
            now.said(action).settled(rng)
            for action, now, rng in zip(actions.tolist(), self.positions, self._rngs, strict=True)
        ]
        over[:] = [now.seat is None for now in self.positions]

    def outcome(self, lane: int) -> Outcome:
        found = self.positions[lane].outcome
        assert found is not None
        return found

    def look(self, observation: Array, mask: Array, seat: Array) -> None:
        for lane, now in enumerate(self.positions):
            assert now.seat is not None
            now.shown(now.seat, observation[lane])
            mask[lane, list(now.legal)] = True
            seat[lane] = now.seat

    def truth(self) -> Array:
        game, numbers = self._first.setting.game, self._first.setting.numbers
        return np.array([numbers.truth(game.truth(now.state)) for now in self.positions])


def compiled(chosen: Setting, n: int, seed: int) -> Games | None:
    """The same games compiled; None: the game has no such room, or not for these options."""
    kernel = None if chosen.after else warm(SHELF, chosen.game.name)
    room: Any = None if kernel is None else SHELF.room(chosen.game.name, "batch")
    if room is None:
        return None
    found: Games | None = room.LaneGames.made(chosen.options, chosen.seats, chosen.numbers, chosen.window, n, seed)
    return found


class Lanes:
    """So many games at once; one that ends begins anew by itself. The same seed and actions give the same games."""

    def __init__(self, chosen: Setting, n: int, seed: int = 0, max_steps: int | None = None) -> None:
        if not isinstance(n, int) or not 1 <= n <= 1 << 20:
            raise BadSetting(f"The number of lanes is from 1 to {1 << 20}, not {str(n)[:40]}.")
        if not isinstance(seed, int) or seed < 0:
            raise BadSetting(f"A seed is a whole number from 0 on, not {str(seed)[:40]}.")
        self.setting, self.numbers, self.n = chosen, chosen.numbers, n
        self._max_steps = max_steps or chosen.max_steps
        self._rng = Random(f"{seed}/worlds")
        self._games: Games | PlainGames = compiled(chosen, n, seed) or PlainGames(chosen, n, seed)
        self._games.begin(np.arange(n))
        self._steps = np.zeros(n, np.int64)
        self._followed: dict[int, tuple[int, EnvPosition]] = {}
        self._mask = np.zeros((n, 0), np.bool_)

    @property
    def positions(self) -> tuple[EnvPosition, ...]:
        """How every lane stands, secrets included."""
        return tuple(map(self.position, range(self.n)))

    def position(self, lane: int) -> EnvPosition:
        """How a lane stands, secrets included. A compiled game is followed by the rules from where it was last."""
        if isinstance(self._games, PlainGames):
            return self._games.positions[lane]
        said = self._games.history(lane)
        known, now = self._followed.get(lane) or (0, self.setting.start())
        for action in said[known:]:
            now = now.said(action)
        self._followed[lane] = len(said), now
        return now

    def observe(self) -> LaneSight:
        """What there is to see now. Raises BeyondWindow."""
        return self._sight(np.zeros((self.n, self.setting.seats), np.float32), np.zeros(self.n, np.bool_))

    def step(self, actions: Array) -> LaneSight:
        """Say one part in every lane. Raises IllegalAction, which names the lane, and changes nothing then."""
        said = np.asarray(actions)
        if said.shape != (self.n,) or not np.issubdtype(said.dtype, np.integer):
            raise IllegalAction(
                f"Actions must be {self.n} whole numbers in one row, not {said.dtype} of shape {said.shape}."
            )
        said = said.astype(np.int64, copy=False)
        if not self._mask.size:
            self.observe()
        inside = (said >= 0) & (said < len(self.numbers.parts))
        wrong = np.flatnonzero(~inside | ~self._mask[np.arange(self.n), np.where(inside, said, 0)])
        if wrong.size:
            try:
                self.position(wrong[0]).said(int(said[wrong[0]]))
            except IllegalAction as error:
                raise IllegalAction(f"Lane {wrong[0]}: {error}") from None
        reward, done = np.zeros((self.n, self.setting.seats), np.float32), np.zeros(self.n, np.bool_)
        self._games.say(said, done)
        for lane in np.flatnonzero(done).tolist():
            reward[lane] = self.numbers.utilities(self._games.outcome(lane), self.setting.by)
        self._steps += 1
        done |= self._steps >= self._max_steps
        ended = np.flatnonzero(done)
        self._steps[ended] = 0
        for lane in ended.tolist():
            self._followed.pop(lane, None)
        self._games.begin(ended)
        return self._sight(reward, done)

    def _sight(self, reward: Array, done: Array) -> LaneSight:
        seen = np.zeros((self.n, self.numbers.size), np.float32)
        mask = np.zeros((self.n, len(self.numbers.parts)), np.bool_)
        seat = np.zeros(self.n, np.int64)
        self._games.look(seen, mask, seat)
        self._mask = mask.copy()  # what was given is the learner's
        stuck = np.flatnonzero(~mask.any(axis=1))
        if stuck.size:
            raise BeyondWindow(f"Lane {stuck[0]}: no legal move lies inside the window; give a larger one.")
        return LaneSight(seen, mask, seat, reward, done)

    # -- what is hidden ------------------------------------------------------------------------

    def truth(self) -> Array:
        """int8 by lane and hidden thing (``numbers.hidden``): which of ``numbers.ways`` it is. A teacher's signal: no
        seat may be shown it."""
        return self._games.truth().astype(np.int8)

    def worlds(self, k: int) -> Array:
        """int8 by lane, world and hidden thing: k worlds that fit what the seat to move has seen."""
        truth, tell = self.numbers.truth, self.setting.game.truth
        drawn = [
            [truth(tell(position.imagined(position.seat or 0, self._rng).state)) for _ in range(k)]
            for position in self.positions
        ]
        return np.array(drawn, np.int8).reshape(self.n, k, len(self.numbers.hidden))

    def beliefs(self) -> Array:
        """float32 by lane, hidden thing and way: how likely it is to the seat to move; 0 for what is not hidden from
        it."""
        game, shape = self.setting.game, (self.n, len(self.numbers.hidden), len(self.numbers.ways))
        views = [game.view(position.state, position.seat) for position in self.positions]
        return np.array([self.numbers.odds(game.beliefs(view)) for view in views], np.float32).reshape(shape)
