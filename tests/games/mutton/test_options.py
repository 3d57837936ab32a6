"""Mutton's options: defaults, ranges, what implies what, and what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold.core.errors import OptionError
from sheepfold.games.mutton import dictionary as word_list
from sheepfold.games.mutton.terms import Options


def read(words: str) -> Options:
    return Options.read(words.split())


def test_the_defaults() -> None:
    assert read("").to_json() == {
        "size": 4,
        "num_sheep": 26,
        "num_wolves": 4,
        "berserk": True,
        "reveal": True,
        "remove": False,
        "escape": False,
        "shotgun": False,
        "dictionary": False,
        "huddle": False,
        "quick": None,
        "bid": False,
    }


@pytest.mark.parametrize("word", ["-size=1", "-size=9", "-num_sheep=1", "-num_sheep=27", "-num_wolves=0"])
def test_values_out_of_range_are_refused(word: str) -> None:
    with pytest.raises(OptionError, match=word.strip("-")):
        read(word)


def test_26_sheep_do_not_fit_on_size_3() -> None:
    with pytest.raises(OptionError, match="num_sheep=26: a field of size 3 has 19 cells, so choose from 2 to 19"):
        read("-size=3")
    assert read("-size=3 -num_sheep=19").num_sheep == 19


def test_at_most_half_of_the_animals_are_wolves() -> None:
    with pytest.raises(OptionError, match="num_wolves=4: of 7 animals at most half are wolves, so choose from 1 to 3"):
        read("-num_sheep=7")
    assert read("-num_sheep=7 -num_wolves=3").num_wolves == 3
    assert read("-num_wolves=13").num_wolves == 13


def test_a_shotgun_switches_remove_on_unless_no_remove_is_given() -> None:
    assert read("-shotgun").remove
    assert not read("-shotgun -no_remove").remove
    assert not read("-rifle").remove


def test_a_shotgun_switches_berserk_off_and_refuses_it_when_asked_for() -> None:
    assert not read("-shotgun").berserk
    with pytest.raises(OptionError, match="one barrel"):
        read("-shotgun -berserk")


def test_rifle_is_the_word_for_no_shotgun() -> None:
    assert read("-rifle") == read("")
    with pytest.raises(OptionError, match="-rifle and -shotgun exclude each other"):
        read("-rifle -shotgun")


def test_quick_alone_means_11() -> None:
    assert read("-quick").quick == 11
    assert read("-quick=15").quick == 15


def test_quick_and_bid_exclude_each_other() -> None:
    with pytest.raises(OptionError, match="choose one of the two"):
        read("-quick -bid")


def test_a_target_out_of_reach_is_refused() -> None:
    with pytest.raises(
        OptionError, match="quick=11: with these options the Wolf can score at most 6, so choose from 1 to 6"
    ):
        read("-quick -num_sheep=8 -num_wolves=2")
    assert read("-quick -num_sheep=8 -num_wolves=2 -escape").most_points == 12


def test_a_dictionary_game_for_which_there_is_no_word_is_refused() -> None:
    with pytest.raises(OptionError, match="no word of 13 different letters from A to Z"):
        read("-dictionary -num_wolves=13")


# -- the word list -----------------------------------------------------------------------------


@pytest.fixture
def fresh_words() -> object:
    """No list is remembered before or after."""
    word_list._sets.cache_clear()
    word_list.spellable.cache_clear()
    yield
    word_list._sets.cache_clear()
    word_list.spellable.cache_clear()


@pytest.mark.usefixtures("fresh_words")
def test_the_shipped_list_has_a_word_for_every_usual_number_of_wolves() -> None:
    for letters in range(1, 13):
        assert word_list.spellable(letters, 26)
    assert sum(1 << ord(x) - ord("A") for x in "HIDE") in word_list.spellable(4, 26)


@pytest.mark.usefixtures("fresh_words")
def test_a_host_may_supply_another_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = tmp_path / "words"
    listed.write_text("Abc\nbaa\ncab\nfée\nhide\n")
    monkeypatch.setenv("SHEEPFOLD_WORDS", str(listed))
    assert word_list.spellable(3, 26) == (0b111,)
    assert len(word_list.spellable(4, 26)) == 1


@pytest.mark.usefixtures("fresh_words")
def test_a_list_that_cannot_be_read_is_an_option_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEEPFOLD_WORDS", str(tmp_path / "missing"))
    with pytest.raises(OptionError, match="cannot be read"):
        read("-dictionary")
