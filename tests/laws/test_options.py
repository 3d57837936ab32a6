"""Law: options are declared once, read in every form, and refused with name, value and range."""

from __future__ import annotations

from random import Random

import pytest

from sheepfold.core.errors import OptionError
from sheepfold.core.options import Choice, Flag, Maybe, Numbers, Whole
from sheepfold.core.records.progress import AnyGame
from support import random_options, seats_for


def test_options_round_trip_as_words_and_as_json(game: AnyGame, rng: Random) -> None:
    for _ in range(30):
        options = random_options(game, seats_for(game, rng), rng)
        assert game.options.read(options.words()) == options
        assert game.options.make(options.to_json()) == options
        assert game.options.read([word.lstrip("-") for word in options.words()]) == options
        assert game.options.read([f"-{word}" for word in options.words()]) == options


def test_every_option_is_explained(game: AnyGame) -> None:
    for option in game.options.declared():
        assert len(option.help) > 10
        assert option.form.startswith("-")


def test_a_wrong_value_is_refused_with_name_and_value(game: AnyGame) -> None:
    for option in game.options.declared():
        wrong: list[object] = ["nonsense", "", "1.5", [], {}, "٣"]
        if isinstance(option, Whole) and not isinstance(option, Maybe):
            wrong += [option.low - 1, option.high + 1, None, True]
        for value in wrong:
            with pytest.raises(OptionError, match=option.name):
                game.options.make({option.name: value})


def test_a_range_is_named(game: AnyGame) -> None:
    for option in game.options.declared():
        match option:
            case Whole(low=low, high=high):
                with pytest.raises(OptionError, match=f"{option.name}={high + 1}: .*{low} to {high}"):
                    game.options.make({option.name: high + 1})
            case Choice(among=among):
                with pytest.raises(OptionError, match=among[0]):
                    game.options.make({option.name: "neither"})
            case Flag() | Numbers():
                with pytest.raises(OptionError, match="choose"):
                    game.options.make({option.name: "perhaps"})


def test_an_unknown_option_is_named(game: AnyGame) -> None:
    for word in ("-no_such_thing", "no_such_thing=3", "--=", "="):
        with pytest.raises(OptionError):
            game.options.read([word])


def test_contradicting_words_are_refused(game: AnyGame) -> None:
    for option in game.options.declared():
        if isinstance(option, Flag):
            with pytest.raises(OptionError, match="exclude each other"):
                game.options.read([f"-{option.name}", f"-{option.off}"])
