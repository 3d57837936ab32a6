"""Views and facts as JSON: the same as the core's plain form, with class names only where they are needed."""

from dataclasses import dataclass
from random import Random

import msgspec
import pytest

from sheepfold.core.records.to_json import bare, plain
from sheepfold.games import SHELF, game
from sheepfold.web.api.shapes import as_json, encode
from support import viewers, walk


@pytest.mark.parametrize("name", SHELF)
def test_views_and_facts_of_every_game_say_what_the_core_says(name):
    found = game(name)
    for step in walk(found, Random(1)):
        for told in step.told:
            fact = msgspec.json.decode(encode(as_json(told.fact)))
            assert fact["is"] == type(told.fact).__name__
            assert fact == plain(told.fact)
    for viewer in viewers(2):
        view = found.view(step.state, viewer)
        assert msgspec.json.decode(encode(as_json(view))) == plain(view)
    assert msgspec.json.decode(encode(found.outcome(step.state))) == bare(found.outcome(step.state))


@dataclass(frozen=True)
class Bone:
    size: int


@dataclass(frozen=True)
class Stick:
    length: int


@dataclass(frozen=True)
class Basket:
    best: Bone
    rest: tuple[Bone | Stick, ...]
    spare: Bone | None


def test_an_entry_of_a_mixed_list_says_what_it_is_and_a_fixed_one_need_not():
    basket = Basket(Bone(1), (Bone(2), Stick(3)), None)
    assert (
        msgspec.json.decode(encode(as_json(basket)))
        == plain(basket)
        == {
            "is": "Basket",
            "best": {"size": 1},
            "rest": [{"is": "Bone", "size": 2}, {"is": "Stick", "length": 3}],
            "spare": None,
        }
    )
