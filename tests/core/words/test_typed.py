"""Words as they are typed."""

from __future__ import annotations

import pytest

from sheepfold.core.words.prose import LONGEST_COMPARED, NotUnderstood, chosen, find, near, quoted, split, whole_number


def test_a_name_with_blanks_stands_in_quotes() -> None:
    assert split('move 101 "Old Joe" x') == ["move", "101", "Old Joe", "x"]
    assert split('a"b ""') == ['a"b', ""]
    assert [quoted(word) for word in ("ann", "Old Joe")] == ["ann", '"Old Joe"']


def test_a_word_may_be_shortened_where_only_one_begins_so() -> None:
    among = ("show", "showas", "seek")
    assert [find(word, among) for word in ("show", "SHOWA", "se", "s", "", "x")] == [
        "show", "showas", "seek", None, None, None,
    ]  # fmt: skip


def test_a_near_miss_is_understood_as_what_it_was_meant_to_be() -> None:
    assert near("shwo", ("show", "seek")) == "show"
    assert near("zebra", ("show", "seek")) is None
    assert near("x" * LONGEST_COMPARED, ["x" * (LONGEST_COMPARED + 2)]) is not None
    assert near("x" * (LONGEST_COMPARED + 1), ["y" + "x" * LONGEST_COMPARED]) is None  # too long to be compared
    with pytest.raises(NotUnderstood, match=r"There is no command 'shwo'; did you mean show\?"):
        chosen("shwo", ("show", "seek"), "command")
    with pytest.raises(NotUnderstood, match=r"'s' could be seek or show\."):
        chosen("s", ("show", "seek"), "command")


def test_a_number_is_one_of_those_that_are_meant_or_none():
    assert [whole_number(text, range(4, 9)) for text in ("4", "08", "9", "3", "-4", "4.", "٤", "", "four")] == [
        4,
        8,
        *[None] * 7,
    ]
    assert whole_number("9" * 10_000, range(10)) is None
