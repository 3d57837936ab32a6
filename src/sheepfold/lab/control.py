"""A control variate: the luck of the draw taken off results in points, so that fewer games tell as much.

At every draw: what the position is worth to whoever decides next, less the mean over all that could have been drawn, by
their odds. Whatever the players do, that is 0 in the mean, so results stay unbiased. What it is worth is said by a bot
that the game names in its room ``value.py`` (``CONTROL``), times a number that was fitted to other games.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from sheepfold.core.contract import NATURE, Seat
from sheepfold.core.contract.bot import Weighing
from sheepfold.core.contract.judging import Control
from sheepfold.core.errors import SheepfoldError
from sheepfold.core.records.progress import AnyGame, replay
from sheepfold.core.records.record import Record
from sheepfold.games import SHELF
from sheepfold.lab.selfplay import equipped
from sheepfold.lab.solve import chances

SEED: Final = 1
"""The bot that values positions draws its lots by this: what it says does not change the result in the mean."""


class NoControl(SheepfoldError):
    """The game names nobody who values its draws."""


def control_of(game: AnyGame) -> Control:
    """Raises NoControl."""
    found: Control | None = getattr(SHELF.room(game.name, "value"), "CONTROL", None)
    if found is None:
        raise NoControl(f"{game.title} has no value of its draws that could be taken off.")
    return found


def luck(game: AnyGame, record: Record, control: Control, bot: Weighing) -> tuple[float, ...]:
    """How many points the draws of a game brought each seat beyond what was to be expected."""
    seats, total = len(record.seats), [0.0] * len(record.seats)
    for step in replay(game, record):
        if step.seat != NATURE:
            continue
        for move, chance in chances(game, step.before).items():
            seat, value = _worth(game, game.apply(step.before, NATURE, move)[0], bot)
            part = control.times * value * ((move == step.move) - chance)
            for other in range(1, seats + 1):
                total[other - 1] += part if other == seat else -part / (seats - 1) if seat else 0.0
    return tuple(total)


def _worth(game: AnyGame, state: Any, bot: Weighing) -> tuple[Seat, float]:
    """Who decides next, and what the best move is worth to them; nobody, if NATURE goes on or it is over."""
    waiting = game.to_move(state)
    if len(waiting) != 1 or NATURE in waiting:
        return NATURE, 0.0
    (seat,) = waiting
    return seat, bot.weigh(game.view(state, seat), Random(SEED)).moves[0][1]


def luck_of(game: AnyGame, record: Record) -> tuple[float, ...]:
    """The same by the game's own control. Raises NoControl."""
    control = control_of(game)
    bot = equipped(game, control.bot)
    assert isinstance(bot, Weighing)
    return luck(game, record, control, bot)
