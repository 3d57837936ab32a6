"""Notation: what is forgiven, what is refused and in which words, and how moves are recorded."""

from __future__ import annotations

from random import Random

import pytest

from games.mutton.positions import CROWD, LINE, ROUND, go, play, start
from sheepfold.core.errors import IllegalNow, Malformed
from sheepfold.games.mutton.terms import FARMER, WOLF, Options

EMPTY = ROUND.begin(Options.read(["-size=2", "-num_sheep=3", "-num_wolves=1"]), None, None)


def test_input_ignores_case_and_recorded_letters_are_capitals_cells_small() -> None:
    state = play(LINE, "B")
    move = ROUND.read(state, WOLF, " a: b - E3 ")
    assert ROUND.write(state, WOLF, move) == "A:B-e3"
    assert ROUND.write(EMPTY, FARMER, ROUND.read(EMPTY, FARMER, "A1, B2 C3")) == "a1,b2,c3"


@pytest.mark.parametrize("word", ["random", "sparse"])
def test_records_hold_resolved_cells(word: str) -> None:
    written = ROUND.write(EMPTY, FARMER, ROUND.read(EMPTY, FARMER, word, Random(3)))
    assert len(written.split(",")) == 3
    assert ROUND.read(EMPTY, FARMER, written) == tuple(written.split(","))


def test_random_without_luck_is_refused_in_a_sentence() -> None:
    with pytest.raises(Malformed, match="must name the cells"):
        ROUND.read(EMPTY, FARMER, "random")


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", IllegalNow, "3 cells are needed"),
        ("a1,b1", IllegalNow, "you named 2"),
        ("a1,b1,c1", IllegalNow, "no cell c1"),
        ("a1,b1,b٣", Malformed, "is not a move"),
        ("hello", Malformed, "is not a cell"),
        ("a1," * 300, Malformed, "too long"),
    ],
)
def test_a_wrong_placement_is_refused_with_the_reason(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ROUND.read(EMPTY, FARMER, text)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", Malformed, "Eat an animal next to one of your wolves"),
        ("X:", IllegalNow, "There is no animal X"),
        ("D:", IllegalNow, "None of your wolves stands next to D"),
        ("A:B", Malformed, "'B' does not say who runs where"),
        ("A:B-e3,B-e4", IllegalNow, "B is named twice"),
        ("A:B-z9", IllegalNow, "no cell z9"),
        ("A:B-b1", IllegalNow, "b1 touches the corpse of A. It can run to a3"),
        ("A,B", Malformed, "written with a colon"),
        ("🐺", Malformed, "is not a move"),
    ],
)
def test_a_wrong_kill_is_refused_with_the_reason(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ROUND.read(play(LINE, "B"), WOLF, text)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", Malformed, "Pass or shoot a living animal, like G, or several"),
        ("A", IllegalNow, "A is dead already"),
        ("Z", IllegalNow, "no animal Z"),
        ("C,C", IllegalNow, "named twice"),
        ("C,,D", Malformed, "is not a move"),
        ("CD", Malformed, "is not a move"),
    ],
)
def test_a_wrong_shot_is_refused_with_the_reason(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ROUND.read(play(LINE, "B", "A:B-e3"), FARMER, text)


def test_a_wolf_that_went_home_cannot_be_shot() -> None:
    with pytest.raises(IllegalNow, match="D has gone home"):
        play(CROWD, "BD", "D", "D", words="-escape")


@pytest.mark.parametrize("text", ["\ufb01", "\u017f", "\u212a", "\uff22"])
def test_letters_that_only_look_like_ours_are_refused(text: str) -> None:
    with pytest.raises(Malformed, match="is not a move"):
        go(start(CROWD, "-num_wolves=2"), text)


def test_a_huddle_is_explained() -> None:
    with pytest.raises(IllegalNow, match="a3 has no living neighbour to huddle with"):
        play(LINE, "B", "A:B-a3", words="-huddle")


def test_nobody_speaks_out_of_turn() -> None:
    state = play(LINE, "B")
    with pytest.raises(IllegalNow, match="not your turn"):
        ROUND.read(state, FARMER, "A:B-e3")
    with pytest.raises(IllegalNow, match="not your turn"):
        ROUND.read(go(state, "A:B-e3"), WOLF, "pass")


def test_the_help_shows_one_form_per_line() -> None:
    forms = " ".join(line.split()[0] for line in ROUND.help().splitlines())
    assert forms == "random sparse mirror f3,b2,a3,c4,... HIDE K:L-a2,E-f4 K: G G:L-a2 G,A,X pass"
