"""OpenSpiel: ``register()``, and every game of the shelf is ``pyspiel.load_game("sheepfold_mutton(size=4)")``.

Parameters are the game's options, with ``players``, ``window``, ``by`` and ``after``; an option that may be off has -1
for that. All games are declared as of imperfect information, those that hide nothing included: it is the weaker
promise, and searches over information sets take no others.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

import numpy as np

from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.contract.numbers import STOP, WINDOW, NumberedGame
from sheepfold.core.errors import MissingExtra, RecordError
from sheepfold.core.options import Maybe, Option
from sheepfold.core.options import Numbers as NumberRow
from sheepfold.core.records.progress import AnyGame, Step, dealt_anew, play
from sheepfold.core.records.to_json import to_json
from sheepfold.env.position import EnvPosition, IllegalAction, Setting, setting
from sheepfold.games import SHELF

try:
    import pyspiel
except ImportError:
    raise MissingExtra("OpenSpiel", "env") from None

PREFIX: Final = "sheepfold_"
OFF: Final = -1
"""What stands for an option that is off."""


@cache
def register() -> None:
    """Make all games of the shelf known to OpenSpiel. Once is enough, and more does no harm."""
    for name in SHELF:
        usual = setting(name)
        pyspiel.register_game(_type(usual, _parameters(usual.game)), _maker(name))


def _maker(name: str) -> Any:
    """The class of one game, as OpenSpiel wants it: made from its parameters alone."""
    return type(f"Spiel_{name}", (SpielGame,), {"name": name})


def _parameters(game: AnyGame) -> dict[str, Any]:
    """Every parameter with its default, which also says its type."""
    own = {option.name: _default(option) for option in game.options.declared()}
    return {"players": game.seats[0], "window": WINDOW, "by": "", "after": "", **own}


def _default(option: Option) -> Any:
    if isinstance(option, Maybe):
        return OFF
    return "" if isinstance(option, NumberRow) else option.default


def _setting(name: str, given: dict[str, Any]) -> Setting:
    """What the parameters mean; those left at OFF or empty were not given."""
    usual = _parameters(SHELF.game(name))
    changed = {key: value for key, value in given.items() if value != usual.get(key)}
    players = changed.pop("players", None)
    return setting(name, seats=players, **changed)


def _type(chosen: Setting, parameters: dict[str, Any]) -> Any:
    game, kinds = chosen.game, pyspiel.GameType
    numbers = chosen.numbers
    alike = not numbers.opposed and chosen.seats > 1
    zero = numbers.bounds(chosen.by).zero_sum
    return kinds(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if numbers.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero else kinds.Utility.IDENTICAL if alike else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters."""

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setting = _setting(self.name, params or {})
        numbers, bounds = self.setting.numbers, self.setting.numbers.bounds(self.setting.by)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(numbers.parts),
            max_chance_outcomes=len(numbers.chance),
            num_players=self.setting.seats,
            min_utility=bounds.low,
            max_utility=bounds.high,
            utility_sum=0.0 if bounds.zero_sum else None,
            max_game_length=self.setting.max_steps,
        )
        super().__init__(_type(self.setting, _parameters(self.setting.game)), info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.setting.start())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        if params:
            raise ValueError(f"An observer takes no parameters, but was given {params}.")
        return SpielObserver(self.setting.numbers)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. Players are counted from 0 here, as OpenSpiel does."""

    def __init__(self, game: SpielGame, position: EnvPosition) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        seat = self.position.seat
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == NATURE else seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.position.odds)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.said(action)

    def _action_to_string(self, player: int, action: int) -> str:
        numbers = self.position.setting.numbers
        return (numbers.chance if player == pyspiel.PlayerId.CHANCE else numbers.parts)[action]

    def is_terminal(self) -> bool:
        return self.position.seat is None

    def returns(self) -> list[float]:
        return list(self.position.returns)

    def past(self) -> tuple[Step, ...]:
        """The moves that were played, with what everybody was told of them."""
        game, now, found = self.position.setting.game, self.position.setting.start(), list[Step]()
        for action in self.history():
            after = now.said(action)
            if not after.so_far:
                assert now.seat is not None
                found.append(play(game, now.state, now.seat, now.move(action), len(found)))
            now = after
        return tuple(found)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A world that the player cannot tell from this one, with a history in which the player heard the same. Without
        one where somebody would have to move out of turn in it. ``sampler`` gives numbers below 1."""
        seat, rng, position = player + 1, Random(sampler()), self.position
        try:
            past = self.past()
            return self._led_to(dealt_anew(position.setting.game, past, seat, rng) if past else past, seat)
        except (RecordError, IllegalAction):
            return SpielState(self.get_game(), position.imagined(seat, rng))

    def _led_to(self, steps: tuple[Step, ...], seat: Seat) -> SpielState:
        """Where these moves lead, and what the seat has begun of its own next one. Raises IllegalAction."""
        found: SpielState = self.get_game().new_initial_state()
        numbers = self.position.setting.numbers
        own = self.position.so_far if seat == self.position.seat else ()
        for mover, move in (*((step.seat, step.move) for step in steps), *([(seat, own)] if own else ())):
            if found.position.seat != mover:
                raise IllegalAction(f"Seat {mover} would have to move out of turn.")
            known = numbers.chance_number if mover == NATURE else numbers.number
            for part in move:
                found.apply_action(known[part])
            if found.position.so_far and move is not own:
                found.apply_action(known[STOP])
        return found

    def __str__(self) -> str:
        return " ".join((to_json(self.position.state), *self.position.so_far))


class SpielObserver:
    """What a player sees, as planes and as text. A view recalls all that matters: it is both kinds of observation."""

    def __init__(self, numbers: NumberedGame) -> None:
        self.tensor = np.zeros(numbers.size, np.float32)
        self.dict = numbers.cut(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        state.position.shown(player + 1, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.position.known(player + 1)
