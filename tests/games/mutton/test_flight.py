"""A flight is flown once, whoever plays the kill and however it is said."""

from __future__ import annotations

from random import Random

import pytest

from games.mutton.positions import ROUND, play
from sheepfold.core.contract.bot import random_move
from sheepfold.core.records.progress import play as play_move
from sheepfold.games.mutton import notation, rules
from sheepfold.games.mutton.terms import WOLF

ROUND_B = """
    A . .
   C B . .
  . D E . .
   . . . .
    . . .
"""
"""B stands among four; it is eaten, and they run."""
KILL = ("B:", "a3", "b4", "c1", "e3")
"""A kill of five parts."""


@pytest.fixture
def flights(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every flight that is begun."""
    begun: list[object] = []
    true = rules.scare

    def scare(*given: object) -> rules.Flight:
        begun.append(given)
        return true(*given)  # type: ignore[arg-type]

    for room in (rules, notation):
        monkeypatch.setattr(room, "scare", scare)
    return begun


def test_a_kill_built_from_parts_flies_once(flights: list[object]) -> None:
    state = play(ROUND_B, "A")
    flights.clear()
    step = play_move(ROUND, state, WOLF, KILL, 0)
    assert step.text == "B:A-a3,C-b4,D-c1,E-e3"
    assert len(flights) == 1


def test_a_written_kill_flies_once(flights: list[object]) -> None:
    state = play(ROUND_B, "A")
    flights.clear()
    step = play_move(ROUND, state, WOLF, "b: e-e3, d-c1, c-b4, a-a3", 0)
    assert step.move == KILL
    assert len(flights) == 1


def test_who_builds_a_kill_part_by_part_flies_once_too(flights: list[object]) -> None:
    state, rng = play(ROUND_B, "A"), Random(1)
    for _ in range(20):
        flights.clear()
        assert random_move(ROUND, state, WOLF, rng)[0].endswith(":")
        assert len(flights) == 1


def test_what_lies_ahead_is_the_same_whether_or_not_the_way_there_is_known() -> None:
    state = play(ROUND_B, "A", words="-huddle")
    before = None
    for length in range(len(KILL) + 1):
        ahead = ROUND.ahead(state, WOLF, KILL[:length], before)
        assert ahead[:2] == ROUND.ahead(state, WOLF, KILL[:length])[:2]
        before = ahead


def test_nothing_lies_ahead_of_goals_that_are_no_havens() -> None:
    state = play(ROUND_B, "A")
    for goal in ("b1", "b2", "z9", "a1"):
        assert ROUND.ahead(state, WOLF, ("B:", goal)) == ((), False, None, None)
