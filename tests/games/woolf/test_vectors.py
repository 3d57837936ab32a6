"""Forty games played by an independent implementation of the rules come out the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sheepfold.core.contract import NATURE, Move
from sheepfold.games.woolf import GAME
from sheepfold.games.woolf.state import State

VECTORS = Path(__file__).parents[2] / "vectors" / "woolf.jsonl"
GAMES = [json.loads(line) for line in VECTORS.read_text().splitlines()]


def dealt(found: dict[str, Any], start: int | None) -> Move:
    """NATURE's whole deal from the vector's cards, questions and start player."""
    move = tuple(part for pair in (*found["cards"], *found["questions"]) for part in pair)
    return move if start is None else (*move, str(start))


def replayed(game: dict[str, Any]) -> State:
    given = dict(game["options"])
    state = GAME.start(GAME.options.make({k: v for k, v in given.items() if k != "players"}), given["players"])
    moves = iter(game["moves"])
    for who, what in moves:
        if isinstance(what, dict):
            start = next(moves)[1] if state.start == 0 else None
            state, _ = GAME.apply(state, NATURE, dealt(what, start))
        elif who == "chance":
            state, _ = GAME.apply(state, NATURE, (str(what),))
        else:
            move = GAME.read(state, who, what)
            assert GAME.write(state, who, move) == what
            state, _ = GAME.apply(state, who, move)
    return state


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_a_known_game_ends_as_known(game: dict[str, Any]) -> None:
    state = replayed(game)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores.words() == game["points"]
    assert {str(seat): errors for seat, errors in enumerate(state.errors, 1)} == game["errors"]
    assert list(outcome.winners) == game["winners"]
    assert len(state.reveals) == game["rounds"]
