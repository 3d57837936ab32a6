"""Forty games with known results, played by an independent implementation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sheepfold.core.duel import RoundOver
from sheepfold.games.sheep_dogs_wolves import GAME
from sheepfold.games.sheep_dogs_wolves.terms import Counted, Options

VECTORS = Path(__file__).parents[2] / "vectors" / "dogs.jsonl"
GAMES = [json.loads(line) for line in VECTORS.read_text().splitlines()]


def test_there_are_forty_games() -> None:
    assert len(GAMES) == 40


@pytest.mark.parametrize("known", GAMES)
def test_known_game(known: dict[str, Any]) -> None:
    state = GAME.start(Options.make(known["options"]), 2)
    counts, rounds, points = [], [], []
    for text in known["moves"]:
        (seat,) = GAME.to_move(state)
        counts.append(len(list(GAME.parts(state, seat, ()))))
        move = GAME.read(state, seat, text)
        assert GAME.write(state, seat, move) == text
        state, told = GAME.apply(state, seat, move)
        for fact in (t.fact for t in told):
            if isinstance(fact, Counted):
                rounds.append({"score": fact.score, "scared": fact.scared, "eaten": fact.eaten})
            if isinstance(fact, RoundOver):
                points.append(fact.points)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert counts == known["legal_counts"]
    assert rounds == known["rounds"]
    assert points == known["result"]["scores"]
    winner = known["result"]["winner"]
    if winner is not None:
        assert outcome.winners == (winner + 1,)
    elif known["options"]["mode"] == "single":
        assert (outcome.winners, outcome.reason) == ((), "score")
    else:
        assert (outcome.winners, outcome.reason) == ((1, 2), "draw")
    if known["options"]["mode"] == "bid":
        assert state.bids[-1] == known["result"]["bid"]
