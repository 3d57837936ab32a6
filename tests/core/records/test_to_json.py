"""Plain values: the same data gives the same bytes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest

from sheepfold.core.records.to_json import plain, to_json


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Fact:
    who: int
    what: tuple[str, ...]
    colour: Colour | None = None


def test_a_dataclass_names_its_class() -> None:
    assert plain(Fact(1, ("a", "b"), Colour.RED)) == {"is": "Fact", "who": 1, "what": ["a", "b"], "colour": "red"}


def test_sets_are_sorted() -> None:
    assert to_json(frozenset({"b", "a", "c"})) == '["a","b","c"]'


def test_what_has_no_plain_form_is_refused() -> None:
    with pytest.raises(TypeError, match="object has no plain form"):
        plain(object())
