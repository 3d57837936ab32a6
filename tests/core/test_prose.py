"""Lists in sentences."""

from __future__ import annotations

import pytest

from sheepfold.core.prose import listed


@pytest.mark.parametrize(("things", "said"), [("", ""), ("D", "D"), ("DN", "D and N"), ("DNR", "D, N and R")])
def test_things_are_listed_as_one_speaks(things: str, said: str) -> None:
    assert listed(things) == said


def test_a_list_may_offer_a_choice() -> None:
    assert listed(["0,1E", "0,1N", "0,1S"], "or") == "0,1E, 0,1N or 0,1S"
