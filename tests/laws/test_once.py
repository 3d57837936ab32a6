"""Law: whoever plays a move, and however it is said, it is checked, applied and written once."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

import pytest

from counting import counted
from sheepfold.core.contract.bot import random_move
from sheepfold.core.records.progress import AnyGame, play
from support import positions

COUNTED = ("check", "play", "notate")


@pytest.fixture
def asked(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules of this game are asked for each of these, by whatever name a module knows them."""
    found: Counter[str] = Counter()
    inner: Any = getattr(game, "inner", game)
    room = type(inner).__module__

    for name in COUNTED:
        deed = getattr(inner, name)
        wrapped = counted(found, name, deed)
        monkeypatch.setattr(inner, name, wrapped)
        for module in [module for key, module in sys.modules.items() if key.startswith(room)]:
            for known, value in list(vars(module).items()):
                if value is deed:
                    monkeypatch.setattr(module, known, wrapped)
    return found


@pytest.mark.parametrize("said", ["parts", "text"])
def test_a_move_is_checked_applied_and_written_once(game: AnyGame, rng: Random, asked: Counter[str], said: str) -> None:
    moved = 0
    for state, seats in positions(game, rng, 20):
        for seat in range(seats + 1):
            if not game.parts(state, seat, ()):
                continue
            move = random_move(game, state, seat, rng)
            text = game.write(state, seat, move)
            asked.clear()
            step = play(game, state, seat, move if said == "parts" else text, 0)
            assert (step.move, step.text) == (move, text)
            if not in_the_auction(game, state):
                assert asked["check"] <= 1, "a text may be checked as it is read"
                assert asked["check"] == 1 or said == "text"
                assert (asked["play"], asked["notate"]) == (1, 1)
                moved += 1
    assert moved


def in_the_auction(game: AnyGame, state: Any) -> bool:
    """Bids are made before the rules of the game itself are asked anything."""
    return hasattr(game, "inner") and not state.rounds
