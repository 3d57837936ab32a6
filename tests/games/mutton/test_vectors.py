"""Games with known results, played by an independent implementation of the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.mutton.positions import field, sheet
from sheepfold.games.mutton import MuttonRound
from sheepfold.games.mutton.terms import BERSERK, ESCAPE, FARMER, KILL, SHOT, WOLF, Options

FILE = Path(__file__).parents[2] / "vectors" / "mutton.jsonl"
GAMES = [json.loads(line) for line in FILE.read_text().splitlines()]
ROUND = MuttonRound()


def options_of(vector: dict[str, Any]) -> Options:
    """The vectors give both ``shotgun`` and ``berserk``; we refuse that, and the shotgun wins."""
    given = dict(vector["options"])
    if given.get("shotgun"):
        given.pop("berserk", None)
    return Options.make(given)


@pytest.mark.parametrize("vector", GAMES, ids=range(1, len(GAMES) + 1))
def test_known_game_replays(vector: dict[str, Any]) -> None:
    state = ROUND.begin(options_of(vector), None, None)
    for count, written in enumerate(vector["moves"]):
        assert ROUND.outcome(state) is None, count
        (seat,) = ROUND.to_move(state)
        assert seat == (FARMER, WOLF)[count % 2] if count < 2 else (WOLF, FARMER)[count % 2]
        move = ROUND.read(state, seat, written)
        assert ROUND.read(state, seat, ROUND.write(state, seat, move)) == move
        state, _ = ROUND.apply(state, seat, move)
    view = ROUND.view(state, None)
    assert view.outcome is not None
    assert view.score == vector["score"]
    assert field(view) == vector["board"]
    assert "\n".join(sheet(view)) == vector["sheet"]
    died = [letter for deed in view.log if deed.kind in (KILL, SHOT) for letter in deed.letters]
    assert died == vector["dead"][: len(died)]
    assert sorted(a.letter for a in view.animals if a.fate == "dead") == sorted(vector["dead"])
    assert view.log[-1].kind == BERSERK or len(died) == len(vector["dead"])
    assert [deed.letters for deed in view.log if deed.kind == ESCAPE] == vector["escaped"]
    assert [a.letter for a in view.animals if a.fate == "alive" and a.wolf] == vector["living_wolves"]
