"""Lists in sentences, and readers who are spoken to."""

from __future__ import annotations

import pytest

from sheepfold.core.words.prose import YOU, addressed, amid, does, listed


@pytest.mark.parametrize(("things", "said"), [("", ""), ("D", "D"), ("DN", "D and N"), ("DNR", "D, N and R")])
def test_things_are_listed_as_one_speaks(things: str, said: str) -> None:
    assert listed(things) == said


def test_a_list_may_offer_a_choice() -> None:
    assert listed(["0,1E", "0,1N", "0,1S"], "or") == "0,1E, 0,1N or 0,1S"


def test_whoever_reads_does_what_others_do() -> None:
    names = addressed({1: "Ada", 2: "Bruno"}, 2)
    assert names == {1: "Ada", 2: YOU}
    assert [does(name, "lays") for name in names.values()] == ["Ada lays", "You lay"]
    assert [does(name, "is", "are") for name in names.values()] == ["Ada is", "You are"]
    assert addressed({1: "Ada"}, None) == {1: "Ada"}


def test_within_a_sentence_only_the_reader_is_written_small() -> None:
    assert [amid(words) for words in (YOU, "You start", "Youri starts", "Ada starts")] == [
        "you",
        "you start",
        "Youri starts",
        "Ada starts",
    ]
