"""Option sets: one declaration, four ways of writing, errors that name option, value and range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from sheepfold.core.errors import OptionError
from sheepfold.core.options import OptionSet, choice, flag, maybe, numbers, whole


@dataclass(frozen=True)
class Options(OptionSet):
    size: int = whole(4, 2, 8, "cells along one side")
    berserk: bool = flag(True, "may shoot several at once")
    shotgun: bool = flag(False, "scares the neighbours", off="rifle")
    remove: bool = flag(False, "corpses leave the board")
    quick: int | None = maybe(1, 26, "one game only", given=11)
    limit: int | None = maybe(1, 99, "turns at most")
    mode: str = choice("duel", ("duel", "bid"), "how to play")
    cards: tuple[int, ...] | None = numbers(3, 20, "cards of each kind")

    @classmethod
    def implied(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"remove": True, "berserk": False} if given.get("shotgun") else {}

    def check(self) -> None:
        if self.shotgun and self.berserk:
            raise OptionError("A shotgun has one barrel: no berserk.")


@pytest.mark.parametrize("words", [["-size=5"], ["--size=5"], ["size=5"], ["SIZE=5"], [" -size = 5 "]])
def test_a_number_is_read_in_every_spelling(words: list[str]) -> None:
    assert Options.read(words).size == 5


@pytest.mark.parametrize(
    "word", ["-no_berserk", "no_berserk", "berserk=no", "-berserk=off", "berserk=false", "berserk=0"]
)
def test_a_flag_is_switched_off_in_every_spelling(word: str) -> None:
    assert not Options.read([word]).berserk


def test_json_means_the_same_as_words() -> None:
    assert Options.make({"size": 5, "berserk": False, "quick": 9}) == Options.read(
        ["size=5", "-no_berserk", "-quick=9"]
    )


def test_a_flag_may_have_its_own_word_for_off() -> None:
    assert Options.read(["-shotgun", "-remove"]).shotgun
    assert not Options.read(["-rifle"]).shotgun


def test_the_bare_word_of_a_number_that_may_be_off_has_a_meaning() -> None:
    assert Options.read(["-quick"]).quick == 11
    assert Options.read(["-quick=3"]).quick == 3
    assert Options.read(["-no_quick"]).quick is None
    assert Options.read(["quick=off"]).quick is None
    assert Options.make({"quick": True}).quick == 11


def test_a_number_without_a_bare_meaning_asks_for_its_value() -> None:
    with pytest.raises(OptionError, match=r"limit needs a value; write -limit=N"):
        Options.read(["-limit"])


def test_a_row_of_numbers() -> None:
    assert Options.read(["cards=4-1-1"]).cards == (4, 1, 1) == Options.make({"cards": [4, 1, 1]}).cards
    with pytest.raises(OptionError, match="3 numbers from 0 to 20"):
        Options.read(["cards=4-1"])
    with pytest.raises(OptionError, match="cards"):
        Options.make({"cards": [4, 1, True]})


def test_implied_defaults_yield_to_what_is_given() -> None:
    assert Options.read(["-shotgun"]).remove
    assert not Options.read(["-shotgun", "-no_remove"]).remove
    with pytest.raises(OptionError, match="one barrel"):
        Options.read(["-shotgun", "-berserk"])


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("size=9", "size=9: choose a whole number from 2 to 8."),
        ("size=four", "size=four: choose a whole number from 2 to 8."),
        ("size=", "size=: choose a whole number from 2 to 8."),
        ("size=٤", "size=٤: choose a whole number from 2 to 8."),
        ("mode=solo", "mode=solo: choose duel or bid."),
        ("berserk=maybe", "berserk=maybe: choose yes or no."),
        ("cards=1-2", "cards=1-2: choose 3 numbers from 0 to 20, joined by hyphens."),
        ("quick=99", "quick=99: choose off or a whole number from 1 to 26."),
        ("sise=4", "There is no option 'sise'; did you mean size?"),
        ("-noberserk", "There is no option 'noberserk'; did you mean no_berserk?"),
        ("-no-berserk", "There is no option 'no-berserk'; did you mean no_berserk?"),
        ("-rifel", "There is no option 'rifel'; did you mean rifle?"),
        ("no_berserk=yes", "no_berserk takes no value; write -berserk or -no_berserk."),
    ],
)
def test_errors_name_the_option_the_value_and_the_range(word: str, sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        Options.read([word])
    assert str(caught.value) == sentence


def test_a_long_value_is_cut_in_the_error() -> None:
    with pytest.raises(OptionError) as caught:
        Options.read(["size=" + "9" * 5000])
    assert len(str(caught.value)) < 120


def test_giving_an_option_twice_is_refused_unless_it_says_the_same() -> None:
    assert Options.read(["size=5", "-size=5"]).size == 5
    with pytest.raises(OptionError, match="size is given twice, as 5 and as 6"):
        Options.read(["size=5", "size=6"])
    with pytest.raises(OptionError, match="-berserk and -no_berserk exclude each other"):
        Options.read(["berserk", "-no_berserk"])


def test_words_are_few_and_read_back() -> None:
    assert Options().words() == ()
    assert Options(size=5, berserk=False).words() == ("-size=5", "-no_berserk")
    for options in (Options.read(["-shotgun", "-no_remove"]), Options.read(["cards=1-2-3", "quick=4", "mode=bid"])):
        assert Options.read(options.words()) == options
        assert Options.make(options.to_json()) == options
