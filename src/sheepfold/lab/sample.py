"""Random option sets: any combination that a game accepts."""

from __future__ import annotations

from random import Random
from typing import Any

from sheepfold.core.errors import OptionError
from sheepfold.core.options import Choice, Flag, Maybe, Option, Whole
from sheepfold.core.records.progress import AnyGame

LONGEST = 12
"""Numbers are drawn from the low end of long ranges: what they mean changes most there."""


def random_value(option: Option, rng: Random) -> Any:
    """A value the option itself accepts; half of the time its default."""
    if rng.random() < 0.5:
        return option.default
    match option:
        case Flag():
            return rng.random() < 0.5
        case Choice(among=among):
            return rng.choice(among)
        case Maybe(low=low, high=high):
            return rng.choice([None, rng.randint(low, min(high, low + LONGEST))])
        case Whole(low=low, high=high):
            return rng.randint(low, min(high, max(low + LONGEST, option.default)))
    return option.default


def random_options(game: AnyGame, seats: int, rng: Random) -> Any:
    """Options that fit each other and the number of seats, drawn until they do."""
    while True:
        given = {option.name: random_value(option, rng) for option in game.options.declared()}
        try:
            options = game.options.make(given)
            game.start(options, seats)
        except OptionError:
            continue
        return options
