"""The fuzzer finds every kind of fault, and none where there is none."""

from __future__ import annotations

import pytest

from lab.toy import Sticks
from sheepfold.core.records.record import from_json, to_json
from sheepfold.games import SHELF, game
from sheepfold.lab.fuzz import Fault, hunt


def finds(fault: str) -> list[Fault]:
    found = [hunt(Sticks(fault), "study", number, 50) for number in range(20)]
    return [find for find in found if find]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("crash", "crash: ZeroDivisionError: one stick"),
        ("dead end", "dead end: seat"),
        ("endless", "endless game: not over after 50 moves"),
        ("outcome", "dead end: nobody is to move, but there is no outcome"),
        ("notation", "is not read back as"),
    ],
)
def test_a_fault_is_found_with_the_record_that_leads_to_it(fault: str, reason: str) -> None:
    found = finds(fault)
    assert found
    for find in found:
        assert reason in find.reason
        assert from_json(to_json(find.record)) == find.record


def test_a_sound_game_passes() -> None:
    assert finds("") == []


@pytest.mark.parametrize("name", SHELF)
def test_the_games_on_the_shelf_pass(name: str) -> None:
    for number in range(1, 16):
        find = hunt(game(name), "suite", number, 10_000)
        assert find is None, find
