"""PettingZoo: every game as an AEC environment. Observations are flat; ``planes`` cuts them into their named parts."""

from __future__ import annotations

from io import BytesIO
from operator import index
from random import Random
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from sheepfold.env.lanes import Array
from sheepfold.env.position import BadSetting, EnvPosition, IllegalAction, Setting

MODES: Final = ("ansi", "rgb_array", "svg")


class SheepfoldAEC(AECEnv[str, dict[str, Array], int]):  # type: ignore[misc]
    """Seats are ``seat_1``, ``seat_2`` …; an action is the number of a part (``numbers.parts``). Chance is drawn by the
    seed of ``reset``. Rewards come at the end; ``render`` shows what a spectator sees."""

    def __init__(self, chosen: Setting, render_mode: str | None = None, max_steps: int | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *MODES):
            raise BadSetting(f"There is no render mode {str(render_mode)[:40]!r}; there are {', '.join(MODES)}.")
        self.setting, self.numbers, self.render_mode = chosen, chosen.numbers, render_mode
        self.metadata = {"name": f"sheepfold_{chosen.game.name}_v{chosen.game.version}", "render_modes": list(MODES)}
        self.possible_agents = [f"seat_{seat}" for seat in range(1, chosen.seats + 1)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self._max_steps = max_steps or chosen.max_steps
        self._rng = Random(0)
        size, actions = self.numbers.size, len(self.numbers.parts)
        self._spaces: dict[str, Dict] = {
            agent: Dict(
                {
                    "observation": Box(0.0, np.inf, (size,), np.float32),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions: dict[str, Discrete] = {agent: Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._go_to(self.setting.start().settled(self._rng))

    def _go_to(self, position: EnvPosition) -> None:
        self.position = position
        if position.seat is not None:
            self.agent_selection = self.possible_agents[position.seat - 1]

    def observe(self, agent: str) -> dict[str, Array]:
        seat = self._seats[agent]
        seen, mask = np.zeros(self.numbers.size, np.float32), np.zeros(len(self.numbers.parts), np.int8)
        self.position.shown(seat, seen)
        if seat == self.position.seat:
            mask[list(self.position.legal)] = 1
        return {"observation": seen, "action_mask": mask}

    def planes(self, observation: Array) -> dict[str, Array]:
        """An observation cut into its planes."""
        return self.numbers.cut(observation)

    def step(self, action: int | None) -> None:
        """Say one part. Raises IllegalAction, and changes nothing then."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            raise IllegalAction(f"An action is a whole number, not {str(action)[:40]!r}.") from None
        after = self.position.said(number).settled(self._rng)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._steps += 1
        self._go_to(after)
        if after.seat is None:
            self.rewards = dict(zip(self.agents, after.returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> Any:
        if self.render_mode is None:
            raise BadSetting(f"Make the environment with a render mode: {', '.join(MODES)}.")
        if self.render_mode == "ansi":
            game, names = self.setting.game, {seat: agent for agent, seat in self._seats.items()}
            return game.text(game.view(self.position.state, None), names)
        drawn = self.position.picture()
        return drawn if self.render_mode == "svg" else pixels(drawn)

    def close(self) -> None:
        """Nothing is held open."""


def pixels(document: str) -> Array:
    """An SVG document as rows of red, green and blue."""
    from PIL import Image

    from sheepfold.core.drawing.svg import png

    return np.asarray(Image.open(BytesIO(png(document))).convert("RGB"))
